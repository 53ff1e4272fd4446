public import Foundation
public import Mimeograph
public import MimeographForm

extension DateStrategy where Value == Date {
    /// Dates in the format of a `DateFormatter`.
    ///
    /// ```swift
    /// JSONPlugin(dates: .formatted(formatter))
    /// ```
    /// Give the formatter a fixed `locale` (`en_US_POSIX`) and `timeZone`; otherwise the result depends on the machine.
    ///
    /// - Parameter formatter: The formatter. It is copied, so later changes to the original have no effect.
    public static func formatted(_ formatter: DateFormatter) -> DateStrategy {
        let formatter = formatter.copy() as? DateFormatter ?? formatter
        return .custom { decoder in
            let container = try decoder.singleValueContainer()
            if let date = formatter.date(from: try container.decode(String.self)) { return date }
            let description = "The text does not have the format of the date formatter."
            throw DecodingError.dataCorruptedError(in: container, debugDescription: description)
        } encode: { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(formatter.string(from: date))
        }
    }
}

extension QueryEncoder.DateNotation {
    /// A notation that a closure writes.
    public static func text(_ write: @escaping @Sendable (_ date: Date) throws -> String) -> QueryEncoder.DateNotation {
        .custom { try write(Date(timeIntervalSince1970: $0)) }
    }

    /// Dates as texts in the format of a `DateFormatter`.
    ///
    /// Give the formatter a fixed `locale` (`en_US_POSIX`) and `timeZone`; otherwise the text depends on the machine.
    ///
    /// - Parameter formatter: The formatter, which is copied, so later changes to the original have no effect.
    public static func formatted(_ formatter: DateFormatter) -> QueryEncoder.DateNotation {
        let formatter = formatter.copy() as? DateFormatter ?? formatter
        return .text { formatter.string(from: $0) }
    }
}
