/// Makes the bytes that a serializer reads out of the bytes that came: takes a prefix away, decrypts, unwraps.
///
/// It runs before the serializer and after the content codings are undone, and never on an empty body.
public protocol BodyPreprocessing: Sendable {
    /// Makes the bytes that the serializer reads.
    ///
    /// - Parameters:
    ///   - body: The body as it came; never empty.
    ///   - head: The head of the response.
    ///   - limits: What the result may cost; `outputBytes` bounds its size.
    /// - Throws: A code of its choice; ``SerializationError/Code/syntax`` where the bytes are not what it undoes.
    func preprocess(
        _ body: Span<UInt8>,
        head: ResponseHead,
        limits: DecodingLimits
    ) throws(SerializationError) -> [UInt8]
}

/// A serializer that reads what a preprocessor made of the body.
///
/// It accepts at inspection whatever its preprocessor may make readable. What the inner serializer says of the real
/// bytes is asked when they are there.
public struct PreprocessedResponseSerializer<Base: ResponseSerialization>: ResponseSerialization {
    /// The serializer that reads the result.
    public let base: Base
    /// What runs before it.
    public let preprocessor: any BodyPreprocessing

    /// What the inner serializer claims.
    public var acceptedTypes: [MediaRange] { base.acceptedTypes }

    /// Runs the preprocessor, then the serializer; an empty body goes straight to the serializer.
    ///
    /// - Throws: ``SerializationError/Code/declined`` where the inner serializer does not want the bytes that were
    ///   made; ``SerializationError/Code/limitExceeded``; and what the two throw.
    public func read(
        _ body: Span<UInt8>,
        head: ResponseHead,
        limits: DecodingLimits
    ) throws(SerializationError) -> Base.Output {
        try limits.check(.inputBytes, body.count)
        guard body.count > 0 else { return try base.read(body, head: head, limits: limits) }
        let bytes = try preprocessor.preprocess(body, head: head, limits: limits)
        try limits.check(.outputBytes, bytes.count)
        if case .decline(let reason) = base.inspect(bytes.span.extracting(first: 1445), head: head) {
            throw SerializationError(.declined, "The preprocessed body is not the serializer's: \(reason)")
        }
        return try base.read(bytes.span, head: head, limits: limits)
    }
}

extension ResponseSerialization {
    /// A serializer that reads what the preprocessor makes of the body.
    ///
    /// ```swift
    /// let guarded = JSONResponseSerializer().preprocessed(by: .xssiPrefix)
    /// ```
    public func preprocessed(by preprocessor: some BodyPreprocessing) -> PreprocessedResponseSerializer<Self> {
        PreprocessedResponseSerializer(base: self, preprocessor: preprocessor)
    }
}
