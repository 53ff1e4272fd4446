public import Mimeograph

extension IncrementalParser {
    /// Feeds a body in chunks of some bytes, says that no bytes follow, and gives the elements.
    ///
    /// - Throws: What the parser throws; the elements before the failure are lost.
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
