package import Mimeograph

#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// The strategies of one decoding or encoding, if the caller set any.
@usableFromInline
package final class CodingStrategies: Sendable {
    let dates: DateStrategy<Date>
    let data: DataStrategy<Data>
    let keys: KeyStrategy
    let floats: FloatStrategy
    /// Whether keys are sorted in the output, so that a dictionary may be sorted first.
    let sortsKeys: Bool
    /// Whether an optional property that is nil is written as null.
    let writesAbsent: Bool
    let userInfo: [CodingUserInfoKey: any Sendable]

    /// Returns the strategies; nil if all of them are the defaults.
    package static func unlessDefault(
        dates: DateStrategy<Date> = .native,
        data: DataStrategy<Data> = .native,
        keys: KeyStrategy = .useDefaultKeys,
        floats: FloatStrategy = .native,
        sortsKeys: Bool = false,
        writesAbsent: Bool = false,
        userInfo: [CodingUserInfoKey: any Sendable]
    ) -> CodingStrategies? {
        if case .native = dates, case .native = data, case .useDefaultKeys = keys, case .native = floats, !sortsKeys,
            !writesAbsent, userInfo.isEmpty
        {
            return nil
        }
        return CodingStrategies(dates, data, keys, floats, sortsKeys, writesAbsent, userInfo)
    }

    private init(
        _ dates: DateStrategy<Date>,
        _ data: DataStrategy<Data>,
        _ keys: KeyStrategy,
        _ floats: FloatStrategy,
        _ sortsKeys: Bool,
        _ writesAbsent: Bool,
        _ userInfo: [CodingUserInfoKey: any Sendable]
    ) {
        self.dates = dates
        self.data = data
        self.keys = keys
        self.floats = floats
        self.sortsKeys = sortsKeys
        self.writesAbsent = writesAbsent
        self.userInfo = userInfo
    }

    /// Whether the names of members are used as coding keys without conversion.
    var keepsKeys: Bool { if case .useDefaultKeys = keys { true } else { false } }

    var planKeys: PlanKeys {
        switch keys {
        case .useDefaultKeys: .asTheyAre
        case .snakeCase: .snakeCase
        case .custom: .custom
        }
    }

    /// The texts that stand for non-finite numbers, if there are any.
    typealias NonFiniteTexts = (positive: String, negative: String, nan: String)

    var nonFinite: NonFiniteTexts? {
        if case .text(let positive, let negative, let nan) = floats { (positive, negative, nan) } else { nil }
    }
}

extension TreeFormat {
    /// Returns the caller's strategy for dates, or the format's.
    func dates(_ strategies: CodingStrategies?) -> DateStrategy<Date> {
        guard let strategies else { return dates }
        if case .native = strategies.dates { return dates }
        return strategies.dates
    }

    /// Returns the caller's strategy for data, or the format's.
    func data(_ strategies: CodingStrategies?) -> DataStrategy<Data> {
        guard let strategies else { return data }
        if case .native = strategies.data { return data }
        return strategies.data
    }
}
