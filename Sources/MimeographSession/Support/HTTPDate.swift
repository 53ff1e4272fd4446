import Mimeograph
import MimeographTree

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Dates in header fields other than Set-Cookie: the form of today, and two that are obsolete. What has another form is no date.
///
/// Letters may be in any case; the zone is GMT. Whether the day of the week is the right one is not asked.
///
/// Source: RFC 9110 §5.6.7; RFC 9111 §4.2.
enum HTTPDate {
    /// The moment that the text names; nil where it names none.
    static func parse(_ text: String) -> Date? { parse(text, now: Date()) }

    /// The same.
    ///
    /// - Parameter now: What years of two digits are nearest to.
    static func parse(_ text: String, now: Date) -> Date? {
        // The longest has 33 bytes.
        guard text.utf8.count <= 40 else { return nil }
        var reader = Reader(rest: Array(text.utf8)[...])
        guard let fields = reader.fields(now), reader.rest.isEmpty, fields.hour <= 23, fields.minute <= 59,
            fields.second <= 60,
            let days = CivilCalendar.daysSince1970(year: fields.year, month: fields.month, day: fields.day)
        else { return nil }
        let seconds = days * 86_400 + fields.hour * 3_600 + fields.minute * 60 + fields.second
        return Date(timeIntervalSince1970: Double(seconds))
    }

    /// The month, from 1 on, that a name of three letters in any case stands for.
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

    /// `Sun, 06 Nov 1994 08:49:37 GMT`, behind the comma.
    private mutating func fixed() -> Fields? {
        guard skip(" "), let day = number(2), skip(" "), let month = month(), skip(" "), let year = number(4), skip(" ")
        else { return nil }
        return time(Fields(year: year, month: month, day: day), zone: true)
    }

    /// `Sunday, 06-Nov-94 08:49:37 GMT`, behind the name.
    private mutating func dashed(_ name: String, _ now: Date) -> Fields? {
        switch ByteEqualString(name) {
        case "sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday": break
        default: return nil
        }
        guard skip(", "), let day = number(2), skip("-"), let month = month(), skip("-"), let year = number(2),
            skip(" ")
        else { return nil }
        // More than fifty years ahead is the past: the year of those two digits that is nearest.
        let days = Int((now.timeIntervalSince1970 / 86_400).rounded(.down))
        let current = CivilCalendar.date(daysSince1970: days).year
        let whole = current - 49 + CivilCalendar.floorDivide(year - (current - 49), 100).remainder
        return time(Fields(year: whole, month: month, day: day), zone: true)
    }

    /// `Sun Nov  6 08:49:37 1994`, behind the name.
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

    /// The letters that stand here, in lower case.
    private mutating func letters() -> [UInt8] {
        let letters = rest.prefix { (0x61...0x7A).contains($0 | 0x20) }
        rest = rest[letters.endIndex...]
        return letters.map { $0 | 0x20 }
    }

    /// A number of exactly so many digits.
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
