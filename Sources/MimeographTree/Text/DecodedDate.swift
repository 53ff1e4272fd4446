#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

extension Date {
    /// Creates the date for a number in a body; nil if the number is not finite, or so large that its seconds do not fit in
    /// `Int`.
    ///
    /// Printing a `Date` that is not a number ends the program on Linux, and so does `Int(date.timeIntervalSince1970)` for a date
    /// that is too far away.
    package init?(decodedSince2001 seconds: Double) {
        // NaN is in no range.
        guard (-9e18...9e18).contains(seconds) else { return nil }
        self.init(timeIntervalSinceReferenceDate: seconds)
    }

    /// Creates the date for a number of seconds since 1970, under the same rules.
    package init?(decodedSince1970 seconds: Double) { self.init(decodedSince2001: seconds - 978_307_200) }
}
