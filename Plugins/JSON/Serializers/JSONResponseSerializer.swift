public import Mimeograph

/// A serializer that reads a JSON body into a ``JSON`` value.
///
/// ```swift
/// var serializer = JSONResponseSerializer()
/// serializer.options.nullStripping = .objectMembers
/// let json = try serializer.read(body, head: head)
/// ```
///
/// The encoding is detected from the bytes. A charset parameter is ignored, because the media type defines none. Source: RFC 8259
/// §8.1 and §11.
public struct JSONResponseSerializer: ResponseSerialization {
    /// The treatment of a body that contains no text.
    public enum EmptyBodies: Hashable, Sendable {
        /// Throws ``SerializationError/Code/emptyBody``, or ``SerializationError/Code/truncated`` if there is white space.
        case refuse
        /// Reads a body of no bytes or of exactly one space as null (non-standard). Other white space throws an error, unless
        /// ``JSONReadingOptions/treatsWhitespaceAsEmpty`` is set.
        ///
        /// AFNetworking returns neither an object nor an error for such a body. Ruby on Rails used to send the space. A registry
        /// handles empty bodies itself, unless the serializer is registered with `acceptsEmptyInput`.
        case null
    }

    /// The options for reading: what is accepted, and how nulls and duplicate keys are treated.
    public var options: JSONReadingOptions
    /// The treatment of a body that contains no text. Default: it is rejected.
    public var emptyBodies: EmptyBodies
    /// The accepted media ranges: `application/json`, `text/json`, `text/javascript` and all types with the suffix `+json`.
    public var acceptedTypes: [MediaRange] = ["application/json", "*/*+json", "text/json", "text/javascript"]

    /// Makes a serializer.
    public init(options: JSONReadingOptions = .standard, emptyBodies: EmptyBodies = .refuse) {
        self.options = options
        self.emptyBodies = emptyBodies
    }

    /// A serializer that matches AFNetworking: its three media types, no fragments, and empty bodies read as null.
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
