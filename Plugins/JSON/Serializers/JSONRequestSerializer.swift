public import Mimeograph

/// A serializer that writes a ``JSON`` value as the body of a request.
///
/// Content-Type becomes `application/json`, unless the request has one already.
public struct JSONRequestSerializer: BodySerialization {
    /// A JSON value.
    public typealias Input = JSON

    /// The layout of the text.
    public var options: JSONWritingOptions
    /// Whether a value outside of any array or object may be sent. Default true; AFNetworking rejects such values.
    public var allowsFragments: Bool

    /// Makes a serializer.
    public init(options: JSONWritingOptions = .compact, allowsFragments: Bool = true) {
        self.options = options
        self.allowsFragments = allowsFragments
    }

    /// A serializer that matches AFNetworking: it sends only arrays and objects, and escapes `/`.
    ///
    /// `HTTPRequestSerializer().writing(.afnetworking)` of `MimeographForm` adds default fields, and puts parameters of GET, HEAD
    /// and DELETE into the URL.
    public static var afnetworking: JSONRequestSerializer {
        JSONRequestSerializer(options: .afnetworking, allowsFragments: false)
    }

    /// `application/json`.
    public var contentType: MediaType { "application/json" }

    /// Encodes the value.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` for infinities and NaN, and for a value that is not a container if
    ///   only containers may be sent.
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
