public import Mimeograph

/// Writes an ``Image`` as the body of a request.
///
/// ```swift
/// try ImageRequestSerializer(.jpeg(quality: 90)).write(photo, into: &message)
/// ```
public struct ImageRequestSerializer<Encoding: ImageEncoding>: RequestSerialization {
    /// How images are written.
    public var encoding: Encoding

    /// Makes the serializer.
    public init(_ encoding: Encoding) { self.encoding = encoding }

    /// The first media type of the format.
    public var contentType: MediaType { encoding.format.mediaTypes.first ?? .octetStream }

    /// Writes the image as the body of the message and sets its Content-Type.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` for an image that the format cannot hold.
    public func write(_ input: Image, into message: inout RequestMessage) throws(SerializationError) {
        let bytes = try encoding.encode(input)
        message.fields["Content-Type"] = contentType.description
        message.body = .bytes(bytes)
    }
}
