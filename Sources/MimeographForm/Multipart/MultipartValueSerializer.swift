public import Mimeograph

/// Reads the parts of a body while it arrives, each by a serializer of its own content type.
///
/// ```swift
/// let parts = MultipartValueSerializer(of: Reading.self, by: serializers)      // JSON, XML, whatever each part is
/// for try await part in parts.elements(in: chunks, head: head) {
///     print(part.head.name ?? "", part.value)
/// }
///
/// let anything = MultipartValueSerializer(by: serializers)                     // the value of each part is what it is
/// ```
/// One part at a time is in memory, and may have as many bytes as `inputBytes` of the limits allow; for larger ones there is
/// ``MultipartStreamSerializer``.
public struct MultipartValueSerializer<Value: Sendable>: StreamingResponseSerialization {
    /// What chooses the serializer of a part.
    public var serializers: SerializerRegistry
    /// What the parts may cost.
    public var options: MultipartReadingOptions
    private let isForAnyValue: Bool

    /// Makes a serializer of parts that all stand for one type.
    ///
    /// - Parameters:
    ///   - type: The type of each part; any type that a registered serializer makes, or any `Decodable`.
    ///   - serializers: What chooses the serializer of a part. A part without a Content-Type is plain text.
    ///   - options: What the parts may cost.
    public init(
        of type: Value.Type,
        by serializers: SerializerRegistry,
        options: MultipartReadingOptions = .standard
    ) {
        self.serializers = serializers
        self.options = options
        isForAnyValue = false
    }

    /// Every `multipart` type.
    public var acceptedTypes: [MediaRange] { MultipartStreamSerializer().acceptedTypes }

    /// Makes a parser for one body.
    ///
    /// - Throws: ``SerializationError/Code/missingContentType`` where the type has no usable boundary. The parser throws what
    ///   ``MultipartParser`` and the serializers do; the message of an error of a serializer names the part, and its body and
    ///   location are the part's.
    public func makeParser(
        for head: ResponseHead,
        limits: DecodingLimits
    ) throws(SerializationError) -> any IncrementalParser<MultipartValue<Value>> {
        let (serializers, isForAnyValue) = (serializers, isForAnyValue)
        return try MultipartValueParser(as: head.contentType, options: options, limits: limits) {
            (part, bytes, type) throws(SerializationError) in
            let value: Value?
            if isForAnyValue {
                value = try Self.whateverItIs(bytes, type, serializers, limits) as? Value
            } else {
                value = try serializers.decode(Value.self, from: bytes, as: type, limits: limits)
            }
            guard let value else { throw SerializationError(.dataShape, "A part has a value of another type.") }
            return MultipartValue(head: part, value: value)
        }
    }

    /// What a part is; one without content has a value, too, so that it does not end the others.
    private static func whateverItIs(
        _ bytes: [UInt8],
        _ type: MediaType?,
        _ serializers: SerializerRegistry,
        _ limits: DecodingLimits
    ) throws(SerializationError) -> any Sendable {
        if bytes.isEmpty { return EmptyResponse() }
        return try serializers.anyValue(from: bytes, as: type, limits: limits)
    }
}

extension MultipartValueSerializer where Value == any Sendable {
    /// Makes a serializer of parts that are whatever they are; the value of one without content is an `EmptyResponse`.
    ///
    /// - Parameters:
    ///   - serializers: What chooses the serializer of a part. A part without a Content-Type is plain text.
    ///   - options: What the parts may cost.
    public init(by serializers: SerializerRegistry, options: MultipartReadingOptions = .standard) {
        self.serializers = serializers
        self.options = options
        isForAnyValue = true
    }
}

/// A part of a body, read by a serializer of its own content type.
public struct MultipartValue<Value: Sendable>: Sendable {
    /// The header fields of the part, and what they say.
    public let head: MultipartHead
    /// What its content stands for.
    public let value: Value

    /// Makes a part of what was read.
    public init(head: MultipartHead, value: Value) {
        self.head = head
        self.value = value
    }
}

extension MultipartValue: Equatable where Value: Equatable {}
extension MultipartValue: Hashable where Value: Hashable {}

/// Decodes each part of a body as one `Decodable` type, by whatever a registry has for the part's own content type.
///
/// `MultipartPlugin(parts:)` registers one:
/// ```swift
/// let formats = try SerializerRegistry { JSONPlugin(); XMLPlugin() }
/// let serializers = try formats.adding(MultipartPlugin(parts: formats))
/// for try await reading in try serializers.stream(Reading.self, from: chunks, head: head) { … }
/// ```
/// The elements are the values alone; ``MultipartValueSerializer`` gives their heads beside them.
public struct MultipartValueFormat: CodableStreamFormat {
    /// What chooses the serializer of a part.
    public var serializers: SerializerRegistry
    /// What the parts may cost.
    public var options: MultipartReadingOptions

    /// Makes a format.
    public init(by serializers: SerializerRegistry, options: MultipartReadingOptions = .standard) {
        self.serializers = serializers
        self.options = options
    }

    /// Every `multipart` type.
    public var acceptedTypes: [MediaRange] { MultipartStreamSerializer().acceptedTypes }

    /// Makes a parser that decodes each part.
    ///
    /// - Throws: As ``MultipartValueSerializer/makeParser(for:limits:)``.
    public func makeParser<V: Decodable & Sendable>(
        of type: V.Type,
        as mediaType: MediaType?,
        limits: DecodingLimits
    ) throws(SerializationError) -> any IncrementalParser<V> {
        let serializers = serializers
        return try MultipartValueParser(as: mediaType, options: options, limits: limits) {
            (_, bytes, type) throws(SerializationError) in
            // A type that is no media type is a piece of bytes. Source: RFC 2045 §5.2 leaves it to the reader.
            try serializers.format(for: type ?? .octetStream).decode(V.self, from: bytes, limits: limits)
        }
    }
}

/// Puts parts together, one at a time, and makes an element of each.
struct MultipartValueParser<Element: Sendable>: IncrementalParser {
    private var parser: MultipartParser
    private let type: MediaType
    private let limits: DecodingLimits
    private let makeElement: @Sendable (MultipartHead, [UInt8], MediaType?) throws(SerializationError) -> Element
    /// The part that is being read.
    private var head = MultipartHead(fields: [:])
    private var bytes: [UInt8] = []
    private var partNumber = 0

    init(
        as mediaType: MediaType?,
        options: MultipartReadingOptions,
        limits: DecodingLimits,
        makeElement: @escaping @Sendable (MultipartHead, [UInt8], MediaType?) throws(SerializationError) -> Element
    ) throws(SerializationError) {
        type = try MultipartParser.known(mediaType)
        parser = try MultipartParser(type: type, options: options, limits: limits)
        self.limits = limits
        self.makeElement = makeElement
    }

    mutating func consume(_ chunk: Span<UInt8>, into elements: inout [Element]) throws(SerializationError) {
        var pieces: [MultipartElement] = []
        var failure: SerializationError?
        do throws(SerializationError) { try parser.consume(chunk, into: &pieces) } catch { failure = error }
        // What came before the failure is delivered before it.
        for piece in pieces { try read(piece, into: &elements) }
        if let failure { throw failure }
    }

    mutating func finish(into elements: inout [Element]) throws(SerializationError) {
        var pieces: [MultipartElement] = []
        try parser.finish(into: &pieces)
    }

    private mutating func read(_ piece: MultipartElement, into elements: inout [Element]) throws(SerializationError) {
        switch piece {
        case .head(let head):
            self.head = head
            partNumber += 1
        case .bytes(let chunk):
            guard chunk.count <= limits.inputBytes - bytes.count else {
                throw inPart(.limitExceeded(.inputBytes, allowed: limits.inputBytes))
            }
            bytes += chunk
        case .end:
            defer { bytes = [] }
            do throws(SerializationError) {
                elements.append(try makeElement(head, bytes, head.contentType(in: type)))
            } catch {
                throw inPart(error)
            }
        }
    }

    /// The same error with a message that says which part it is about.
    private func inPart(_ error: SerializationError) -> SerializationError {
        var error = error
        error.message = "Part \(partNumber): \(error.message)"
        return error
    }
}
