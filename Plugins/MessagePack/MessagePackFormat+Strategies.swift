import MimeographTree

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension MessagePackFormat {
    /// What a `Date` is, where it is read and where it is written.
    public enum DateStrategy: Sendable {
        /// A timestamp (ext -1).
        case timestamp
        /// What `Date` makes of itself: a number of seconds since 2001-01-01T00:00:00Z.
        case deferredToDate
        /// A number of seconds since 1970-01-01T00:00:00Z.
        case secondsSince1970
        /// A number of milliseconds since 1970-01-01T00:00:00Z.
        case millisecondsSince1970
        /// RFC 3339 text in UTC, written to the second, such as `2026-02-03T04:05:06Z`.
        case iso8601
        /// What the closures make of it; `{}` where nothing is written.
        case custom(
            decode: @Sendable (_ decoder: any Decoder) throws -> Date,
            encode: @Sendable (_ date: Date, _ encoder: any Encoder) throws -> Void
        )
    }

    /// What `Data` is, where it is read and where it is written.
    public enum DataStrategy: Sendable {
        /// A bin.
        case binary
        /// What `Data` makes of itself: an array of numbers.
        case deferredToData
        /// Base64 text with its padding. Source: RFC 4648 §4.
        case base64
        /// What the closures make of it; `{}` where nothing is written.
        case custom(
            decode: @Sendable (_ decoder: any Decoder) throws -> Data,
            encode: @Sendable (_ data: Data, _ encoder: any Encoder) throws -> Void
        )
    }

    /// How coding keys and the names of members become each other. The keys of a `[String: …]` are never changed.
    public enum KeyStrategy: Sendable {
        /// They are the same text.
        case useDefaultKeys
        /// `firstName` is `first_name`; underscores at both ends stay.
        case snakeCase
        /// What the closures make of the path; its last key is the name as it was received, or the key to be written.
        case custom(
            decode: @Sendable (_ codingPath: [any CodingKey]) -> any CodingKey,
            encode: @Sendable (_ codingPath: [any CodingKey]) -> any CodingKey
        )
    }

    /// The strategies for both ways; nil where they are those of a format that was just made.
    var strategies: (decoding: DecodingStrategies, encoding: EncodingStrategies)? {
        if case .timestamp = dateStrategy, case .binary = dataStrategy, case .useDefaultKeys = keyStrategy,
            userInfo.isEmpty
        {
            return nil
        }
        let dates: (DecodingStrategies.Dates, EncodingStrategies.Dates) =
            switch dateStrategy {
            case .timestamp: (.native, .native)
            case .deferredToDate: (.deferredToDate, .deferredToDate)
            case .secondsSince1970: (.secondsSince1970, .secondsSince1970)
            case .millisecondsSince1970: (.millisecondsSince1970, .millisecondsSince1970)
            case .iso8601: (.iso8601, .iso8601)
            case .custom(let decode, let encode): (.custom(decode), .custom(encode))
            }
        let data: (DecodingStrategies.Bytes, EncodingStrategies.Bytes) =
            switch dataStrategy {
            case .binary: (.native, .native)
            case .deferredToData: (.deferredToData, .deferredToData)
            case .base64: (.base64, .base64)
            case .custom(let decode, let encode): (.custom(decode), .custom(encode))
            }
        let keys: (DecodingStrategies.Keys, EncodingStrategies.Keys) =
            switch keyStrategy {
            case .useDefaultKeys: (.useDefaultKeys, .useDefaultKeys)
            case .snakeCase: (.convertFromSnakeCase, .convertToSnakeCase)
            case .custom(let decode, let encode): (.custom(decode), .custom(encode))
            }
        return (
            DecodingStrategies(dates: dates.0, data: data.0, keys: keys.0, userInfo: userInfo),
            EncodingStrategies(dates: dates.1, data: data.1, keys: keys.1, userInfo: userInfo)
        )
    }
}
