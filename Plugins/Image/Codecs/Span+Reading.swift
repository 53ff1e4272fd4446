extension Span where Element == UInt8 {
    package func bigEndian32(_ at: Int) -> Int {
        Int(self[at]) << 24 | Int(self[at + 1]) << 16 | Int(self[at + 2]) << 8 | Int(self[at + 3])
    }

    package func bigEndian16(_ at: Int) -> Int { Int(self[at]) << 8 | Int(self[at + 1]) }

    /// Whether the bytes at that offset begin with the text.
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

extension Span where Element == UInt8 {
    package func littleEndian16(_ at: Int) -> Int { Int(self[at]) | Int(self[at + 1]) << 8 }

    package func littleEndian32(_ at: Int) -> Int { littleEndian16(at) | littleEndian16(at + 2) << 16 }

    /// Reads four bytes as a signed number, the least significant first.
    package func signedLittleEndian32(_ at: Int) -> Int {
        Int(Int32(truncatingIfNeeded: littleEndian32(at)))
    }
}
