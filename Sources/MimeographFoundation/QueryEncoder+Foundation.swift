public import Foundation
import Mimeograph
public import MimeographForm

extension QueryEncoder.DateNotation {
    /// What the closure makes of the date.
    public static func text(_ write: @escaping @Sendable (_ date: Date) throws -> String) -> QueryEncoder.DateNotation {
        .custom { try write(Date(timeIntervalSince1970: $0)) }
    }

    /// As a formatter writes it.
    ///
    /// Give the formatter a fixed `locale` (`en_US_POSIX`) and `timeZone`; otherwise what is written depends on the machine.
    ///
    /// - Parameter formatter: It is copied, so that changing the original later changes nothing here.
    public static func formatted(_ formatter: DateFormatter) -> QueryEncoder.DateNotation {
        let formatter = formatter.copy() as? DateFormatter ?? formatter
        return .text { formatter.string(from: $0) }
    }
}
