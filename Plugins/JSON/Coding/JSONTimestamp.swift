import Mimeograph
import MimeographTree

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Date and time as RFC 3339 writes them, for `Date`; the core's `InternetTimestamp` says what is read and written.
enum JSONTimestamp {
    /// The moment that the text names, or nil where it names none.
    static func parse(_ text: String) -> Date? {
        InternetTimestamp.secondsSince1970(text).map { Date(timeIntervalSince1970: $0) }
    }

    /// The moment in UTC, to the second (rounded down); nil outside the years 0 to 9999, which RFC 3339 cannot write.
    static func text(_ date: Date) -> String? {
        InternetTimestamp.text(secondsSince1970: date.timeIntervalSince1970)
    }
}
