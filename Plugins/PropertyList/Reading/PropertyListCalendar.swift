/// The calendar of dates in property lists, which are seconds since 2001-01-01T00:00:00Z.
///
/// It is that of Foundation's `PropertyListEncoder`: Gregorian from 1582-10-15, Julian before. The first moment of its year 1 is
/// `Date.distantPast`, which programs do send.
enum PropertyListCalendar {
    /// The first moment of the year 1, and the first of the year 10000.
    static let first = -63_114_076_800.0
    static let end = 252_423_993_600.0

    /// The first Gregorian day, in days since 2001-01-01.
    private static let reform = -152_750

    /// Whether a moment is in the years 1 to 9999, which XML can write. NaN and the infinities are not.
    @inline(__always)
    static func contains(_ seconds: Double) -> Bool { seconds >= first && seconds < end }

    /// Returns the days from 2001-01-01 to a date, or nil if the calendar has no such date.
    static func days(year: Int, month: Int, day: Int) -> Int? {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1 else { return nil }
        // The days that the reform skipped count as Julian ones.
        let isGregorian = (year, month, day) >= (1582, 10, 15)
        let isLeap = year % 4 == 0 && (!isGregorian || year % 100 != 0 || year % 400 == 0)
        let length = month == 2 ? (isLeap ? 29 : 28) : (month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31)
        guard day <= length else { return nil }
        // Years are counted from March, so that the leap day is the last of its year.
        let shifted = month > 2 ? year : year - 1
        let monthFromMarch = month > 2 ? month - 3 : month + 9
        let dayOfEra = 365 * shifted + shifted / 4 + (153 * monthFromMarch + 2) / 5 + day - 1
        return isGregorian ? dayOfEra - shifted / 100 + shifted / 400 - 730_791 : dayOfEra - 730_793
    }

    /// Returns the date that is a number of days after 2001-01-01, in the years 1 to 9999.
    static func date(days: Int) -> (year: Int, month: Int, day: Int) {
        let year: Int
        let dayOfYear: Int
        if days >= reform {
            // Days since March 1 of the year 0, in cycles of 400 years.
            let total = days + 730_791
            let dayOfCycle = total % 146_097
            let yearOfCycle = (dayOfCycle - dayOfCycle / 1460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
            year = total / 146_097 * 400 + yearOfCycle
            dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
        } else {
            let total = days + 730_793
            year = (4 * total + 3) / 1461
            dayOfYear = total - 1461 * year / 4
        }
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (year + (month <= 2 ? 1 : 0), month, day)
    }
}
