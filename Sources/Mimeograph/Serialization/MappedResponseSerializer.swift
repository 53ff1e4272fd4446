/// A serializer that makes another value out of what a first one read.
public struct MappedResponseSerializer<Base: ResponseSerialization, Output: Sendable>: ResponseSerialization {
    /// The serializer that reads the body.
    public let base: Base
    private let transform: @Sendable (Base.Output) throws(SerializationError) -> Output

    init(base: Base, transform: @escaping @Sendable (Base.Output) throws(SerializationError) -> Output) {
        self.base = base
        self.transform = transform
    }

    /// What the first serializer claims.
    public var acceptedTypes: [MediaRange] { base.acceptedTypes }

    /// What the first serializer says.
    public func inspect(_ prefix: Span<UInt8>, head: ResponseHead) -> Inspection { base.inspect(prefix, head: head) }

    /// Reads the body, then transforms the value.
    ///
    /// - Throws: What the serializer throws, and what the transform throws.
    public func read(
        _ body: Span<UInt8>,
        head: ResponseHead,
        limits: DecodingLimits
    ) throws(SerializationError) -> Output {
        try transform(base.read(body, head: head, limits: limits))
    }
}

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
    ) -> MappedResponseSerializer<Self, NewOutput> {
        MappedResponseSerializer(base: self, transform: transform)
    }
}
