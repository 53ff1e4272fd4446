import Testing

@testable import Mimeograph
@testable import TestSupport

@Suite struct StreamSafeTextTests {
    private static let safe: [String] = [
        HostileText.marks(30), times("\u{301}", 30), times(HostileText.marks(30), 20), times("key", 1_000), "",
        // U+0344 counts as two marks: U+0308 U+0301. U+0F73 is a starter that consists of two marks.
        "b" + times("\u{344}", 15), "b" + times("\u{F73}", 15),
        // The mark of a composed letter is not counted.
        "\u{E9}" + times("\u{316}", 30),
        times("\u{E9}\u{1F1E6}\u{AC01}\u{200D}", 100),
    ]

    private static let unsafe: [String] = [
        HostileText.marks(31), HostileText.marks(31) + "b", times("\u{301}", 31), "b" + times("\u{344}", 16),
        "b" + times("\u{F73}", 16), "\u{E9}" + times("\u{316}", 31),
    ]

    private static func times(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

    /// Source: UAX #15 §13.
    @Test(arguments: safe.map { ($0, true) } + unsafe.map { ($0, false) })
    func runs(text: String, isSafe: Bool) {
        #expect(StreamSafeText.holds(text) == isSafe)
    }
}
