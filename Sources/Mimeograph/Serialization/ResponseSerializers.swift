extension ResponseSerialization {
    /// A serializer that reads as this one does and then makes another value.
    ///
    /// ```swift
    /// let lines = TextResponseSerializer().map { $0.split(separator: "\n").map(String.init) }
    /// ```
    /// - Parameter transform: Makes the value; ``SerializationError/Code/dataShape`` is the code to throw where it
    ///   cannot.
    public func map<NewOutput: Sendable>(
        _ transform: @escaping @Sendable (Output) throws(SerializationError) -> NewOutput
    ) -> some ResponseSerialization<NewOutput> {
        MappedResponseSerializer(base: self, transform: transform)
    }

    /// A serializer that reads what the preprocessor makes of the body.
    ///
    /// It accepts every body that its preprocessor may make readable. The serializer itself is asked about the bytes that the
    /// preprocessor has made: ``SerializationError/Code/declined`` says that it does not want them. An empty body goes straight
    /// to the serializer.
    /// ```swift
    /// let guarded = JSONResponseSerializer().preprocessed(by: .xssiPrefix)
    /// ```
    public func preprocessed(by preprocessor: some BodyPreprocessing) -> some ResponseSerialization<Output> {
        PreprocessedResponseSerializer(base: self, preprocessor: preprocessor)
    }
}

extension CodableFormat {
    /// A serializer that decodes this one type, for where a serializer of a fixed output is wanted.
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
            throw SerializationError(.declined, "The preprocessed body is not the serializer's: \(reason)")
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

/// Gives the bytes of a body as they are; it accepts every type.
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
    /// Gives the bytes of a body as they are.
    public static var bytes: BytesResponseSerializer { BytesResponseSerializer() }
}

/// Gives the bytes of a body as they are, by the name that AFNetworking has for it.
public typealias HTTPResponseSerializer = BytesResponseSerializer

/// A type that has a value for an empty body.
///
/// Where a response has no body, a wanted type that conforms gets its `emptyValue`; another gets nil where it is
/// optional, and ``SerializationError/Code/emptyBody`` where it is not.
public protocol EmptyRepresentable: Sendable {
    /// The value that stands for no body.
    static var emptyValue: Self { get }
}

/// The value of a response of which nothing but its success matters.
///
/// `Void` cannot conform to protocols; this is what stands in for it.
public struct EmptyResponse: Hashable, Codable, EmptyRepresentable {
    /// Makes the one value.
    public init() {}

    /// The one value.
    public static var emptyValue: EmptyResponse { EmptyResponse() }
}

/// Ignores the body, where nothing but the success of a request matters; it accepts every type.
public struct EmptyResponseSerializer: ResponseSerialization, Hashable {
    /// Makes the serializer.
    public init() {}

    /// `*/*`.
    public var acceptedTypes: [MediaRange] { [.any] }

    /// Gives the one value; the body is not looked at, so no limit applies.
    public func read(
        _ body: Span<UInt8>,
        head: ResponseHead,
        limits: DecodingLimits
    ) throws(SerializationError) -> EmptyResponse { EmptyResponse() }
}

extension ResponseSerialization where Self == EmptyResponseSerializer {
    /// Ignores the body.
    public static var empty: EmptyResponseSerializer { EmptyResponseSerializer() }
}
