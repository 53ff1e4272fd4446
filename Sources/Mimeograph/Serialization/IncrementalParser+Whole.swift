extension IncrementalParser {
    /// Reads a whole body: feeds it and says that no bytes follow. The parser is spent afterwards.
    ///
    /// - Parameter body: All bytes.
    /// - Returns: All elements.
    /// - Throws: What the parser throws; the elements before the failure are lost.
    public mutating func parseAll(_ body: Span<UInt8>) throws(SerializationError) -> [Element] {
        var elements: [Element] = []
        try consume(body, into: &elements)
        try finish(into: &elements)
        return elements
    }

    /// Reads a whole body from any collection of bytes: `[UInt8]`, a slice, `Data`, `string.utf8`.
    public mutating func parseAll(_ body: some Collection<UInt8>) throws(SerializationError) -> [Element] {
        var elements: [Element] = []
        try withBytes(of: body) { (span) throws(SerializationError) in try consume(span, into: &elements) }
        try finish(into: &elements)
        return elements
    }
}
