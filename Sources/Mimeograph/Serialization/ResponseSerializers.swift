extension ResponseSerialization {
    /// Returns a serializer that transforms this one's values.
    ///
    /// ```swift
    /// let lines = TextResponseSerializer().map { $0.split(separator: "\n").map(String.init) }
    /// ```
    /// - Parameter transform: Makes the new value, or throws, for example ``SerializationError/Code/dataShape``.
    public func map<NewOutput: Sendable>(
        _ transform: @escaping @Sendable (Output) throws(SerializationError) -> NewOutput
    ) -> some ResponseSerialization<NewOutput> {
        MappedResponseSerializer(base: self, transform: transform)
    }

    /// Returns a serializer that reads the preprocessed body.
    ///
    /// It accepts every body without inspection. After preprocessing, this serializer inspects the bytes; if it declines them,
    /// reading throws ``SerializationError/Code/declined``. An empty body is not preprocessed.
    /// ```swift
    /// let guarded = JSONResponseSerializer().preprocessed(by: .xssiPrefix)
    /// ```
    public func preprocessed(by preprocessor: some BodyPreprocessing) -> some ResponseSerialization<Output> {
        PreprocessedResponseSerializer(base: self, preprocessor: preprocessor)
    }
}

extension CodableFormat {
    /// Returns a serializer that decodes one type, for code that needs a serializer of a fixed output.
    ///
    /// ```swift
    /// let users = JSONFormat().serializer(of: [User].self)
    /// let list = try users.read(body, head: head)
    /// ```
    public func serializer<Value: Decodable & Sendable>(
        of type: Value.Type = Value.self
    ) -> some ResponseSerialization<Value> {
        DecodedResponseSerializer<Self, Value>(format: self)
    }
}

private struct MappedResponseSerializer<Base: ResponseSerialization, Output: Sendable>: ResponseSerialization {
    let base: Base
    let transform: @Sendable (Base.Output) throws(SerializationError) -> Output

    var acceptedTypes: [MediaRange] { base.acceptedTypes }

    func inspect(_ prefix: Span<UInt8>, head: ResponseHead) -> Inspection { base.inspect(prefix, head: head) }

    func read(
        _ body: Span<UInt8>,
        head: ResponseHead,
        limits: DecodingLimits
    ) throws(SerializationError) -> Output {
        try transform(base.read(body, head: head, limits: limits))
    }
}

private struct PreprocessedResponseSerializer<Base: ResponseSerialization>: ResponseSerialization {
    let base: Base
    let preprocessor: any BodyPreprocessing

    var acceptedTypes: [MediaRange] { base.acceptedTypes }

    func read(
        _ body: Span<UInt8>,
        head: ResponseHead,
        limits: DecodingLimits
    ) throws(SerializationError) -> Base.Output {
        try limits.check(.inputBytes, body.count)
        guard body.count > 0 else { return try base.read(body, head: head, limits: limits) }
        let bytes = try preprocessor.preprocess(body, head: head, limits: limits)
        try limits.check(.outputBytes, bytes.count)
        let prefix = bytes.span.extracting(first: Signature.prefixLength)
        if case .decline(let reason) = base.inspect(prefix, head: head) {
            throw SerializationError(.declined, "The serializer declined the preprocessed body: \(reason)")
        }
        return try base.read(bytes.span, head: head, limits: limits)
    }
}

private struct DecodedResponseSerializer<Format: CodableFormat, Output: Decodable & Sendable>: ResponseSerialization {
    let format: Format

    var acceptedTypes: [MediaRange] { format.acceptedTypes }

    func read(
        _ body: Span<UInt8>,
        head: ResponseHead,
        limits: DecodingLimits
    ) throws(SerializationError) -> Output {
        try format.decode(Output.self, from: body, as: head.contentType, limits: limits)
    }
}

/// A serializer that returns the bytes of a body unchanged; it accepts every type.
public struct BytesResponseSerializer: ResponseSerialization, Hashable {
    /// Makes the serializer.
    public init() {}

    /// `*/*`.
    public var acceptedTypes: [MediaRange] { [.any] }

    /// Copies the bytes.
    ///
    /// - Throws: ``SerializationError/Code/limitExceeded`` for more than `inputBytes`.
    public func read(
        _ body: Span<UInt8>,
        head: ResponseHead,
        limits: DecodingLimits
    ) throws(SerializationError) -> [UInt8] {
        try limits.check(.inputBytes, body.count)
        return [UInt8](body)
    }
}

extension ResponseSerialization where Self == BytesResponseSerializer {
    /// A serializer that returns the bytes of a body unchanged.
    public static var bytes: BytesResponseSerializer { BytesResponseSerializer() }
}

/// The serializer of bytes under its AFNetworking name.
public typealias HTTPResponseSerializer = BytesResponseSerializer

/// A type that has a value for an empty body.
///
/// If a response has no body and the wanted type conforms, the result is `emptyValue`. For another type it is nil if the type is
/// optional, else reading throws ``SerializationError/Code/emptyBody``.
public protocol EmptyRepresentable: Sendable {
    /// The value for an empty body.
    static var emptyValue: Self { get }
}

/// The value of a response whose body does not matter.
///
/// It replaces `Void`, which cannot conform to protocols.
public struct EmptyResponse: Hashable, Codable, EmptyRepresentable {
    /// Makes the only value.
    public init() {}

    /// The only value.
    public static var emptyValue: EmptyResponse { EmptyResponse() }
}

/// A serializer that ignores the body, for requests of which only the success matters; it accepts every type.
public struct EmptyResponseSerializer: ResponseSerialization, Hashable {
    /// Makes the serializer.
    public init() {}

    /// `*/*`.
    public var acceptedTypes: [MediaRange] { [.any] }

    /// Returns the only value without reading the body, so no limit applies.
    public func read(
        _ body: Span<UInt8>,
        head: ResponseHead,
        limits: DecodingLimits
    ) throws(SerializationError) -> EmptyResponse { EmptyResponse() }
}

extension ResponseSerialization where Self == EmptyResponseSerializer {
    /// A serializer that ignores the body.
    public static var empty: EmptyResponseSerializer { EmptyResponseSerializer() }
}
