public import Mimeograph

/// A serializer that writes a ``PropertyList`` as the body of a request.
///
/// Content-Type becomes `application/x-plist`, unless the request has one already. AFNetworking puts parameters of GET, HEAD and
/// DELETE into the URL, as does `HTTPRequestSerializer().writing(.propertyList)` of `MimeographForm`.
public struct PropertyListRequestSerializer: BodySerialization {
    /// A property list.
    public typealias Input = PropertyList

    /// The options for writing: XML or binary, and the order of keys.
    public var options: PropertyListWritingOptions
    /// The media type of the body. Default `application/x-plist` for either format, as in AFNetworking.
    public var contentType: MediaType = "application/x-plist"

    /// Creates a serializer. By default null is rejected in either format, as by Foundation and AFNetworking.
    public init(options: PropertyListWritingOptions = PropertyListWritingOptions(allowsNull: false)) {
        self.options = options
    }

    /// Encodes the value.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue``, with the coding path, for dates outside of the years 1 to 9999,
    ///   for null if it is not allowed, and in XML for control characters in strings.
    public func encode(_ input: PropertyList) throws(SerializationError) -> [UInt8] { try input.serialized(options) }
}

extension RequestSerialization where Self == PropertyListRequestSerializer {
    /// Writes property lists as XML.
    public static var propertyList: PropertyListRequestSerializer { PropertyListRequestSerializer() }
}
