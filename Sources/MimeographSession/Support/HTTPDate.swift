import Mimeograph
import MimeographTree

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Dates in header fields other than Set-Cookie, in the current form or one of two obsolete forms.
///
/// Letters may be in any case, and the zone is GMT. The day of the week is not checked.
///
/// Source: RFC 9110 §5.6.7; RFC 9111 §4.2.
enum HTTPDate {
    /// Parses a date; nil if the text is not a valid date.
    static func parse(_ text: String) -> Date? { parse(text, now: Date()) }

    /// Parses a date.
    ///
    /// - Parameter now: The current time. A year of two digits means the nearest such year.
    static func parse(_ text: String, now: Date) -> Date? {
        // The longest form has 33 bytes.
        guard text.utf8.count <= 40 else { return nil }
        var reader = Reader(rest: Array(text.utf8)[...])
        guard let fields = reader.fields(now), reader.rest.isEmpty, fields.hour <= 23, fields.minute <= 59,
            fields.second <= 60,
            let days = CivilCalendar.daysSince1970(year: fields.year, month: fields.month, day: fields.day)
        else { return nil }
        let seconds = days * 86_400 + fields.hour * 3_600 + fields.minute * 60 + fields.second
        return Date(timeIntervalSince1970: Double(seconds))
    }

    /// Returns the month, from 1 on, for a name of three letters in any case.
    static func month(_ name: some Collection<UInt8>) -> Int? {
        let names = "janfebmaraprmayjunjulaugsepoctnovdec".utf8
        let letters = name.map { $0 | 0x20 }
        guard letters.count == 3 else { return nil }
        return (1...12).first { names.dropFirst(3 * $0 - 3).prefix(3).elementsEqual(letters) }
    }
}

private struct Reader {
    struct Fields {
        var year = 0
        var month = 0
        var day = 0
        var hour = 0
        var minute = 0
        var second = 0
    }

    var rest: ArraySlice<UInt8>

    mutating func fields(_ now: Date) -> Fields? {
        let name = String(decoding: letters(), as: UTF8.self)
        if name.utf8.count > 3 { return dashed(name, now) }
        switch ByteEqualString(name) {
        case "sun", "mon", "tue", "wed", "thu", "fri", "sat": return skip(",") ? fixed() : unixForm()
        default: return nil
        }
    }

    /// `Sun, 06 Nov 1994 08:49:37 GMT`, after the name and the comma.
    private mutating func fixed() -> Fields? {
        guard skip(" "), let day = number(2), skip(" "), let month = month(), skip(" "), let year = number(4), skip(" ")
        else { return nil }
        return time(Fields(year: year, month: month, day: day), zone: true)
    }

    /// `Sunday, 06-Nov-94 08:49:37 GMT`, after the name.
    private mutating func dashed(_ name: String, _ now: Date) -> Fields? {
        switch ByteEqualString(name) {
        case "sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday": break
        default: return nil
        }
        guard skip(", "), let day = number(2), skip("-"), let month = month(), skip("-"), let year = number(2),
            skip(" ")
        else { return nil }
        // More than fifty years ahead means the past: the nearest year with these two digits counts.
        let days = Int((now.timeIntervalSince1970 / 86_400).rounded(.down))
        let current = CivilCalendar.date(daysSince1970: days).year
        let whole = current - 49 + CivilCalendar.floorDivide(year - (current - 49), 100).remainder
        return time(Fields(year: whole, month: month, day: day), zone: true)
    }

    /// `Sun Nov 6 08:49:37 1994`, after the name.
    private mutating func unixForm() -> Fields? {
        guard skip(" "), let month = month(), skip(" ") else { return nil }
        let isShort = skip(" ")
        guard let day = number(isShort ? 1 : 2), skip(" "),
            var fields = time(Fields(month: month, day: day), zone: false), skip(" "), let year = number(4)
        else { return nil }
        fields.year = year
        return fields
    }

    private mutating func time(_ date: Fields, zone: Bool) -> Fields? {
        guard let hour = number(2), skip(":"), let minute = number(2), skip(":"), let second = number(2) else {
            return nil
        }
        if zone {
            guard skip(" "), letters().elementsEqual("gmt".utf8) else { return nil }
        }
        var fields = date
        (fields.hour, fields.minute, fields.second) = (hour, minute, second)
        return fields
    }

    private mutating func month() -> Int? { HTTPDate.month(letters()) }

    /// Reads letters, and returns them in lower case.
    private mutating func letters() -> [UInt8] {
        let letters = rest.prefix { (0x61...0x7A).contains($0 | 0x20) }
        rest = rest[letters.endIndex...]
        return letters.map { $0 | 0x20 }
    }

    /// Reads a number with exactly this many digits.
    private mutating func number(_ count: Int) -> Int? {
        let digits = rest.prefix(count)
        guard digits.count == count, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        rest = rest[digits.endIndex...]
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    private mutating func skip(_ text: StaticString) -> Bool {
        let bytes = text.description.utf8
        guard rest.starts(with: bytes) else { return false }
        rest = rest.dropFirst(bytes.count)
        return true
    }
}

/// Dates in Set-Cookie, in any form that servers write.
///
/// Source: draft-ietf-httpbis-rfc6265bis §5.1.1, which also accepts every form of ``HTTPDate``, and many others.
enum CookieDate {
    /// Parses a date; nil if the text is not a valid date.
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
        guard year >= 1601, time.hour <= 23, time.minute <= 59, time.second <= 59,
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

    /// Returns the number at the start of a token, if its number of digits is in the range.
    private static func leadingNumber(_ token: Substring.UTF8View, digits: ClosedRange<Int>) -> Int? {
        let leading = token.prefix(while: isDigit)
        return digits.contains(leading.count) ? Int(Substring(leading)) : nil
    }

    private static func readMonth(_ token: Substring.UTF8View) -> Int? { HTTPDate.month(token.prefix(3)) }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
