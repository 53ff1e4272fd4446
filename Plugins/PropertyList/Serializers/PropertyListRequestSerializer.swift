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

    /// What adds default fields, and for GET, HEAD and DELETE writes the members into the URL instead of a body.
    ///
    /// Default nil: the value is the body, whatever the method is, and no other field is set. A registry's writers are so.
    public var request: HTTPRequestSerializer?

    /// Makes a serializer. Null is refused in either format, because Foundation and AFNetworking do so.
    public init(
        options: PropertyListWritingOptions = PropertyListWritingOptions(allowsNull: false),
        request: HTTPRequestSerializer? = nil
    ) {
        self.options = options
        self.request = request
    }

    /// As AFNetworking's: XML, default fields are added, and parameters of GET, HEAD and DELETE go into the URL.
    public static var afnetworking: PropertyListRequestSerializer {
        PropertyListRequestSerializer(request: HTTPRequestSerializer())
    }

    /// Writes the value as the body, or into the URL where ``request`` says so.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` for dates outside of the years 1 to 9999, for null where it
    ///   is not allowed, in XML for control characters in strings, and in a URL for a value without names at its root; with
    ///   the coding path. The message is then unchanged.
    public func write(_ input: PropertyList, into message: inout RequestMessage) throws(SerializationError) {
        try write(Optional(input), into: &message)
    }

    /// Writes the value as the body; without one there is neither a body nor a Content-Type, but the default fields of
    /// ``request``.
    ///
    /// - Throws: As the form for a value. The message is then unchanged.
    public func write(_ input: PropertyList?, into message: inout RequestMessage) throws(SerializationError) {
        if let request {
            try request.write(input, into: &message) { (value, message) throws(SerializationError) in
                try writeBody(value, into: &message)
            }
        } else if let input {
            try writeBody(input, into: &message)
        }
    }

    private func writeBody(_ input: PropertyList, into message: inout RequestMessage) throws(SerializationError) {
        message.body = .bytes(try input.serialized(options))
        if !message.fields.contains("Content-Type") { message.fields["Content-Type"] = contentType.description }
    }
}

extension RequestSerialization where Self == PropertyListRequestSerializer {
    /// Writes property lists as XML.
    public static var propertyList: PropertyListRequestSerializer { PropertyListRequestSerializer() }
}
