public import Mimeograph

/// A serializer that reads the parts of a body as they arrive, each with a serializer for its content type.
///
/// ```swift
/// let parts = MultipartValueSerializer(of: Reading.self, by: serializers) // each part may be JSON, XML, …
/// for try await part in parts.elements(in: chunks, head: head) {
///     print(part.head.name ?? "", part.value)
/// }
///
/// let anything = MultipartValueSerializer(by: serializers) // untyped values
/// ```
/// One part at a time is in memory. The `inputBytes` of the limits also applies to each part. For larger parts, use
/// ``MultipartStreamSerializer``.
public struct MultipartValueSerializer<Value: Sendable>: StreamingResponseSerialization {
    /// The registry that chooses the serializer of each part.
    public var serializers: SerializerRegistry
    /// The limits for parts.
    public var options: MultipartReadingOptions
    private let isForAnyValue: Bool

    /// Makes a serializer for parts of one type.
    ///
    /// - Parameters:
    ///   - type: The type of each part: any type that a registered serializer returns, or any `Decodable` type.
    ///   - serializers: The registry that chooses the serializer of each part. A part without a `Content-Type` is plain text.
    ///   - options: The limits for parts.
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
    /// - Throws: ``SerializationError/Code/missingContentType`` if the type has no valid boundary. The parser throws the errors
    ///   of ``MultipartParser`` and the serializers. A serializer's error names the part in its message, and its body and
    ///   location refer to the part.
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
            guard let value else { throw SerializationError(.dataShape, "A part has a value of an unexpected type.") }
            return MultipartValue(head: part, value: value)
        }
    }

    /// Returns the untyped value of a part. An empty part also has a value, so it does not end the stream.
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
    /// Makes a serializer for untyped parts. The value of an empty part is an `EmptyResponse`.
    ///
    /// - Parameters:
    ///   - serializers: The registry that chooses the serializer of each part. A part without a `Content-Type` is plain text.
    ///   - options: The limits for parts.
    public init(by serializers: SerializerRegistry, options: MultipartReadingOptions = .standard) {
        self.serializers = serializers
        self.options = options
        isForAnyValue = true
    }
}

/// A part of a body, read by a serializer for its content type.
public struct MultipartValue<Value: Sendable>: Sendable {
    /// The header fields of the part.
    public let head: MultipartHead
    /// The value of the content.
    public let value: Value

    /// Makes a part from its head and value.
    public init(head: MultipartHead, value: Value) {
        self.head = head
        self.value = value
    }
}

extension MultipartValue: Equatable where Value: Equatable {}
extension MultipartValue: Hashable where Value: Hashable {}

/// A format that decodes each part of a body as one `Decodable` type. A registry chooses the format by the part's content type.
///
/// `MultipartPlugin(parts:)` registers it:
/// ```swift
/// let formats = try SerializerRegistry { JSONPlugin(); XMLPlugin() }
/// let serializers = try formats.adding(MultipartPlugin(parts: formats))
/// for try await reading in try serializers.stream(Reading.self, from: chunks, head: head) { … }
/// ```
/// The elements are the values without heads. Use ``MultipartValueSerializer`` for both.
public struct MultipartValueFormat: CodableStreamFormat {
    /// The registry that chooses the format of each part.
    public var serializers: SerializerRegistry
    /// The limits for parts.
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
    /// - Throws: The same errors as ``MultipartValueSerializer/makeParser(for:limits:)``.
    public func makeParser<V: Decodable & Sendable>(
        of type: V.Type,
        as mediaType: MediaType?,
        limits: DecodingLimits
    ) throws(SerializationError) -> any IncrementalParser<V> {
        let serializers = serializers
        return try MultipartValueParser(as: mediaType, options: options, limits: limits) {
            (_, bytes, type) throws(SerializationError) in
            // An invalid media type means binary data. RFC 2045 §5.2 leaves this choice to the reader.
            try serializers.format(for: type ?? .octetStream).decode(V.self, from: bytes, limits: limits)
        }
    }
}

/// A parser that collects one part at a time, and makes an element from each.
struct MultipartValueParser<Element: Sendable>: IncrementalParser {
    private var parser: MultipartParser
    private let type: MediaType
    private let limits: DecodingLimits
    private let makeElement: @Sendable (MultipartHead, [UInt8], MediaType?) throws(SerializationError) -> Element
    /// The current part.
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
        // The parts before the failure are delivered first.
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

    /// Returns the same error with the number of the part in its message.
    private func inPart(_ error: SerializationError) -> SerializationError {
        var error = error
        error.message = "Part \(partNumber): \(error.message)"
        return error
    }
}
