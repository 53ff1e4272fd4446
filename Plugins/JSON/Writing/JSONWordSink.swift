/// What short texts are written to, several bytes at a time.
protocol JSONWordSink: ~Copyable {
    /// Writes the lowest `length` bytes of a word, at most eight, the first from its lowest bits.
    mutating func append(_ word: UInt64, count: Int)

    /// Makes room for `count` bytes, at most 20, which ``store(_:at:)`` fills, and gives the offset behind them.
    mutating func advance(by count: Int) -> Int

    /// Puts a byte, or two of which the first is in the lower half, into a place that was made room for.
    mutating func store<Bytes: FixedWidthInteger & BitwiseCopyable>(_ bytes: Bytes, at offset: Int)
}

extension JSONWordSink where Self: ~Copyable {
    /// Writes an integer in decimal, two digits at a time from the last on: at most 20 bytes.
    @inline(__always)
    mutating func appendInt64(_ value: Int64) {
        if value < 0 { append(UInt64(UInt8(ascii: "-")), count: 1) }
        var rest = value.magnitude
        if rest < 10 {
            append(48 &+ rest, count: 1)
            return
        }
        var place = advance(by: JSONNumber.digitCount(rest))
        while rest >= 100 {
            let quotient = rest / 100
            place &-= 2
            store(JSONNumber.pair(rest &- quotient &* 100), at: place)
            rest = quotient
        }
        if rest >= 10 {
            store(JSONNumber.pair(rest), at: place &- 2)
        } else {
            store(UInt8(truncatingIfNeeded: 48 &+ rest), at: place &- 1)
        }
    }
}
