#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// How values are written in one encoding, where a caller set something.
package final class EncodingStrategies: Sendable {
    package enum Dates: Sendable {
        /// As the format has dates.
        case native
        /// As `Date` writes itself: seconds since the beginning of 2001.
        case deferredToDate
        case secondsSince1970, millisecondsSince1970
        /// RFC 3339 text.
        case iso8601
        case custom(@Sendable (_ date: Date, _ encoder: any Encoder) throws -> Void)
    }

    package enum Bytes: Sendable {
        /// As the format has data.
        case native
        /// As `Data` writes itself: an array of numbers.
        case deferredToData
        case base64
        case custom(@Sendable (_ data: Data, _ encoder: any Encoder) throws -> Void)
    }

    package enum Keys: Sendable {
        case useDefaultKeys, convertToSnakeCase
        case custom(@Sendable (_ codingPath: [any CodingKey]) -> any CodingKey)
    }

    let dates: Dates
    let data: Bytes
    let keys: Keys
    /// The texts for what is no finite number, where the format has no such numbers.
    let nonFinite: NonFiniteTexts?
    /// Whether keys will be sorted, which a dictionary may as well be before.
    let sortsKeys: Bool
    let userInfo: [CodingUserInfoKey: any Sendable]
    var keepsKeys: Bool { if case .useDefaultKeys = keys { true } else { false } }

    package init(
        dates: Dates,
        data: Bytes,
        keys: Keys = .useDefaultKeys,
        nonFinite: NonFiniteTexts? = nil,
        sortsKeys: Bool = false,
        userInfo: [CodingUserInfoKey: any Sendable]
    ) {
        self.dates = dates
        self.data = data
        self.keys = keys
        self.nonFinite = nonFinite
        self.sortsKeys = sortsKeys
        self.userInfo = userInfo
    }
}

extension EncodingStrategies.Dates {
    /// What is written for a format that reads such dates.
    init(_ dates: DecodingStrategies.Dates) {
        if case .deferredToDate = dates { self = .deferredToDate } else { self = .native }
    }
}

extension EncodingStrategies.Bytes {
    /// What is written for a format that reads such data.
    init(_ data: DecodingStrategies.Bytes) {
        if case .base64 = data { self = .base64 } else { self = .native }
    }
}
