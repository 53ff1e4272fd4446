public import Foundation
import Mimeograph
public import MimeographForm

/// Dates as a `DateFormatter` writes and reads them, for the `custom` strategy of any coder.
///
/// This module knows no format, so the strategy is handed over as two functions of the standard `Codable` shape:
/// ```swift
/// let dates = FormattedDates(formatter)
/// var format = JSONFormat()
/// format.dateStrategy = .custom(decode: dates.decode, encode: dates.encode)
/// ```
/// Give the formatter a fixed `locale` (`en_US_POSIX`) and `timeZone`; otherwise what it reads depends on the machine.
public struct FormattedDates: Sendable {
    private let formatter: DateFormatter

    /// Copies the formatter, so that changing the original later changes nothing here.
    public init(_ formatter: DateFormatter) {
        self.formatter = formatter.copy() as? DateFormatter ?? formatter
    }

    /// Reads a string value.
    ///
    /// - Throws: `DecodingError.dataCorrupted` where the formatter reads no date from the text, and what the decoder
    ///   throws where the value is no string.
    public func decode(from decoder: any Decoder) throws -> Date {
        let container = try decoder.singleValueContainer()
        if let date = formatter.date(from: try container.decode(String.self)) { return date }
        throw DecodingError.dataCorruptedError(
            in: container,
            debugDescription: "The text does not have the form of the date formatter."
        )
    }

    /// Writes a string value.
    public func encode(_ date: Date, to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(formatter.string(from: date))
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
