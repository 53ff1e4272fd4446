import Mimeograph
import MimeographTree

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Dates in Set-Cookie, in whatever form servers write them.
///
/// Source: RFC 6265 §5.1.1, which reads every form of ``HTTPDate`` too, and much else.
enum CookieDate {
    /// The moment that the text names; nil where it names none.
    static func parse(_ text: String) -> Date? {
        guard text.utf8.count <= 256 else { return nil }
        var time: (hour: Int, minute: Int, second: Int)?
        var day: Int?
        var month: Int?
        var year: Int?
        for token in text.utf8.split(whereSeparator: isDelimiter) {
            if time == nil, let found = readTime(token) {
                time = found
            } else if day == nil, let found = leadingNumber(token, digits: 1...2) {
                day = found
            } else if month == nil, let found = readMonth(token) {
                month = found
            } else if year == nil, let found = leadingNumber(token, digits: 2...4) {
                year = found
            }
        }
        guard let time, let day, let month, var year else { return nil }
        if (70...99).contains(year) { year += 1900 }
        if (0...69).contains(year) { year += 2000 }
        guard year >= 1601, time.hour <= 23, time.minute <= 59, time.second <= 60,
            let days = CivilCalendar.daysSince1970(year: year, month: month, day: day)
        else { return nil }
        let seconds = days * 86_400 + time.hour * 3_600 + time.minute * 60 + time.second
        return Date(timeIntervalSince1970: Double(seconds))
    }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
        default: false
        }
    }

    private static func readTime(_ token: Substring.UTF8View) -> (hour: Int, minute: Int, second: Int)? {
        let parts = token.split(separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let hour = number(parts[0]), let minute = number(parts[1]),
            let second = leadingNumber(parts[2], digits: 1...2)
        else { return nil }
        return (hour, minute, second)
    }

    private static func number(_ text: Substring.UTF8View) -> Int? {
        text.count <= 2 && text.allSatisfy(isDigit) ? Int(Substring(text)) : nil
    }

    /// The number that a token begins with, where it has so many digits and no digit follows.
    private static func leadingNumber(_ token: Substring.UTF8View, digits: ClosedRange<Int>) -> Int? {
        let leading = token.prefix(while: isDigit)
        return digits.contains(leading.count) ? Int(Substring(leading)) : nil
    }

    private static func readMonth(_ token: Substring.UTF8View) -> Int? { HTTPDate.month(token.prefix(3)) }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
