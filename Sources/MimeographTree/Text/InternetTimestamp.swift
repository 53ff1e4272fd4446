import Mimeograph

/// Date and time as RFC 3339 writes them: `2026-02-03T04:05:06.789+01:00`.
///
/// `T` and `Z` may be in lower case, the seconds may have a fraction of any length and may be 60, and the offset may
/// lack its colon (non-standard, but Foundation reads it). Days count in the proleptic Gregorian calendar. A day or an
/// hour that does not exist is refused, as is anything before or after the text.
///
/// Source: RFC 3339 §5.6–5.7.
package enum InternetTimestamp {
    /// The seconds from 1970-01-01T00:00:00Z to the moment that the text names; nil where it names none.
    package static func secondsSince1970(_ text: String) -> Double? {
        var reader = TimestampReader(text)
        guard let year = reader.digits(4), reader.skip("-"),
            let month = reader.digits(2), reader.skip("-"),
            let day = reader.digits(2), let days = CivilCalendar.daysSince1970(year: year, month: month, day: day),
            reader.skip("t"),
            let hour = reader.digits(2), hour < 24, reader.skip(":"),
            let minute = reader.digits(2), minute < 60, reader.skip(":"),
            let second = reader.digits(2), second <= 60,
            let fraction = reader.fraction(),
            let offset = reader.offset(colon: .optional), reader.isAtEnd
        else { return nil }
        let seconds = days * 86_400 + hour * 3_600 + minute * 60 + second - offset
        return Double(seconds) + fraction
    }

    /// The moment so many seconds after 1970-01-01T00:00:00Z, in UTC and to the second (rounded down).
    ///
    /// - Parameters:
    ///   - seconds: Any number; what is not finite gives nil.
    ///   - separator: What stands between day and time.
    ///   - zone: What says that this is UTC.
    /// - Returns: nil outside the years 0 to 9999, which RFC 3339 cannot write.
    package static func text(secondsSince1970 seconds: Double, separator: String = "T", zone: String = "Z") -> String? {
        guard seconds >= -62_167_219_200, seconds < 253_402_300_800 else { return nil }
        // Rounding a Double is a function of the mathematics library, which is not linked here.
        var whole = Int(seconds)
        if Double(whole) > seconds { whole -= 1 }
        let (days, ofDay) = CivilCalendar.floorDivide(whole, 86_400)
        let (year, month, day) = CivilCalendar.date(daysSince1970: days)
        let time = [ofDay / 3_600, ofDay / 60 % 60, ofDay % 60].map { padded($0, 2) }.joined(separator: ":")
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))\(separator)\(time)\(zone)"
    }

    /// The decimal digits of a number, with zeros before them up to a width.
    package static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}
