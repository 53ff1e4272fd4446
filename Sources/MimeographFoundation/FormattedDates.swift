public import Foundation
import Mimeograph
public import MimeographForm

/// Dates in the format of a `DateFormatter`, for the `custom` strategy of any coder.
///
/// This module depends on no format, so you pass the strategy two functions of the usual `Codable` form:
/// ```swift
/// let dates = FormattedDates(formatter)
/// var format = JSONFormat()
/// format.dateStrategy = .custom(decode: dates.decode, encode: dates.encode)
/// ```
/// Give the formatter a fixed `locale` (`en_US_POSIX`) and `timeZone`; otherwise the result depends on the machine.
public struct FormattedDates: Sendable {
    private let formatter: DateFormatter

    /// Copies the formatter, so later changes to the original have no effect.
    public init(_ formatter: DateFormatter) {
        self.formatter = formatter.copy() as? DateFormatter ?? formatter
    }

    /// Reads a string value.
    ///
    /// - Throws: `DecodingError.dataCorrupted` if the formatter cannot parse the text; any error of the decoder if the value is
    ///   not a string.
    public func decode(from decoder: any Decoder) throws -> Date {
        let container = try decoder.singleValueContainer()
        if let date = formatter.date(from: try container.decode(String.self)) { return date }
        throw DecodingError.dataCorruptedError(
            in: container,
            debugDescription: "The text does not have the format of the date formatter."
        )
    }

    /// Writes a string value.
    public func encode(_ date: Date, to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(formatter.string(from: date))
    }
}

extension QueryEncoder.DateNotation {
    /// A notation that a closure writes.
    public static func text(_ write: @escaping @Sendable (_ date: Date) throws -> String) -> QueryEncoder.DateNotation {
        .custom { try write(Date(timeIntervalSince1970: $0)) }
    }

    /// The notation of a formatter.
    ///
    /// Give the formatter a fixed `locale` (`en_US_POSIX`) and `timeZone`; otherwise the text depends on the machine.
    ///
    /// - Parameter formatter: The formatter, which is copied, so later changes to the original have no effect.
    public static func formatted(_ formatter: DateFormatter) -> QueryEncoder.DateNotation {
        let formatter = formatter.copy() as? DateFormatter ?? formatter
        return .text { formatter.string(from: $0) }
    }
}
