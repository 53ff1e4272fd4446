import MimeographTree

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension HTTPDate {
    /// Returns a moment in the current form, for example `Sun, 06 Nov 1994 08:49:37 GMT`, without fractions of a second.
    ///
    /// Source: RFC 9110 §5.6.7.
    static func text(of moment: Date) -> String {
        // The year must have four digits.
        let seconds = Int(min(max(moment.timeIntervalSince1970, -62_135_596_800), 253_402_300_799).rounded(.down))
        let (days, rest) = CivilCalendar.floorDivide(seconds, 86_400)
        let date = CivilCalendar.date(daysSince1970: days)
        let weekday = weekdays[CivilCalendar.floorDivide(days + 4, 7).remainder]
        let time = [rest / 3_600, rest / 60 % 60, rest % 60].map { twoDigits($0) }.joined(separator: ":")
        let year = String("000\(date.year)".suffix(4))
        return "\(weekday), \(twoDigits(date.day)) \(months[date.month - 1]) \(year) \(time) GMT"
    }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
