import CMimeographXML

/// libxml2 as a whole.
enum XMLLibrary {
    /// Makes it ready; the first call does it, and others wait for that.
    static let isReady: Bool = {
        mimeograph_xml_prepare()
        return true
    }()

    /// The deepest nesting that it reads without the option that takes all its limits away.
    static var depth: Int { Int(mimeograph_xml_library_depth()) }

    /// Whether it, or the iconv below it, knows an encoding of that name.
    static func knows(encoding name: String) -> Bool {
        // SAFETY: the string ends with a zero and is only read.
        guard isReady else { return false }
        return unsafe mimeograph_xml_knows_encoding(name) != 0
    }

    /// Turns bytes of an encoding into UTF-8; nil where they mean nothing in it.
    static func utf8(of bytes: Span<UInt8>, from encoding: String) -> [UInt8]? {
        guard isReady else { return nil }
        var count = bytes.count
        // SAFETY: no more than `count` bytes are read; the result has the count that the call gives back, and is freed
        // once.
        return unsafe bytes.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress, let text = unsafe mimeograph_xml_utf8(start, &count, encoding) else {
                return nil
            }
            defer { unsafe mimeograph_xml_free_bytes(text) }
            return unsafe [UInt8](UnsafeBufferPointer(start: text, count: count))
        }
    }
}
