import Testing

@testable import mimeo

@Suite struct StyleTests {
    @Test(
        arguments: [
            ("auto", true, [:], true),
            ("auto", false, [:], false),
            ("auto", true, ["NO_COLOR": "1"], false),
            ("auto", true, ["NO_COLOR": ""], true),
            ("auto", true, ["TERM": "dumb"], false),
            ("auto", true, ["TERM": "xterm"], true),
            ("always", false, ["NO_COLOR": "1"], true),
            ("never", true, [:], false),
        ] as [(String, Bool, [String: String], Bool)]
    )
    func decision(_ setting: String, _ isTerminal: Bool, _ environment: [String: String], _ isColored: Bool) {
        #expect(Style(setting: setting, isTerminal: isTerminal, environment: environment).isColored == isColored)
    }

    @Test func plainTextIsUnchanged() {
        #expect(Style.plain.text("a", .key) == "a")
        #expect(Style(setting: "always", isTerminal: false, environment: [:]).text("a", .key) == "\u{1B}[34ma\u{1B}[0m")
    }
}
