// The standard library's `init(exactly:)` rounds with functions of the C mathematics library, which nothing else here needs.

extension JSONNumber {
    /// The integer that a double is, or nil where it has a fraction or does not fit.
    static func int64(exactly value: Double) -> Int64? {
        guard value >= -0x1p63, value < 0x1p63 else { return nil }
        let integer = Int64(value)
        return Double(integer) == value ? integer : nil
    }

    /// The integer that a double is, or nil where it has a fraction or does not fit.
    static func uint64(exactly value: Double) -> UInt64? {
        guard value > -1, value < 0x1p64 else { return nil }
        let integer = UInt64(value)
        return Double(integer) == value ? integer : nil
    }
}
