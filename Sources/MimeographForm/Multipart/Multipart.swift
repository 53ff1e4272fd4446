public import Mimeograph
import MimeographText

/// A multipart body that is read as a whole.
public struct Multipart: Hashable, Sendable {
    /// The media type of the body.
    public let type: MediaType
    /// The parts in order.
    public let parts: [Part]

    /// One part.
    public struct Part: Hashable, Sendable {
        /// The header fields.
        public let head: MultipartHead
        /// The content as it was sent. A `Content-Transfer-Encoding` is not decoded; browsers never send one.
        public let bytes: [UInt8]

        /// The name of the form field, if any.
        public var name: String? { head.name }
        /// The file name that the sender chose, if any. It may contain anything.
        public var fileName: String? { head.fileName }
        /// The `Content-Type`; nil if it is missing or invalid.
        public var contentType: MediaType? { head.contentType }

        /// The content as text in the charset of its `Content-Type`, or in UTF-8; nil if the bytes are not valid text.
        public var text: String? {
            do throws(SerializationError) {
                return try TextDecoding.decode(bytes.span, charset: contentType?.charset).text
            } catch {
                return nil
            }
        }
    }

    /// Reads a body.
    ///
    /// - Parameters:
    ///   - body: All bytes.
    ///   - type: The media type, including its boundary.
    ///   - options: The limits for parts.
    ///   - limits: The limits for the body.
    /// - Throws: ``SerializationError/Code/syntax``, ``SerializationError/Code/truncated`` and
    ///   ``SerializationError/Code/limitExceeded``, with the location; ``SerializationError/Code/missingContentType`` if the type
    ///   has no valid boundary.
    public init(
        parsing body: Span<UInt8>,
        type: MediaType,
        options: MultipartReadingOptions = .standard,
        limits: DecodingLimits = .standard
    ) throws(SerializationError) {
        try limits.check(.inputBytes, body.count)
        var options = options
        // The body is in memory, so each part can be one chunk.
        options.chunkSize = .max
        var parser = try MultipartParser(type: type, options: options, limits: limits)
        var collector = PartCollector()
        var elements: [MultipartElement] = []
        do throws(SerializationError) {
            try parser.consume(body, into: &elements)
            try parser.finish(into: &elements)
        } catch {
            var error = error
            error.location = SourceLocation(offset: parser.failureOffset, in: body)
            throw error
        }
        for element in elements { collector.append(element) }
        self.type = type
        parts = collector.parts
    }

    /// Reads a body from any collection of bytes, such as `[UInt8]`, a slice or `Data`.
    ///
    /// - Throws: The same errors as the initializer with a span.
    public init(
        parsing body: some Collection<UInt8>,
        type: MediaType,
        options: MultipartReadingOptions = .standard,
        limits: DecodingLimits = .standard
    ) throws(SerializationError) {
        self = try withBytes(of: body) { (span) throws(SerializationError) in
            try Multipart(parsing: span, type: type, options: options, limits: limits)
        }
    }

    /// The first part for the form field with that name, if any.
    public subscript(name: String) -> Part? { parts.first { $0.isNamed(name) } }

    /// Returns all parts for the form field with that name, in order.
    public func parts(named name: String) -> [Part] { parts.filter { $0.isNamed(name) } }

    /// The root part of a `multipart/related` body: the part that `start` names, or else the first.
    ///
    /// Source: RFC 2387 §3.2.
    public var root: Part? {
        guard let start = type[parameter: "start"] else { return parts.first }
        let id = ByteEqualString(start.withoutAngleBrackets)
        return parts.first { part in part.head.contentID.map { ByteEqualString($0) } == id }
    }
}

extension Multipart.Part {
    fileprivate func isNamed(_ name: String) -> Bool { self.name?.hasSameBytes(as: name) ?? false }
}

/// A collector that assembles parts from elements.
private struct PartCollector {
    var parts: [Multipart.Part] = []
    var head = MultipartHead(fields: [:])
    var bytes: [UInt8] = []

    mutating func append(_ element: MultipartElement) {
        switch element {
        case .head(let head): self.head = head
        case .bytes(let chunk): bytes = bytes.isEmpty ? chunk : bytes + chunk
        case .end:
            parts.append(Multipart.Part(head: head, bytes: bytes))
            bytes = []
        }
    }
}

extension Multipart.Part {
    /// Reads the content with a serializer for its content type.
    ///
    /// ```swift
    /// let form = try serializers.read(Multipart.self, from: body, head: head)
    /// let options = try form["options"]?.read(Options.self, by: serializers)
    /// ```
    /// - Parameters:
    ///   - type: The type to read: any type that a registered serializer returns, or any `Decodable` type.
    ///   - serializers: The registry that chooses the serializer. A part without a `Content-Type` is plain text.
    ///   - limits: The limits for the part. If nil, the limits of the registration apply, or else the limits of the registry.
    /// - Throws: The same errors as `SerializerRegistry.decode(_:from:as:limits:)`, with the body of the part.
    public func read<Value: Sendable>(
        _ type: Value.Type = Value.self,
        by serializers: SerializerRegistry,
        limits: DecodingLimits? = nil
    ) throws(SerializationError) -> Value {
        try serializers.decode(type, from: bytes, as: head.contentType(in: nil), limits: limits)
    }

    /// Reads the content as an untyped value, with a serializer for its content type.
    ///
    /// - Throws: The same errors as the method with a type.
    public func read(
        by serializers: SerializerRegistry,
        limits: DecodingLimits? = nil
    ) throws(SerializationError) -> any Sendable {
        try serializers.anyValue(from: bytes, as: head.contentType(in: nil), limits: limits)
    }
}

extension MultipartHead {
    /// Returns the media type that a registry uses to choose the serializer; nil if the part has an invalid `Content-Type`.
    ///
    /// - Parameter type: The type of the whole body, which sets the default type of its parts.
    ///
    /// Source: RFC 2046 §5.1 (plain text), §5.1.5 (messages, in a digest).
    func contentType(in type: MediaType?) -> MediaType? {
        if fields.contains("Content-Type") { return fields.contentType }
        return type?.essence == "multipart/digest" ? "message/rfc822" : .textPlain
    }
}
