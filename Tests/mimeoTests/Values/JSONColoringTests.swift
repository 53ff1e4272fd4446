import Testing

@testable import mimeo

@Suite struct JSONColoringTests {
    static let texts = [
        #"{"a": 1, "b\"c": [true, false, null, -1.5e+3], "d": "x: \\"}"#, "[]", "\"\"", "0", "{\n  \"k\" : {}\n}",
        "\"Grüß\u{301} 🎉\"", "",
    ]

    @Test(arguments: texts) func withoutColorsItIsUnchanged(_ text: String) {
        #expect(JSONColoring(style: .plain).color(text) == text)
    }

    @Test(arguments: texts) func colorsAddNothingElse(_ text: String) {
        let colored = JSONColoring(style: Style(setting: "always", isTerminal: true, environment: [:])).color(text)
        #expect(colored.replacing(/\u{1B}\[[0-9;]*m/, with: "") == text)
        #expect(text.count < 3 && text != "0" && text != "\"\"" || colored != text)
    }

    @Test func keysAndValuesDiffer() {
        let colored = JSONColoring(style: Style(setting: "always", isTerminal: true, environment: [:]))
            .color(#"{"a":"a","b":null,"c":7}"#)
        #expect(
            colored
                == "{\u{1B}[34m\"a\"\u{1B}[0m:\u{1B}[32m\"a\"\u{1B}[0m,\u{1B}[34m\"b\"\u{1B}[0m:\u{1B}[35mnull\u{1B}[0m,"
                + "\u{1B}[34m\"c\"\u{1B}[0m:\u{1B}[36m7\u{1B}[0m}"
        )
    }

    @Test func hiddenCharactersAreEscaped() {
        #expect(JSONColoring(style: .plain).color("\"a\u{9B}b\u{202E}\"") == #""a\u009bb\u202e""#)
    }

    /// Text that is no JSON must not trap either: it is only ever shown.
    @Test(arguments: ["\"", "\"\\", "{\"a", "-", "\\", "\u{0}"]) func anythingIsShown(_ text: String) {
        _ = JSONColoring(style: .plain).color(text)
    }
}
