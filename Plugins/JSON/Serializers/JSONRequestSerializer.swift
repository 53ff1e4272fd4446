public import Mimeograph

/// Writes a ``JSON`` value as the body of a request.
///
/// Content-Type becomes `application/json`, unless the request has one already.
public struct JSONRequestSerializer: BodySerialization {
    /// A JSON value.
    public typealias Input = JSON

    /// How the text is laid out.
    public var options: JSONWritingOptions
    /// Whether a value outside of any array or object may be sent. Default true; AFNetworking refuses such values.
    public var allowsFragments: Bool

    /// Makes a serializer.
    public init(options: JSONWritingOptions = .compact, allowsFragments: Bool = true) {
        self.options = options
        self.allowsFragments = allowsFragments
    }

    /// The body as AFNetworking has it: only arrays and objects, and `/` is escaped.
    ///
    /// `HTTPRequestSerializer().writing(.afnetworking)` of `MimeographForm` adds default fields, and puts parameters of GET, HEAD and DELETE into the URL.
    public static var afnetworking: JSONRequestSerializer {
        JSONRequestSerializer(options: .afnetworking, allowsFragments: false)
    }

    /// `application/json`.
    public var contentType: MediaType { "application/json" }

    /// Encodes the value.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` for infinities and not-a-number, and for values that are
    ///   no container where these are not allowed.
    public func encode(_ input: JSON) throws(SerializationError) -> [UInt8] {
        if !allowsFragments, input.kind != .array, input.kind != .object {
            throw SerializationError(
                .unencodableValue,
                "The value is neither an array nor an object, and this serializer sends nothing else.",
                remedy: "Put it into an array or an object, or set JSONRequestSerializer.allowsFragments."
            )
        }
        return try input.serialized(options)
    }
}

extension RequestSerialization where Self == JSONRequestSerializer {
    /// Writes JSON documents without white space.
    public static var json: JSONRequestSerializer { JSONRequestSerializer() }
}
