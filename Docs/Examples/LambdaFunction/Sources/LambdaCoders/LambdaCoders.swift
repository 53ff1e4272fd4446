public import AWSLambdaRuntime
public import Mimeograph
public import NIOCore

/// Decodes the events of a function in a format of Mimeograph, such as `JSONFormat`.
public struct FormatDecoder<Format: CodableFormat>: LambdaEventDecoder, Sendable {
    private let format: Format
    private let limits: DecodingLimits

    /// Makes a decoder.
    ///
    /// - Parameter limits: The limits of an event.
    public init(_ format: Format, limits: DecodingLimits = .standard) {
        self.format = format
        self.limits = limits
    }

    /// Decodes an event.
    ///
    /// - Throws: `SerializationError`, whose text the service shows to the caller of the function.
    public func decode<Event: Decodable>(_ type: Event.Type, from buffer: ByteBuffer) throws -> Event {
        try format.decode(type, from: buffer.readableBytesUInt8Span, as: nil, limits: limits)
    }
}

/// Encodes the results of a function.
public struct FormatEncoder<Format: CodableFormat, Output: Encodable>: LambdaOutputEncoder, Sendable {
    private let format: Format

    /// Makes an encoder.
    public init(_ format: Format) { self.format = format }

    /// Encodes a result.
    ///
    /// - Throws: `SerializationError` with the path of a value that the format does not have.
    public func encode(_ value: Output, into buffer: inout ByteBuffer) throws {
        buffer.writeBytes(try format.encode(value))
    }
}
