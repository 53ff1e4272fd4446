public import Foundation
public import Mimeograph

/// A plugin that reads the bytes of any body as `Data`, and writes `Data` as `application/octet-stream`.
///
/// It accepts `*/*`, so it reads a body only if nothing more specific produces `Data`: a JSON format reads a JSON body as Base64
/// text. If a caller requests no particular type, `BytesPlugin` is used instead.
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

/// A serializer that returns the bytes of a body as `Data`; it accepts every type.
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
    /// A serializer that returns the bytes of a body as `Data`.
    public static var data: DataResponseSerializer { DataResponseSerializer() }
}

/// A serializer that writes `Data` unchanged.
public struct DataRequestSerializer: BodySerialization, Hashable {
    /// The media type for a message without a Content-Type. Default `application/octet-stream`.
    public var contentType: MediaType

    /// Makes a serializer.
    public init(contentType: MediaType = .octetStream) { self.contentType = contentType }

    /// Returns the bytes of the data.
    public func encode(_ input: Data) throws(SerializationError) -> [UInt8] { [UInt8](input) }
}

extension RequestSerialization where Self == DataRequestSerializer {
    /// A serializer that writes `Data` unchanged.
    public static var data: DataRequestSerializer { DataRequestSerializer() }
}

extension Data {
    /// Copies the bytes of a span, once.
    ///
    /// For the other direction, pass `Data` itself: `read(…, from: data)` and `decode(…, from: data)` of the core take any
    /// contiguous collection of bytes without a copy.
    public init(_ span: Span<UInt8>) {
        // SAFETY: the buffer is valid during the closure, and `Data` copies from it.
        self = unsafe span.withUnsafeBufferPointer { unsafe Data(buffer: $0) }
    }
}

extension MessageBody {
    /// A body of these bytes, which are copied once.
    public static func data(_ data: Data) -> MessageBody { .bytes([UInt8](data)) }
}
