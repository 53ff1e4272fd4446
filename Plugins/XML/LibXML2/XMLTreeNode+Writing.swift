import CMimeographXML

// SAFETY, for all of this file: as in XMLTreeNode.swift; what a call gives has the count that it gives back, and is freed
// once.

extension XMLTreeNode {
    /// The node as UTF-8; nil where memory is short.
    func written(pretty: Bool) -> [UInt8]? {
        var count = 0
        guard let bytes = unsafe mimeograph_xml_write(pointer, pretty ? 1 : 0, &count) else { return nil }
        defer { unsafe mimeograph_xml_free_bytes(bytes) }
        return unsafe [UInt8](UnsafeBufferPointer(start: bytes, count: count))
    }

    /// The canonical form of a document or an element; nil where it has none.
    func canonical(method: Int32, prefixes: [String], comments: Bool) -> [UInt8]? {
        var count = 0
        let strings = prefixes.map { Array($0.utf8CString) }
        let bytes = unsafe XMLTreeNode.withPointers(to: strings[...], []) { pointers in
            unsafe mimeograph_xml_canonical(pointer, method, pointers, comments ? 1 : 0, &count)
        }
        guard let bytes = unsafe bytes else { return nil }
        defer { unsafe mimeograph_xml_free_bytes(bytes) }
        return unsafe [UInt8](UnsafeBufferPointer(start: bytes, count: count))
    }

    /// Gives pointers to strings, with a nil behind them.
    private static func withPointers<Result>(
        to strings: ArraySlice<[CChar]>,
        _ pointers: [UnsafePointer<CChar>?],
        _ body: ([UnsafePointer<CChar>?]) -> Result
    ) -> Result {
        guard let first = strings.first else { return unsafe body(pointers + [nil]) }
        return unsafe first.withUnsafeBufferPointer { buffer in
            unsafe withPointers(to: strings.dropFirst(), pointers + [buffer.baseAddress], body)
        }
    }
}
