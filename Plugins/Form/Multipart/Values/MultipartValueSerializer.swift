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
    private let isNative: Bool

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
        isNative = false
    }

    /// Every `multipart` type.
    public var acceptedTypes: [MediaRange] { MultipartStreamSerializer().acceptedTypes }

    /// Makes a parser for one body.
    ///
    /// - Throws: ``SerializationError/Code/missingContentType`` where the type has no usable boundary. The parser throws what
    ///   ``MultipartParser`` and the serializers do; the message of an error of a serializer names the part, and its body and
    ///   place are the part's.
    public func makeParser(
        for head: ResponseHead,
        limits: DecodingLimits
    ) throws(SerializationError) -> any IncrementalParser<MultipartValue<Value>> {
        let (serializers, isNative) = (serializers, isNative)
        return try MultipartValueParser(as: head.contentType, options: options, limits: limits) {
            (part, bytes, type) throws(SerializationError) in
            let value: Value?
            if isNative {
                value = try Self.whateverItIs(bytes, type, serializers, limits) as? Value
            } else {
                value = try serializers.read(Value.self, from: bytes, as: type, limits: limits)
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
        return try serializers.read(from: bytes, as: type, limits: limits)
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
        isNative = true
    }
}
