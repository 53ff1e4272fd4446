import Testing

@testable import mimeo

@Suite struct JSONLayoutTests {
    static let colored = Style(setting: "always", isTerminal: true, environment: [:])

    private func laidOut(_ text: String, _ style: Style = .plain) -> String {
        let writer = RecordingWriter()
        JSONLayout(style: style).write(Array(text.utf8), to: writer)
        return writer.text
    }

    @Test(arguments: [
        (
            #"{"a":1,"b\"c":[true,{"d":"x: \\"}]}"#,
            "{\n  \"a\": 1,\n  \"b\\\"c\": [\n    true,\n    {\n      \"d\": \"x: \\\\\"\n    }\n  ]\n}\n"
        ),
        ("{ }", "{}\n"), ("[[ ],{}]", "[\n  [],\n  {}\n]\n"), (" -1.5e+3 ", "-1.5e+3\n"), ("\"\"", "\"\"\n"),
        ("", "\n"),
        ("\"Grüß\u{301} 🎉\"", "\"Grüß\u{301} 🎉\"\n"),
    ])
    func layout(_ text: String, _ expected: String) {
        #expect(laidOut(text) == expected)
        #expect(laidOut(expected) == expected)
        #expect(laidOut(text, Self.colored).replacing(/\u{1B}\[[0-9;]*m/, with: "") == expected)
    }

    @Test func keysAndValuesDiffer() {
        #expect(
            laidOut(#"{"a":"a","b":null,"c":7}"#, Self.colored)
                == "{\n  \u{1B}[34m\"a\"\u{1B}[0m: \u{1B}[32m\"a\"\u{1B}[0m,\n  \u{1B}[34m\"b\"\u{1B}[0m: \u{1B}[35mnull"
                + "\u{1B}[0m,\n  \u{1B}[34m\"c\"\u{1B}[0m: \u{1B}[36m7\u{1B}[0m\n}\n"
        )
    }

    @Test func hiddenCharactersAreEscaped() {
        #expect(laidOut("{\"a\u{9B}b\u{202E}\":\"\u{7F}\"}") == "{\n  \"a\\u009bb\\u202e\": \"\\u007f\"\n}\n")
    }

    /// Many deeply nested values, each on a line that is as long as it is deep, must not fill the memory.
    @Test func depthAndSizeDoNotMultiply() {
        let depth = 500, count = 20_000
        let text =
            String(repeating: "[", count: depth) + String(repeating: "0,", count: count) + "0"
            + String(repeating: "]", count: depth)
        let writer = MeasuringWriter()
        JSONLayout(style: .plain).write(Array(text.utf8), to: writer)
        #expect(writer.total < (count + 2 * depth) * (2 * JSONLayout.deepestIndent + 4))
        #expect(writer.largest < 2 * JSONLayout.pieceSize)
    }

    /// Text that is not JSON must not trap either, because it is only shown.
    @Test(arguments: ["\"", "\"\\", "{\"a", "-", "\\", "\u{0}", "]]}", "[}", ":,"]) func anythingIsShown(_ text: String)
    {
        #expect(laidOut(text).hasSuffix("\n"))
    }
}

/// A writer that counts bytes.
private final class MeasuringWriter: ByteWriter {
    private(set) var total = 0
    private(set) var largest = 0
    var failure: String? { nil }
    func write(_ bytes: [UInt8]) {
        total += bytes.count
        largest = max(largest, bytes.count)
    }
}
