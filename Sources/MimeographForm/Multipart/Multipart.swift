public import Mimeograph
import MimeographText

/// A body of several parts, read whole.
public struct Multipart: Hashable, Sendable {
    /// The media type that it came with.
    public let type: MediaType
    /// The parts in order.
    public let parts: [Part]

    /// One part.
    public struct Part: Hashable, Sendable {
        /// The header fields, and what they say.
        public let head: MultipartHead
        /// The content as it was sent; a Content-Transfer-Encoding is not undone, and no browser sends one.
        public let bytes: [UInt8]

        /// The name of the form's field; nil where there is none.
        public var name: String? { head.name }
        /// The name of the file, which may hold anything; nil where there is none.
        public var fileName: String? { head.fileName }
        /// Content-Type; nil where there is none that can be read.
        public var contentType: MediaType? { head.contentType }

        /// The content as text, in the charset of its Content-Type, else in UTF-8; nil where the bytes are no such text.
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
    ///   - type: The media type, with its boundary.
    ///   - options: What the parts may cost.
    ///   - limits: What the body may cost.
    /// - Throws: ``SerializationError/Code/syntax``, ``SerializationError/Code/truncated`` and
    ///   ``SerializationError/Code/limitExceeded``, with the location; ``SerializationError/Code/missingContentType`` where the
    ///   type has no usable boundary.
    public init(
        parsing body: Span<UInt8>,
        type: MediaType,
        options: MultipartReadingOptions = .standard,
        limits: DecodingLimits = .standard
    ) throws(SerializationError) {
        try limits.check(.inputBytes, body.count)
        var options = options
        // The body is bounded, so that each part can be one piece.
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

    /// Reads a body from any collection of bytes: `[UInt8]`, a slice, `Data`.
    ///
    /// - Throws: As the initializer with a span.
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

    /// The first part of the form's field of that name; nil where there is none.
    public subscript(name: String) -> Part? { parts.first { $0.isNamed(name) } }

    /// All parts of the form's field of that name, in order.
    public func parts(named name: String) -> [Part] { parts.filter { $0.isNamed(name) } }

    /// The part that the others of `multipart/related` belong to: the one that `start` names, else the first.
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

/// Puts parts together from elements.
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
    /// Reads the content by its own content type.
    ///
    /// ```swift
    /// let form = try serializers.read(Multipart.self, from: body, head: head)
    /// let options = try form["options"]?.read(Options.self, by: serializers)
    /// ```
    /// - Parameters:
    ///   - type: The type that is wanted; any type that a registered serializer makes, or any `Decodable`.
    ///   - serializers: What chooses the serializer. A part without a Content-Type is plain text.
    ///   - limits: What the part may cost; nil stands for the registration's, else the registry's.
    /// - Throws: As `SerializerRegistry.decode(_:from:as:limits:)`, with the body of the part.
    public func read<Value: Sendable>(
        _ type: Value.Type = Value.self,
        by serializers: SerializerRegistry,
        limits: DecodingLimits? = nil
    ) throws(SerializationError) -> Value {
        try serializers.decode(type, from: bytes, as: head.contentType(in: nil), limits: limits)
    }

    /// Reads the content as whatever it is, by its own content type.
    ///
    /// - Throws: As the form with a type.
    public func read(
        by serializers: SerializerRegistry,
        limits: DecodingLimits? = nil
    ) throws(SerializationError) -> any Sendable {
        try serializers.anyValue(from: bytes, as: head.contentType(in: nil), limits: limits)
    }
}

extension MultipartHead {
    /// The media type by which a registry chooses the serializer of the part; nil where the part names one that is none.
    ///
    /// - Parameter type: The type of the whole body, which says what a part is that does not say it.
    ///
    /// Source: RFC 2046 §5.1 (plain text), §5.1.5 (messages, in a digest).
    func contentType(in type: MediaType?) -> MediaType? {
        if fields.contains("Content-Type") { return fields.contentType }
        return type?.essence == "multipart/digest" ? "message/rfc822" : .textPlain
    }
}
