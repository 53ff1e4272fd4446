/// What short texts are written to, several bytes at a time.
protocol JSONWordSink: ~Copyable {
    /// Writes the lowest `length` bytes of a word, at most eight, the first from its lowest bits.
    mutating func append(_ word: UInt64, count: Int)
}
