import Mimeograph

/// A point in time in MessagePack: the data of an ext of type -1.
///
/// Source: https://github.com/msgpack/msgpack/blob/master/spec.md, "Timestamp extension type".
struct MessagePackTimestamp: Hashable, Sendable {
    /// Whole seconds since the beginning of 1970, in UTC.
    let seconds: Int64
    /// The nanoseconds to add to them: 0 to 999,999,999.
    let nanoseconds: UInt32

    /// Returns nil if there are a billion nanoseconds or more.
    init?(seconds: Int64, nanoseconds: UInt32) {
        guard nanoseconds <= 999_999_999 else { return nil }
        self.seconds = seconds
        self.nanoseconds = nanoseconds
    }

    /// Parses the data of an ext; returns nil if there are not 4, 8 or 12 bytes, or too many nanoseconds.
    init?(_ data: some Collection<UInt8>) {
        let high = data.prefix(data.count % 8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        let low = data.dropFirst(data.count % 8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        switch data.count {
        case 4: self.init(seconds: Int64(high), nanoseconds: 0)
        case 8: self.init(seconds: Int64(low & (1 << 34 - 1)), nanoseconds: UInt32(low >> 34))
        case 12: self.init(seconds: Int64(bitPattern: low), nanoseconds: UInt32(high))
        default: return nil
        }
    }

    /// Creates the timestamp nearest to a date of a tape, to the nanosecond; nil if it is out of range.
    init?(secondsSince2001 date: Double) {
        let whole = date.rounded(.down)
        // The fraction is exact, and it may be so near to 1 that it rounds up.
        let parts = ((date - whole) * 1e9).rounded()
        let carries = parts >= 1e9
        guard let seconds = Int64(exactly: whole + (carries ? 1 : 0)) else { return nil }
        let (sum, overflows) = seconds.addingReportingOverflow(MessagePackTimestamp.secondsTo2001)
        if overflows { return nil }
        self.init(seconds: sum, nanoseconds: carries ? 0 : UInt32(parts))
    }

    /// The seconds since the beginning of 2001, as a tape stores a date.
    var secondsSince2001: Double {
        // Whole seconds are computed first, so that nothing is lost that a double can hold.
        let (whole, overflows) = seconds.subtractingReportingOverflow(MessagePackTimestamp.secondsTo2001)
        return (overflows ? Double(seconds) - 978_307_200 : Double(whole)) + Double(nanoseconds) / 1e9
    }

    /// The seconds from the beginning of 1970 to the beginning of 2001.
    private static let secondsTo2001: Int64 = 978_307_200

    /// The bytes in the shortest of the three forms: 4, 8 or 12 bytes.
    var data: [UInt8] {
        if let unsigned = UInt64(exactly: seconds), unsigned < 1 << 34 {
            if nanoseconds == 0, unsigned <= UInt64(UInt32.max) { return MessagePackTimestamp.bytes(unsigned, 4) }
            return MessagePackTimestamp.bytes(UInt64(nanoseconds) << 34 | unsigned, 8)
        }
        return MessagePackTimestamp.bytes(UInt64(nanoseconds), 4)
            + MessagePackTimestamp.bytes(UInt64(bitPattern: seconds), 8)
    }

    private static func bytes(_ number: UInt64, _ size: Int) -> [UInt8] {
        (0..<size).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * (size - 1 - $0))) }
    }
}
