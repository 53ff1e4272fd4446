public import Mimeograph

/// Writes a ``PropertyList`` as the body of a request.
///
/// Content-Type becomes `application/x-plist`, unless the request has one already.
public struct PropertyListRequestSerializer: RequestSerialization {
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

    /// Writes the value as the body, whatever the method is. AFNetworking's puts parameters of GET, HEAD and DELETE into the URL, as
    /// `HTTPRequestSerializer().writing(.propertyList)` of `MimeographForm` does.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` for dates outside of the years 1 to 9999, for null where it is not
    ///   allowed, and in XML for control characters in strings; with the coding path. The message is then unchanged.
    public func write(_ input: PropertyList, into message: inout RequestMessage) throws(SerializationError) {
        message.body = .bytes(try input.serialized(options))
        if !message.fields.contains("Content-Type") { message.fields["Content-Type"] = contentType.description }
    }
}

extension RequestSerialization where Self == PropertyListRequestSerializer {
    /// Writes property lists as XML.
    public static var propertyList: PropertyListRequestSerializer { PropertyListRequestSerializer() }
}
