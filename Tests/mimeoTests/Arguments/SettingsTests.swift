import Mimeograph
import Testing

@testable import mimeo

@Suite struct SettingsTests {
    private func settings(_ words: [String]) throws -> Settings {
        try Settings(Arguments(words, declared: Settings.reading + [Settings.coloring]))
    }

    @Test(arguments: DecodingLimits.Limit.allCases)
    func everyLimitHasAnOption(_ limit: DecodingLimits.Limit) throws {
        let name = Settings.optionName(of: limit)
        let settings = try settings(["--\(name)", "37"])
        #expect(settings.limits[limit] == 37)
        for other in DecodingLimits.Limit.allCases where other != limit {
            #expect(settings.limits[other] == Settings.standardLimits[other])
        }
    }

    @Test func namesOfLimits() {
        #expect(Settings.optionName(of: .inputBytes) == "limits-input-bytes")
        #expect(Settings.optionName(of: .depth) == "limits-depth")
    }

    @Test(arguments: [
        "--limits-depth=-1", "--limits-depth=many", "--limits-depth=99999999999999999999", "--strip-nulls=some",
        "--color=sometimes",
    ])
    func refused(_ word: String) {
        #expect(throws: UsageError.self) { try settings([word]) }
    }

    @Test(
        arguments: [(nil, .keep), ("--strip-nulls", .members), ("--strip-nulls=all", .all)]
            as [(String?, Settings.Nulls)]
    )
    func nulls(_ word: String?, _ nulls: Settings.Nulls) throws {
        #expect(try settings(word.map { [$0] } ?? []).nulls == nulls)
    }
}
