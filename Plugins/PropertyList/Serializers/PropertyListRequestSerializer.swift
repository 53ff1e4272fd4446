public import Mimeograph

/// Writes a ``PropertyList`` as the body of a request.
///
/// Content-Type becomes `application/x-plist`, unless the request has one already. AFNetworking's puts parameters of GET,
/// HEAD and DELETE into the URL, as `HTTPRequestSerializer().writing(.propertyList)` of `MimeographForm` does.
public struct PropertyListRequestSerializer: BodySerialization {
    /// A property list.
    public typealias Input = PropertyList

    /// XML or binary, and the order of keys.
    public var options: PropertyListWritingOptions
    /// The media type that is set. Default `application/x-plist` for either format, as AFNetworking has it.
    public var contentType: MediaType = "application/x-plist"

    /// Makes a serializer. Null is refused in either format, because Foundation and AFNetworking do so.
    public init(options: PropertyListWritingOptions = PropertyListWritingOptions(allowsNull: false)) {
        self.options = options
    }

    /// Encodes the value.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` for dates outside of the years 1 to 9999, for null where it is not
    ///   allowed, and in XML for control characters in strings; with the coding path.
    public func encode(_ input: PropertyList) throws(SerializationError) -> [UInt8] { try input.serialized(options) }
}

extension RequestSerialization where Self == PropertyListRequestSerializer {
    /// Writes property lists as XML.
    public static var propertyList: PropertyListRequestSerializer { PropertyListRequestSerializer() }
}
