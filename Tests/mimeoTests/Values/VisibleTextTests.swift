import Testing

@testable import mimeo

@Suite struct VisibleTextTests {
    @Test(arguments: [
        ("plain\n\ttext", "plain\n\ttext"),
        ("\u{1B}[31mred", "\\u001b[31mred"),
        ("bell\u{07}", "bell\\u0007"),
        ("over\rwritten", "over\\u000dwritten"),
        ("line\r\nbreak", "line\r\nbreak"),
        ("end\r", "end\\u000d"),
        ("\r\r\n\u{1B}", "\\u000d\r\n\\u001b"),
        ("c1 \u{9B}31m", "c1 \\u009b31m"),
        ("user\u{202E}txt.exe", "user\\u202etxt.exe"),
        ("Grüß Gott, 世界 🎉", "Grüß Gott, 世界 🎉"),
        ("", ""),
    ])
    func escapesControls(_ text: String, _ shown: String) {
        #expect(VisibleText(text).description == shown)
    }
}
