public import Mimeograph

/// Writes a ``JSON`` value as the body of a request.
///
/// Content-Type becomes `application/json`, unless the request has one already.
public struct JSONRequestSerializer: RequestSerialization {
    /// A JSON value.
    public typealias Input = JSON

    /// How the text is laid out.
    public var options: JSONWritingOptions
    /// Whether a value outside of any array or object may be sent. Default true; AFNetworking refuses such values.
    public var allowsFragments: Bool
    /// What adds default fields, and for GET, HEAD and DELETE writes the members into the URL instead of a body.
    ///
    /// Default nil: the value is the body, whatever the method is, and no other field is set. A registry's writers are so.
    public var request: HTTPRequestSerializer?

    /// Makes a serializer.
    public init(
        options: JSONWritingOptions = .compact,
        allowsFragments: Bool = true,
        request: HTTPRequestSerializer? = nil
    ) {
        self.options = options
        self.allowsFragments = allowsFragments
        self.request = request
    }

    /// As AFNetworking's: only arrays and objects, `/` is escaped, default fields are added, and parameters of GET, HEAD
    /// and DELETE go into the URL.
    public static var afnetworking: JSONRequestSerializer {
        JSONRequestSerializer(options: .afnetworking, allowsFragments: false, request: HTTPRequestSerializer())
    }

    /// `application/json`.
    public var contentType: MediaType { "application/json" }

    /// Writes the value as the body, or into the URL where ``request`` says so.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` for infinities and not-a-number, and for values that are
    ///   no container where these are not allowed. The message is then unchanged.
    public func write(_ input: JSON, into message: inout RequestMessage) throws(SerializationError) {
        try write(Optional(input), into: &message)
    }

    /// Writes the value as the body; without one there is neither a body nor a Content-Type, but the
    /// default fields of ``request``.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue``. The message is then unchanged.
    public func write(_ input: JSON?, into message: inout RequestMessage) throws(SerializationError) {
        if let request {
            try request.write(input, into: &message) { (value, message) throws(SerializationError) in
                try writeBody(value, into: &message)
            }
        } else if let input {
            try writeBody(input, into: &message)
        }
    }

    private func writeBody(_ input: JSON, into message: inout RequestMessage) throws(SerializationError) {
        if !allowsFragments, input.kind != .array, input.kind != .object {
            throw SerializationError(
                .unencodableValue,
                "The value is neither an array nor an object, and this serializer sends nothing else.",
                remedy: "Put it into an array or an object, or set JSONRequestSerializer.allowsFragments."
            )
        }
        message.body = .bytes(try input.serialized(options))
        if !message.fields.contains("Content-Type") { message.fields["Content-Type"] = contentType.description }
    }
}

extension RequestSerialization where Self == JSONRequestSerializer {
    /// Writes JSON documents without white space.
    public static var json: JSONRequestSerializer { JSONRequestSerializer() }
}
