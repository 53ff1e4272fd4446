import Mimeograph

/// A reader of the parts of a date and time, one after the other.
///
/// For `2026-02-03T04:05`: `digits(4)` is 2026, `skip("-")` true, `digits(2)` 2, and so on. A part that does not match returns
/// nil or false. The text is then not a date, and later results have no meaning.
package struct TimestampReader {
    private let bytes: [UInt8]
    package private(set) var position = 0

    package init(_ text: some StringProtocol) { bytes = Array(text.utf8) }

    package var isAtEnd: Bool { position == bytes.count }
    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// Skips a character, and returns whether it was there. A lowercase letter also matches its capital.
    package mutating func skip(_ character: Unicode.Scalar) -> Bool {
        let expected = UInt8(truncatingIfNeeded: character.value)
        guard let next, next == expected || (expected >= 0x61 && next | 0x20 == expected) else { return false }
        position += 1
        return true
    }

    /// Skips the next byte, whatever it is.
    package mutating func skipByte() { if !isAtEnd { position += 1 } }

    /// Skips spaces, tabs and line ends.
    package mutating func skipSpaces() {
        while let next, next == 0x20 || next == 0x0A || next == 0x09 || next == 0x0D { position += 1 }
    }

    /// Reads a number of exactly that many digits. Digits after them are not read.
    package mutating func digits(_ count: Int) -> Int? {
        var value = 0
        for _ in 0..<count {
            guard let digit = digit() else { return nil }
            value = value * 10 + digit
        }
        return value
    }

    /// Reads a number with a number of digits in a range. No more digits may follow.
    package mutating func digits(from fewest: Int, to most: Int) -> Int? {
        var value = 0
        let start = position
        while let digit = digit() {
            guard position - start <= most else { return nil }
            value = value * 10 + digit
        }
        return position - start >= fewest ? value : nil
    }

    private mutating func digit() -> Int? {
        guard let next, (0x30...0x39).contains(next) else { return nil }
        position += 1
        return Int(next - 0x30)
    }

    /// Reads the fraction of the second; 0 if there is none. Digits after the 17th cannot change a `Double`.
    package mutating func fraction() -> Double? {
        guard skip(".") else { return 0 }
        var value: UInt64 = 0
        var scale = 1.0
        let start = position
        while let digit = digit() {
            if position - start <= 17 {
                value = value * 10 + UInt64(digit)
                scale *= 10
            }
        }
        return position > start ? Double(value) / scale : nil
    }

    /// Whether an offset has a colon between the hours and the minutes.
    package enum OffsetColon { case required, forbidden, optional }

    /// Reads the offset from UTC in seconds: `Z`, or a sign, hours and minutes.
    package mutating func offset(colon: OffsetColon) -> Int? {
        if skip("z") { return 0 }
        let sign = skip("+") ? 1 : skip("-") ? -1 : 0
        guard sign != 0, let hours = digits(2), hours < 24 else { return nil }
        if colon != .forbidden, !skip(":"), colon == .required { return nil }
        guard let minutes = digits(2), minutes < 60 else { return nil }
        return sign * (hours * 3_600 + minutes * 60)
    }

    /// Reads a run of ASCII letters, and returns it in lowercase.
    package mutating func word() -> String? {
        let start = position
        while let next, (0x61...0x7A).contains(next | 0x20) { position += 1 }
        return position > start ? String(decoding: bytes[start..<position].map { $0 | 0x20 }, as: UTF8.self) : nil
    }
}
