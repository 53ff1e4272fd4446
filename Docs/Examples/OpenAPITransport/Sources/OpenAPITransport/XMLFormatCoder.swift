public import Foundation
public import Mimeograph
public import MimeographXML
public import OpenAPIRuntime

/// A coder that reads and writes the XML bodies of a generated client.
///
/// The name of the root is the name of the type. For attributes and namespaces, conform the type to `XMLMapped` in an extension.
/// Errors are `SerializationError`, with the line and column of the body.
public struct XMLFormatCoder: CustomCoder {
    /// The format.
    public var format: XMLFormat
    /// The limits for reading.
    public var limits: DecodingLimits

    /// Creates a coder.
    public init(_ format: XMLFormat = XMLFormat(), limits: DecodingLimits = .standard) {
        self.format = format
        self.limits = limits
    }

    /// Writes a value.
    public func customEncode<T: Encodable>(_ value: T) throws -> Data { Data(try format.encode(value)) }

    /// Reads a value.
    public func customDecode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
        try format.decode(type, from: [UInt8](data).span, as: nil, limits: limits)
    }
}
