import Mimeograph

/// Reads the parts of a date and time one after the other.
struct XMLTimestampReader {
    private let bytes: [UInt8]
    private(set) var position = 0

    init(_ text: Substring) { bytes = Array(text.utf8) }

    var isAtEnd: Bool { position == bytes.count }
    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// Letters are given in lower case, and their capitals are skipped as well.
    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        let expected = UInt8(truncatingIfNeeded: character.value)
        guard let next, next == expected || (expected >= 0x61 && next | 0x20 == expected) else { return false }
        position += 1
        return true
    }

    mutating func skipSpaces() {
        while let next, XMLCharacters.isSpace(next) { position += 1 }
    }

    /// A number of so many digits; no more may follow.
    mutating func digits(from fewest: Int, to most: Int) -> Int? {
        var value = 0
        let start = position
        while let next, (0x30...0x39).contains(next) {
            guard position - start < most else { return nil }
            value = value * 10 + Int(next - 0x30)
            position += 1
        }
        return position - start >= fewest ? value : nil
    }

    /// A separator, and two digits after it.
    mutating func digits(_ separator: Unicode.Scalar) -> Int? { skip(separator) ? digits(from: 2, to: 2) : nil }

    /// The fraction of the second, 0 where there is none. Digits beyond the 17th cannot change the `Date`.
    mutating func fraction() -> Double? {
        guard skip(".") else { return 0 }
        var value: UInt64 = 0
        var scale = 1.0
        let start = position
        while let next, (0x30...0x39).contains(next) {
            if position - start < 17 {
                value = value * 10 + UInt64(next - 0x30)
                scale *= 10
            }
            position += 1
        }
        return position > start ? Double(value) / scale : nil
    }

    /// The offset from UTC in seconds: `Z`, or hours and minutes.
    mutating func offset(separator: Bool) -> Int? {
        if skip("z") { return 0 }
        let sign = skip("+") ? 1 : skip("-") ? -1 : 0
        let hours = separator ? digits(from: 2, to: 2) : nil
        if separator {
            guard sign != 0, let hours, hours <= 23, let minutes = digits(":"), minutes < 60 else { return nil }
            return sign * (hours * 3_600 + minutes * 60)
        }
        guard sign != 0, let both = digits(from: 4, to: 4), both / 100 <= 23, both % 100 < 60 else { return nil }
        return sign * (both / 100 * 3_600 + both % 100 * 60)
    }

    /// A run of ASCII letters in lower case.
    mutating func word() -> String? {
        let start = position
        while let next, (0x61...0x7A).contains(next | 0x20) { position += 1 }
        return position > start ? String(decoding: bytes[start..<position].map { $0 | 0x20 }, as: UTF8.self) : nil
    }

    /// The zone of mail: digits, or the letters that RFC 5322 §4.3 gives a meaning.
    mutating func zone() -> Int? {
        guard let letters = word() else { return offset(separator: false) }
        switch letters {
        case "gmt", "ut", "utc", "z": return 0
        case "edt": return -4 * 3_600
        case "est", "cdt": return -5 * 3_600
        case "cst", "mdt": return -6 * 3_600
        case "mst", "pdt": return -7 * 3_600
        case "pst": return -8 * 3_600
        default: return nil
        }
    }
}
