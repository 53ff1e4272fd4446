/// A `RequestSerialization` whose input type is known only at run time.
protocol ErasedWriter: Sendable {
    var contentType: MediaType { get }
    /// Whether values of that static type are its input.
    func takes(_ type: (some Any).Type) -> Bool
    /// Writes the value; returns false where it is not of the input type.
    func write(_ value: some Any, into message: inout RequestMessage) throws(SerializationError) -> Bool
}

/// The one conformer of ``ErasedWriter``.
struct WriterBox<Writer: RequestSerialization>: ErasedWriter {
    let writer: Writer

    var contentType: MediaType { writer.contentType }

    func takes(_ type: (some Any).Type) -> Bool {
        ObjectIdentifier(type) == ObjectIdentifier(Writer.Input.self)
    }

    func write(_ value: some Any, into message: inout RequestMessage) throws(SerializationError) -> Bool {
        guard let input = value as? Writer.Input else { return false }
        try writer.write(input, into: &message)
        return true
    }
}
