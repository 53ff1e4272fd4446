extension JSONOutput: JSONWordSink {
    @inline(__always)
    mutating func append(_ word: UInt64, count: Int) {
        reserve(0)
        put(word, length: count)
    }

    @inline(__always)
    mutating func advance(by count: Int) -> Int {
        // Twenty bytes at most, which the slack can take.
        reserve(0)
        skip(count)
        return self.count
    }
}

extension JSONOutput {
    mutating func appendNull() {
        reserve(4)
        put(0x6C6C_756E, length: 4)
    }

    @inline(__always)
    mutating func appendBool(_ value: Bool) {
        reserve(5)
        // The letters from the last to the first.
        if value { put(0x6575_7274, length: 4) } else { put(0x65_736C_6166, length: 5) }
    }

    /// Writes an integer in decimal.
    @inline(__always)
    mutating func appendInteger<I: FixedWidthInteger>(_ value: I) {
        if let small = Int64(exactly: value) {
            appendInt64(small)
        } else {
            append(ascii: String(value))
        }
    }

    /// Writes a double, which must be finite, with the fewest digits that read back as the same double; see
    /// ``JSONNumber/write(_:into:)``.
    mutating func appendDouble(_ value: Double) {
        assert(value.isFinite)
        JSONNumber.write(value, into: &self)
    }

    /// The same for a float: `2.3` stays `2.3`.
    mutating func appendFloat(_ value: Float) {
        assert(value.isFinite)
        append(ascii: value.description)
        // Not `hasSuffix`, which compares characters of Unicode.
        if self[count - 1] == UInt8(ascii: "0"), self[count - 2] == UInt8(ascii: ".") { truncate(to: count - 2) }
    }

    /// Writes text as it is.
    mutating func append(ascii text: String) {
        var text = text
        // SAFETY: the buffer is only read, during the call.
        text.withUTF8 { unsafe append(raw: Span(_unsafeElements: $0)) }
    }
}
