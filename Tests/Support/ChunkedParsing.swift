public import Mimeograph

extension IncrementalParser {
    /// Parses a body in chunks of a given size and returns the elements.
    ///
    /// - Throws: The error of the parser. The elements before the error are lost.
    public consuming func parse(
        _ body: some Collection<UInt8>,
        inChunksOf size: Int
    ) throws(SerializationError) -> [Element] {
        var parser = self
        var elements: [Element] = []
        let bytes = Array(body)
        var start = 0
        while start < bytes.count {
            let end = min(start + size, bytes.count)
            try parser.consume(bytes.span.extracting(start..<end), into: &elements)
            start = end
        }
        try parser.finish(into: &elements)
        return elements
    }
}
