public import Foundation
public import Mimeograph
public import MimeographForm

extension DateStrategy where Value == Date {
    /// As a formatter writes and reads dates.
    ///
    /// ```swift
    /// JSONPlugin(dates: .formatted(formatter))
    /// ```
    /// Give the formatter a fixed `locale` (`en_US_POSIX`) and `timeZone`; otherwise what it reads depends on the machine.
    ///
    /// - Parameter formatter: It is copied, so that changing the original later changes nothing here.
    public static func formatted(_ formatter: DateFormatter) -> DateStrategy {
        let formatter = formatter.copy() as? DateFormatter ?? formatter
        return .custom { decoder in
            let container = try decoder.singleValueContainer()
            if let date = formatter.date(from: try container.decode(String.self)) { return date }
            let description = "The text does not have the form of the date formatter."
            throw DecodingError.dataCorruptedError(in: container, debugDescription: description)
        } encode: { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(formatter.string(from: date))
        }
    }
}

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
