import Testing

@testable import mimeo

@Suite struct HexDumpTests {
    @Test func layout() {
        let dump = HexDump.text(Array("Mimeograph \u{0}~\u{7F}".utf8) + [0xFF, 0x00, 0x41])
        #expect(
            dump == """
                00000000  4d 69 6d 65 6f 67 72 61 70 68 20 00 7e 7f ff 00  Mimeograph .~...
                00000010  41                                               A
                """
        )
    }

    @Test func empty() { #expect(HexDump.text([]) == "") }

    @Test func longBodiesAreCut() {
        let lines = HexDump.text([UInt8](repeating: 0, count: 300)).split(separator: "\n")
        #expect(lines.count == 17)
        #expect(lines.last == "… and 44 more bytes")
        #expect(HexDump.text([UInt8](repeating: 0, count: 256)).split(separator: "\n").count == 16)
    }
}
