extension Span where Element == UInt8 {
    /// Two bytes, the least significant first.
    package func littleEndian16(_ at: Int) -> Int { Int(self[at]) | Int(self[at + 1]) << 8 }

    /// Four bytes, the least significant first.
    package func littleEndian32(_ at: Int) -> Int { littleEndian16(at) | littleEndian16(at + 2) << 16 }

    /// Four bytes as a number with a sign, the least significant first.
    package func signedLittleEndian32(_ at: Int) -> Int {
        Int(Int32(truncatingIfNeeded: littleEndian32(at)))
    }
}
