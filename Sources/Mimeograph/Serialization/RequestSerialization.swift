/// A serializer that writes one value into a request.
///
/// ## Choosing it
/// If the body is bytes, conform to ``BodySerialization`` instead, which needs only the bytes and their media type. This protocol
/// is for a serializer that writes more than a body, or a body that is a stream: URL parameters, default fields, a multipart
/// form.
///
/// If it throws, the message is unchanged.
public protocol RequestSerialization<Input>: Sendable {
    /// The type of the value.
    associatedtype Input

    /// The concrete media type it writes.
    var contentType: MediaType { get }

    /// Writes the value into the message. To write a body, call ``RequestMessage/setBody(_:as:)``, which sets Content-Type.
    ///
    /// - Parameters:
    ///   - input: The value.
    ///   - message: The request; unchanged if this throws.
    /// - Throws: ``SerializationError/Code/unencodableValue`` and the codes that the format's page lists.
    func write(_ input: Input, into message: inout RequestMessage) throws(SerializationError)
}

/// A serializer that encodes one value as the bytes of a body.
///
/// ```swift
/// struct LineCountWriter: BodySerialization {
///     var contentType: MediaType { "text/plain" }
///     func encode(_ input: Int) throws(SerializationError) -> [UInt8] { Array("\(input)\n".utf8) }
/// }
/// ```
public protocol BodySerialization<Input>: RequestSerialization {
    /// The type of the value; repeated so that ``encode(_:)`` infers it.
    associatedtype Input

    /// Encodes the value.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` and the codes that the format's page lists.
    func encode(_ input: Input) throws(SerializationError) -> [UInt8]
}

extension BodySerialization {
    /// Sets the body, and Content-Type unless the message has one.
    ///
    /// - Throws: Any error of ``encode(_:)``; the message is then unchanged.
    public func write(_ input: Input, into message: inout RequestMessage) throws(SerializationError) {
        message.setBody(.bytes(try encode(input)), as: contentType)
    }
}

extension RequestMessage {
    /// Sets the body, and Content-Type unless the message has one.
    ///
    /// - Parameters:
    ///   - body: The body.
    ///   - mediaType: The media type for Content-Type.
    public mutating func setBody(_ body: MessageBody, as mediaType: MediaType) {
        self.body = body
        if !fields.contains("Content-Type") { fields["Content-Type"] = mediaType.description }
    }
}

/// A serializer that writes bytes unchanged.
public struct BytesRequestSerializer: BodySerialization, Hashable {
    /// The media type for a message without a Content-Type. Default `application/octet-stream`.
    public var contentType: MediaType

    /// Makes a serializer.
    public init(contentType: MediaType = .octetStream) { self.contentType = contentType }

    /// Returns the bytes unchanged.
    public func encode(_ input: [UInt8]) throws(SerializationError) -> [UInt8] { input }
}

extension RequestSerialization where Self == BytesRequestSerializer {
    /// A serializer that writes bytes unchanged.
    public static var bytes: BytesRequestSerializer { BytesRequestSerializer() }
}
