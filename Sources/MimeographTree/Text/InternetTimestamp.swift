import Mimeograph

/// A date and time in the format of RFC 3339: `2026-02-03T04:05:06.789+01:00`.
///
/// `T` and `Z` may be lowercase. The seconds may be 60, and may have a fraction of any length. The offset may lack its colon
/// (non-standard, but Foundation reads it). Days count in the proleptic Gregorian calendar. A day or an hour that does not exist
/// is rejected, and so is any other text before or after.
///
/// Source: RFC 3339 §5.6–5.7.
package enum InternetTimestamp {
    /// Returns the seconds from 1970-01-01T00:00:00Z to the moment; nil if the text is not a valid date and time.
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

    /// Returns the text of a moment in UTC, to the second (rounded down).
    ///
    /// - Parameters:
    ///   - seconds: The seconds since 1970-01-01T00:00:00Z.
    ///   - separator: The text between the day and the time.
    ///   - zone: The text that stands for UTC.
    /// - Returns: The text; nil if the number is not finite, or outside the years 0 to 9999, which RFC 3339 cannot write.
    package static func text(secondsSince1970 seconds: Double, separator: String = "T", zone: String = "Z") -> String? {
        guard seconds >= -62_167_219_200, seconds < 253_402_300_800 else { return nil }
        // Rounding a Double would need the math library, which is not linked here.
        var whole = Int(seconds)
        if Double(whole) > seconds { whole -= 1 }
        let (days, ofDay) = CivilCalendar.floorDivide(whole, 86_400)
        let (year, month, day) = CivilCalendar.date(daysSince1970: days)
        let time = [ofDay / 3_600, ofDay / 60 % 60, ofDay % 60].map { padded($0, 2) }.joined(separator: ":")
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))\(separator)\(time)\(zone)"
    }

    /// Returns the decimal digits of a number, padded with zeros to a width.
    package static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}

/// The proleptic Gregorian calendar: the Gregorian rules for all time, as RFC 3339 and XML Schema count days.
package enum CivilCalendar {
    /// Returns the number of days since 1970-01-01; nil for a day that does not exist.
    package static func daysSince1970(year: Int, month: Int, day: Int) -> Int? {
        guard (1...12).contains(month), day >= 1, day <= length(ofMonth: month, year: year) else { return nil }
        // Years are counted from March, so that the leap day is the last day of its year.
        let (marchYear, marchMonth) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
        let (era, ofEra) = floorDivide(marchYear, 400)
        let dayOfYear = (153 * marchMonth + 2) / 5 + day - 1
        return era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + dayOfYear - 719_468
    }

    /// Returns the date that many days after 1970-01-01.
    package static func date(daysSince1970 days: Int) -> (year: Int, month: Int, day: Int) {
        let (era, ofEra) = floorDivide(days + 719_468, 146_097)
        let yearOfEra = (ofEra - ofEra / 1_460 + ofEra / 36_524 - ofEra / 146_096) / 365
        let dayOfYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        let year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
    }

    /// Divides and rounds down, so that the remainder is never negative.
    package static func floorDivide(_ number: Int, _ divisor: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }

    private static func length(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
