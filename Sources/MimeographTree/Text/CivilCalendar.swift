import Mimeograph

/// The proleptic Gregorian calendar: the Gregorian rules for all time, as RFC 3339 and XML Schema count days.
package enum CivilCalendar {
    /// Days from 1970-01-01, or nil for a day that does not exist.
    package static func daysSince1970(year: Int, month: Int, day: Int) -> Int? {
        guard (1...12).contains(month), day >= 1, day <= length(ofMonth: month, year: year) else { return nil }
        // Years are counted from March on, so that the leap day is the last of its year.
        let (marchYear, marchMonth) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
        let (era, ofEra) = floorDivide(marchYear, 400)
        let dayOfYear = (153 * marchMonth + 2) / 5 + day - 1
        return era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + dayOfYear - 719_468
    }

    /// The date that is so many days after 1970-01-01.
    package static func date(daysSince1970 days: Int) -> (year: Int, month: Int, day: Int) {
        let (era, ofEra) = floorDivide(days + 719_468, 146_097)
        let yearOfEra = (ofEra - ofEra / 1_460 + ofEra / 36_524 - ofEra / 146_096) / 365
        let dayOfYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        let year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
    }

    /// A division that rounds down, so that its remainder is never negative.
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
