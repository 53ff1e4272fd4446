extension Span where Element == UInt8 {
    /// Four bytes, the most significant first.
    package func bigEndian32(_ at: Int) -> Int {
        Int(self[at]) << 24 | Int(self[at + 1]) << 16 | Int(self[at + 2]) << 8 | Int(self[at + 3])
    }

    /// Two bytes, the most significant first.
    package func bigEndian16(_ at: Int) -> Int { Int(self[at]) << 8 | Int(self[at + 1]) }

    /// Whether the bytes from there on begin with those of a text.
    package func begins(_ text: StaticString, at start: Int) -> Bool {
        guard text.utf8CodeUnitCount <= count - start else { return false }
        var index = start
        for byte in "\(text)".utf8 {
            if self[index] != byte { return false }
            index += 1
        }
        return true
    }
}
