import Mimeograph
import MimeographTree

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension QueryEncoder {
    /// Returns the strategies for the tree's encoder. ``QueryWriter`` has its own rules for null, numbers and whole names.
    ///
    /// - Parameters:
    ///   - dates: The strategy that replaces ``dates`` unless it is native.
    ///   - data: The strategy that replaces ``data`` unless it is native.
    ///   - keys: The strategy that turns coding keys into names of members.
    func strategies(
        dates: DateStrategy<Date> = .native,
        data: DataStrategy<Data> = .native,
        keys: KeyStrategy = .useDefaultKeys
    ) -> CodingStrategies? {
        var (dates, data) = (dates, data)
        if case .native = dates { dates = ownDates }
        if case .native = data { data = ownData }
        return CodingStrategies.unlessDefault(
            dates: dates,
            data: data,
            keys: keys,
            writesAbsent: countsAbsentMembersAsNull,
            userInfo: userInfo
        )
    }

    private var ownDates: DateStrategy<Date> {
        switch dates {
        case .deferredToDate: .deferredToDate
        case .secondsSince1970: .secondsSince1970
        case .millisecondsSince1970: .millisecondsSince1970
        case .iso8601: Self.dates { InternetTimestamp.text(secondsSince1970: $0) }
        case .description: Self.dates { InternetTimestamp.text(secondsSince1970: $0, separator: " ", zone: " +0000") }
        case .custom(let text): Self.dates(text)
        }
    }

    private var ownData: DataStrategy<Data> {
        switch data {
        case .base64: .base64
        case .percentEscaped: .native
        case .deferredToData: .deferredToData
        case .custom(let text):
            .custom(encode: { data, encoder in
                var container = encoder.singleValueContainer()
                try container.encode(try text(Array(data)))
            })
        }
    }

    private static func dates(
        _ text: @escaping @Sendable (_ secondsSince1970: Double) throws -> String?
    ) -> DateStrategy<Date> {
        .custom(encode: { date, encoder in
            var container = encoder.singleValueContainer()
            // A date that is not finite cannot be read back.
            guard Date(decodedSince2001: date.timeIntervalSinceReferenceDate) != nil else {
                throw unwritable("The date is too far away, or not a point in time.", encoder)
            }
            guard let text = try text(date.timeIntervalSince1970) else {
                throw unwritable("The date is outside the years 0 to 9999.", encoder)
            }
            try container.encode(text)
        })
    }

    private static func unwritable(_ description: String, _ encoder: any Encoder) -> EncodingError {
        .invalidValue("", EncodingError.Context(codingPath: encoder.codingPath, debugDescription: description))
    }
}
