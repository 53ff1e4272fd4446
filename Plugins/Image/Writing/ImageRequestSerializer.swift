public import Mimeograph

/// Writes an ``Image`` as the body of a request.
///
/// ```swift
/// try ImageRequestSerializer(.jpeg(quality: 90)).write(photo, into: &message)
/// ```
public struct ImageRequestSerializer<Encoding: ImageEncoding>: BodySerialization {
    /// How images are written.
    public var encoding: Encoding

    /// Makes the serializer.
    public init(_ encoding: Encoding) { self.encoding = encoding }

    /// The first media type of the format.
    public var contentType: MediaType { encoding.format.mediaTypes.first ?? .octetStream }

    /// Encodes the image.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` for an image that the format cannot hold.
    public func encode(_ input: Image) throws(SerializationError) -> [UInt8] { try encoding.encode(input) }
}
