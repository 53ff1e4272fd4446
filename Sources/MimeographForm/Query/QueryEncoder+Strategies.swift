import Mimeograph
import MimeographTree

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension QueryEncoder {
    /// How the tree's encoder writes values. The writer has its own rules for null, for the texts of numbers and for whole names.
    ///
    /// - Parameters:
    ///   - dates: Used instead of ``dates`` if it is not native.
    ///   - data: Used instead of ``data`` if it is not native.
    ///   - keys: How coding keys become names of members.
    func strategies(
        dates: DateStrategy<Date> = .native,
        data: DataStrategy<Data> = .native,
        keys: KeyStrategy = .useDefaultKeys
    ) -> CodingStrategies? {
        var (dates, data) = (dates, data)
        if case .native = dates { dates = ownDates }
        if case .native = data { data = ownData }
        return CodingStrategies(
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
            // A time that is not finite cannot be read back.
            guard Date(decodedSince2001: date.timeIntervalSinceReferenceDate) != nil else {
                throw unwritable("The date is too far away, or not a point in time.", encoder)
            }
            guard let text = try text(date.timeIntervalSince1970) else {
                throw unwritable("The date is outside of the years 0 to 9999.", encoder)
            }
            try container.encode(text)
        })
    }

    private static func unwritable(_ description: String, _ encoder: any Encoder) -> EncodingError {
        .invalidValue("", EncodingError.Context(codingPath: encoder.codingPath, debugDescription: description))
    }
}
