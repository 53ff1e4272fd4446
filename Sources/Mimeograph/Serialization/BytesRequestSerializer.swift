/// Writes bytes as they are.
public struct BytesRequestSerializer: BodySerialization, Hashable {
    /// The media type that is set where the message names none. Default `application/octet-stream`.
    public var contentType: MediaType

    /// Makes a serializer.
    public init(contentType: MediaType = .octetStream) { self.contentType = contentType }

    /// The bytes themselves.
    public func encode(_ input: [UInt8]) throws(SerializationError) -> [UInt8] { input }
}

extension RequestSerialization where Self == BytesRequestSerializer {
    /// Writes bytes as they are.
    public static var bytes: BytesRequestSerializer { BytesRequestSerializer() }
}
