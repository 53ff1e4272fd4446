public import Mimeograph

/// Reads a JSON body into a ``JSON`` value.
///
/// ```swift
/// var serializer = JSONResponseSerializer()
/// serializer.options.nullStripping = .objectMembers
/// let json = try serializer.read(body, head: head)
/// ```
///
/// The encoding is found in the bytes, and a charset parameter is not looked at, because the media type defines none.
/// Source: RFC 8259 §8.1 and §11.
public struct JSONResponseSerializer: ResponseSerialization {
    /// What is done with a body that holds no text at all.
    public enum EmptyBodies: Hashable, Sendable {
        /// It is an error of the code ``SerializationError/Code/emptyBody``, or ``SerializationError/Code/truncated``
        /// where there is white space.
        case refuse
        /// A body of no bytes or of exactly one space is null; other white space is an error (non-standard), unless
        /// ``JSONReadingOptions/treatsWhitespaceAsEmpty`` says otherwise.
        ///
        /// AFNetworking reads such a body as no object and no error. The space is what Ruby on Rails used to send.
        /// A registry handles empty bodies itself, unless the serializer is registered with `acceptsEmptyInput`.
        case null
    }

    /// What is accepted, and what happens to nulls and duplicate keys.
    public var options: JSONReadingOptions
    /// What is done with a body that holds no text at all. Default: it is refused.
    public var emptyBodies: EmptyBodies
    /// The media ranges it accepts: `application/json`, `text/json`, `text/javascript` and all types with the suffix
    /// `+json`.
    public var acceptedTypes: [MediaRange] = ["application/json", "*/*+json", "text/json", "text/javascript"]

    /// Makes a serializer.
    public init(options: JSONReadingOptions = .standard, emptyBodies: EmptyBodies = .refuse) {
        self.options = options
        self.emptyBodies = emptyBodies
    }

    /// As AFNetworking's: its three media types, no fragments, and empty bodies are null.
    public static var afnetworking: JSONResponseSerializer {
        var serializer = JSONResponseSerializer(
            options: JSONReadingOptions(allowsFragments: false),
            emptyBodies: .null
        )
        serializer.acceptedTypes = ["application/json", "text/json", "text/javascript"]
        return serializer
    }

    /// Reads the body.
    ///
    /// - Throws: ``SerializationError/Code/syntax``, ``SerializationError/Code/truncated``,
    ///   ``SerializationError/Code/invalidText``, ``SerializationError/Code/emptyBody``,
    ///   ``SerializationError/Code/limitExceeded``.
    public func read(
        _ body: Span<UInt8>,
        head: ResponseHead,
        limits: DecodingLimits
    ) throws(SerializationError) -> JSON {
        let isEmpty = options.isEmpty(body)
        if emptyBodies == .null, isEmpty || (body.count == 1 && body[0] == 0x20) { return .null }
        return try JSON(parsing: isEmpty ? body.extracting(0..<0) : body, options: options, limits: limits)
    }
}

extension ResponseSerialization where Self == JSONResponseSerializer {
    /// Reads JSON documents with standard options.
    public static var json: JSONResponseSerializer { JSONResponseSerializer() }
}
