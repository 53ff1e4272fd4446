public import Foundation
public import Mimeograph

/// Gives the bytes of any body as `Data`, and writes `Data` as `application/octet-stream`.
///
/// It accepts `*/*`, so that it reads only what nothing more specific can make `Data` of: a JSON format reads a JSON body as
/// Base64 text. It takes no part when a caller asks for whatever a body is; `BytesPlugin` does.
public struct DataPlugin: SerializerPlugin {
    /// Makes the plugin.
    public init() {}

    /// Registers the reader and the writer.
    public func register(in registry: inout SerializerRegistry) throws(RegistryError) {
        try registry.register(
            DataResponseSerializer(),
            options: RegistrationOptions(id: "data", isForAnyValue: false, acceptsEmptyInput: true)
        )
        try registry.register(writer: DataRequestSerializer(), options: RegistrationOptions(id: "data-writer"))
    }
}

extension SerializerPlugin where Self == DataPlugin {
    /// Reads and writes `Data`.
    public static var data: DataPlugin { DataPlugin() }
}

/// Gives the bytes of a body as `Data`; it accepts every type.
public struct DataResponseSerializer: ResponseSerialization, Hashable {
    /// Makes the serializer.
    public init() {}

    /// `*/*`.
    public var acceptedTypes: [MediaRange] { [.any] }

    /// Copies the bytes, once.
    ///
    /// - Throws: ``SerializationError/Code/limitExceeded`` for more than `inputBytes`.
    public func read(
        _ body: Span<UInt8>,
        head: ResponseHead,
        limits: DecodingLimits
    ) throws(SerializationError) -> Data {
        try limits.check(.inputBytes, body.count)
        return Data(body)
    }
}

extension ResponseSerialization where Self == DataResponseSerializer {
    /// Gives the bytes of a body as `Data`.
    public static var data: DataResponseSerializer { DataResponseSerializer() }
}

/// Writes `Data` as it is.
public struct DataRequestSerializer: BodySerialization, Hashable {
    /// The media type that is set where the message names none. Default `application/octet-stream`.
    public var contentType: MediaType

    /// Makes a serializer.
    public init(contentType: MediaType = .octetStream) { self.contentType = contentType }

    /// The bytes of the data.
    public func encode(_ input: Data) throws(SerializationError) -> [UInt8] { [UInt8](input) }
}

extension RequestSerialization where Self == DataRequestSerializer {
    /// Writes `Data` as it is.
    public static var data: DataRequestSerializer { DataRequestSerializer() }
}

extension Data {
    /// Copies the bytes of a span, once.
    ///
    /// The other way needs nothing: `Data` is a contiguous `Collection` of bytes, so every `read(…, from: data)` and
    /// `decode(…, from: data)` of the core sees its bytes where they lie.
    public init(_ span: Span<UInt8>) {
        // SAFETY: the buffer is valid during the closure, and `Data` copies from it.
        self = unsafe span.withUnsafeBufferPointer { unsafe Data(buffer: $0) }
    }
}

extension MessageBody {
    /// A body of these bytes, which are copied once.
    public static func data(_ data: Data) -> MessageBody { .bytes([UInt8](data)) }
}
