/// Writes one value into a request.
///
/// ## Choosing it
/// A serializer whose body is bytes conforms to ``BodySerialization`` and says what the bytes are; the rest is done. This
/// protocol is for what writes more than a body, or one that is a stream: parameters of a URL, default fields, a form of
/// several parts.
///
/// On a throw the message is unchanged.
public protocol RequestSerialization<Input>: Sendable {
    /// The type of the value.
    associatedtype Input

    /// The concrete media type it writes.
    var contentType: MediaType { get }

    /// Writes the value into the message; a body by ``RequestMessage/setBody(_:as:)``, which sets Content-Type.
    ///
    /// - Parameters:
    ///   - input: The value.
    ///   - message: The request; unchanged when this throws.
    /// - Throws: ``SerializationError/Code/unencodableValue`` and what the format's page lists.
    func write(_ input: Input, into message: inout RequestMessage) throws(SerializationError)
}

/// Encodes one value as the bytes of a body.
///
/// ```swift
/// struct LineCountWriter: BodySerialization {
///     var contentType: MediaType { "text/plain" }
///     func encode(_ input: Int) throws(SerializationError) -> [UInt8] { Array("\(input)\n".utf8) }
/// }
/// ```
public protocol BodySerialization<Input>: RequestSerialization {
    /// The type of the value; named anew so that ``encode(_:)`` says what it is.
    associatedtype Input

    /// Encodes the value.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` and what the format's page lists.
    func encode(_ input: Input) throws(SerializationError) -> [UInt8]
}

extension BodySerialization {
    /// Sets the body, and Content-Type where there is none. One that the caller has set stays as it is.
    ///
    /// - Throws: What encoding the value throws; the message is then unchanged.
    public func write(_ input: Input, into message: inout RequestMessage) throws(SerializationError) {
        message.setBody(.bytes(try encode(input)), as: contentType)
    }
}

extension RequestMessage {
    /// Sets the body, and Content-Type where there is none: one that the caller has set stays as it is.
    ///
    /// - Parameters:
    ///   - body: The body.
    ///   - mediaType: What it is, where the message does not say so already.
    public mutating func setBody(_ body: MessageBody, as mediaType: MediaType) {
        self.body = body
        if !fields.contains("Content-Type") { fields["Content-Type"] = mediaType.description }
    }
}

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
