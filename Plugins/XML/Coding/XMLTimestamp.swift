import Mimeograph
import MimeographTree

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The date formats of XML Schema, and of mail and RSS.
///
/// Days use the proleptic Gregorian calendar. A day or an hour that does not exist is rejected.
enum XMLTimestamp {
    /// Parses an `xs:dateTime` or an `xs:date`: `2026-02-03T04:05:06.789+01:00`, `2026-02-03`.
    ///
    /// Text without an offset is UTC, and a date is its midnight. `24:00:00` is the next midnight. As in RFC 3339, `T` and `Z`
    /// may be lowercase, and a second may be 60.
    ///
    /// Source: XML Schema 1.0 part 2 §3.2.7 and §3.2.9.
    static func parse(_ text: Substring) -> Date? {
        var reader = TimestampReader(text)
        let isBefore = reader.skip("-")
        guard let yearDigits = reader.digits(from: 4, to: 6), let month = reader.pair(after: "-"),
            let day = reader.pair(after: "-")
        else { return nil }
        // There is a year -0001 before 0001, but no year 0000. Source: XML Schema 1.0 part 2 §3.2.7.
        let year = isBefore ? 1 - yearDigits : yearDigits
        if yearDigits == 0 { return nil }
        var seconds = 0
        var fraction = 0.0
        if reader.skip("t") {
            guard let hour = reader.digits(from: 2, to: 2), let minute = reader.pair(after: ":"),
                let second = reader.pair(after: ":"), let part = reader.fraction()
            else { return nil }
            guard hour < 24 && minute < 60 && second <= 60 || hour == 24 && minute + second == 0 && part == 0 else {
                return nil
            }
            seconds = hour * 3_600 + minute * 60 + second
            fraction = part
        }
        guard let offset = reader.isAtEnd ? 0 : reader.offset(colon: .required), reader.isAtEnd,
            let days = CivilCalendar.daysSince1970(year: year, month: month, day: day)
        else { return nil }
        let whole = days * 86_400 + seconds - offset - secondsUntil2001
        return Date(timeIntervalSinceReferenceDate: Double(whole) + fraction)
    }

    /// The seconds from 1970 to 2001, the reference date of `Date`. A fraction keeps its precision only if both sides count from
    /// 2001.
    private static let secondsUntil2001 = 978_307_200

    /// Returns the date as an `xs:dateTime` in UTC, with as many fractional digits as needed, at most nine; nil outside the years
    /// 0001 to 9999.
    static func text(_ date: Date) -> String? {
        let since = date.timeIntervalSinceReferenceDate
        guard since >= -63_113_904_000, since < 252_423_993_600 else { return nil }
        let whole = Int(since.rounded(.down))
        let fraction = since - Double(whole)
        for digits in [0, 3, 6, 9] {
            let scale = [0: 1, 3: 1_000, 6: 1_000_000, 9: 1_000_000_000][digits] ?? 1
            let part = Int(fraction * Double(scale) + 0.5)
            // A fraction that rounds up to the next second needs more digits.
            if part >= scale && digits > 0 || digits == 0 && fraction > 0 { continue }
            if Double(whole) + Double(part) / Double(scale) != since, digits < 9 { continue }
            return text(seconds: whole + secondsUntil2001) + (digits == 0 ? "" : "." + padded(part, digits)) + "Z"
        }
        return text(seconds: whole + secondsUntil2001) + "Z"
    }

    private static func text(seconds: Int) -> String {
        let (days, ofDay) = CivilCalendar.floorDivide(seconds, 86_400)
        let (year, month, day) = CivilCalendar.date(daysSince1970: days)
        let date = "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
        return "\(date)T\(padded(ofDay / 3_600, 2)):\(padded(ofDay / 60 % 60, 2)):\(padded(ofDay % 60, 2))"
    }

    private static func padded(_ number: Int, _ width: Int) -> String { InternetTimestamp.padded(number, width) }

    /// Parses a date of mail and RSS: `Tue, 03 Feb 2026 04:05:06 +0100 (CET)`, also with a zone in letters.
    ///
    /// The weekday is ignored, and the seconds are optional. Years with two digits are 1950 to 2049, and years with three digits
    /// count from 1900. An unknown zone in letters counts as UTC.
    ///
    /// It also reads variants that feeds use (non-standard): full names of days and months, `Sept`, the month before the day,
    /// hours with one digit, `+01:00`, `GMT+0100`, and no zone or no time (UTC, midnight).
    ///
    /// Source: RFC 5322 §3.2.2, §3.3 and §4.3; RSS 2.0.
    static func parseInternetMessage(_ text: Substring) -> Date? {
        var reader = TimestampReader(text)
        guard reader.skipComments(), let (day, month) = reader.dayAndMonth(), reader.skipComments() else { return nil }
        let start = reader.position
        guard var year = reader.digits(from: 2, to: 4) else { return nil }
        switch reader.position - start {
        case 2: year += year < 50 ? 2_000 : 1_900
        case 3: year += 1_900
        default: break
        }
        guard reader.skipComments(), let seconds = reader.isAtEnd ? 0 : reader.timeAndZone(), reader.isAtEnd,
            let days = CivilCalendar.daysSince1970(year: year, month: month, day: day)
        else { return nil }
        return Date(timeIntervalSince1970: Double(days * 86_400 + seconds))
    }

    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
    private static let longMonths = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
    ]
    private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]

    /// Returns the number of a month, from 1, for its name in lowercase.
    fileprivate static func month(_ name: String) -> Int? {
        let index =
            months.firstIndex(where: name.hasSameBytes) ?? longMonths.firstIndex(where: name.hasSameBytes)
            ?? (name.hasSameBytes(as: "sept") ? 8 : nil)
        return index.map { $0 + 1 }
    }

    /// Returns the date in UTC in the format of mail, rounded down to the second; nil outside the years 1900 to 9999.
    static func internetMessageText(_ date: Date) -> String? {
        let since = date.timeIntervalSince1970
        guard since >= -2_208_988_800, since < 253_402_300_800 else { return nil }
        var whole = Int(since)
        if Double(whole) > since { whole -= 1 }
        let (days, ofDay) = CivilCalendar.floorDivide(whole, 86_400)
        let (year, month, day) = CivilCalendar.date(daysSince1970: days)
        let name = months[month - 1]
        let date = "\(padded(day, 2)) \(name.prefix(1).uppercased())\(name.dropFirst()) \(padded(year, 4))"
        let time = "\(padded(ofDay / 3_600, 2)):\(padded(ofDay / 60 % 60, 2)):\(padded(ofDay % 60, 2))"
        return "\(weekdays[CivilCalendar.floorDivide(days, 7).remainder]), \(date) \(time) +0000"
    }
}

extension TimestampReader {
    /// Reads a separator and two digits after it.
    mutating func pair(after separator: Unicode.Scalar) -> Int? { skip(separator) ? digits(from: 2, to: 2) : nil }

    /// Skips white space and comments; returns false for an unterminated comment. Source: RFC 5322 §3.2.2.
    fileprivate mutating func skipComments() -> Bool {
        skipSpaces()
        while skip("(") {
            var depth = 1
            while depth > 0 {
                if isAtEnd { return false }
                if skip("\\") {
                    skipByte()
                } else if skip("(") {
                    depth += 1
                } else if skip(")") {
                    depth -= 1
                } else {
                    skipByte()
                }
            }
            skipSpaces()
        }
        return true
    }

    /// Reads the day and the month in either order, after an optional weekday.
    fileprivate mutating func dayAndMonth() -> (day: Int, month: Int)? {
        var name = word()
        if let first = name, XMLTimestamp.month(first) == nil || !isBeforeDigit {
            guard skipComments() else { return nil }
            _ = skip(",")
            guard skipComments() else { return nil }
            name = word()
        }
        if let name {
            guard let month = XMLTimestamp.month(name), skipComments(), let day = digits(from: 1, to: 2), skipComments()
            else { return nil }
            _ = skip(",")
            return (day, month)
        }
        guard let day = digits(from: 1, to: 2), skipComments(), let month = word().flatMap(XMLTimestamp.month) else {
            return nil
        }
        return (day, month)
    }

    /// Whether a digit comes next, after white space and comments.
    private var isBeforeDigit: Bool {
        var rest = self
        return rest.skipComments() && rest.digits(1) != nil
    }

    /// Reads the time and the zone, and returns the seconds since midnight in UTC.
    fileprivate mutating func timeAndZone() -> Int? {
        guard let hour = digits(from: 1, to: 2), hour < 24, skipComments(), skip(":"), skipComments(),
            let minute = digits(from: 2, to: 2), minute < 60, skipComments()
        else { return nil }
        var second = 0
        if skip(":") {
            guard skipComments(), let digits = digits(from: 2, to: 2), digits <= 60, skipComments() else { return nil }
            second = digits
        }
        guard let offset = isAtEnd ? 0 : zone(), skipComments() else { return nil }
        return hour * 3_600 + minute * 60 + second - offset
    }

    /// Reads a zone of mail: digits, or letters. RFC 5322 §4.3 defines the meaning of some letters.
    private mutating func zone() -> Int? {
        guard let letters = word() else { return offset(colon: .optional) }
        switch ByteEqualString(letters) {
        case "edt": return -4 * 3_600
        case "est", "cdt": return -5 * 3_600
        case "cst", "mdt": return -6 * 3_600
        case "mst", "pdt": return -7 * 3_600
        case "pst": return -8 * 3_600
        case "gmt", "ut", "utc":
            var rest = self
            guard let offset = rest.offset(colon: .optional) else { return 0 }
            self = rest
            return offset
        default: return 0
        }
    }
}
