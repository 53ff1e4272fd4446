package import Mimeograph

#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// The strategies of one decoding or encoding, if a caller set some.
package final class CodingStrategies: Sendable {
    let dates: DateStrategy<Date>
    let data: DataStrategy<Data>
    let keys: KeyStrategy
    let floats: FloatStrategy
    /// Whether keys will be sorted, so that a dictionary may be sorted first.
    let sortsKeys: Bool
    /// Whether an optional property that is nil is written as null.
    let writesAbsent: Bool
    let userInfo: [CodingUserInfoKey: any Sendable]

    /// Nil if all of them are the defaults.
    package init?(
        dates: DateStrategy<Date> = .native,
        data: DataStrategy<Data> = .native,
        keys: KeyStrategy = .useDefaultKeys,
        floats: FloatStrategy = .native,
        sortsKeys: Bool = false,
        writesAbsent: Bool = false,
        userInfo: [CodingUserInfoKey: any Sendable]
    ) {
        if case .native = dates, case .native = data, case .useDefaultKeys = keys, case .native = floats, !sortsKeys,
            !writesAbsent, userInfo.isEmpty
        {
            return nil
        }
        self.dates = dates
        self.data = data
        self.keys = keys
        self.floats = floats
        self.sortsKeys = sortsKeys
        self.writesAbsent = writesAbsent
        self.userInfo = userInfo
    }

    /// Whether names of members are coding keys as they are.
    var keepsKeys: Bool { if case .useDefaultKeys = keys { true } else { false } }

    /// The texts that stand for numbers that are not finite, if there are any.
    typealias NonFiniteTexts = (positive: String, negative: String, nan: String)

    var nonFinite: NonFiniteTexts? {
        if case .text(let positive, let negative, let nan) = floats { (positive, negative, nan) } else { nil }
    }
}

extension TreeFormat {
    /// How dates are coded: as the caller says, or as the format has them.
    func dates(_ strategies: CodingStrategies?) -> DateStrategy<Date> {
        guard let strategies else { return dates }
        if case .native = strategies.dates { return dates }
        return strategies.dates
    }

    /// How data are coded, in the same way.
    func data(_ strategies: CodingStrategies?) -> DataStrategy<Data> {
        guard let strategies else { return data }
        if case .native = strategies.data { return data }
        return strategies.data
    }
}
