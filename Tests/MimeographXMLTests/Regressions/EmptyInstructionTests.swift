import Mimeograph
import MimeographXML
import Testing

/// Found by fuzzing: an instruction without a target was taken for the end of the document if it arrived in pieces.
@Suite struct EmptyInstructionTests {
    /// libxml2 parses "<?" only if five bytes are available, and this instruction has four.
    @Test(arguments: ["<??></a>", "<??><a/>", "<??>", "<??", "<?>?><a/>", "<?a?><b/>", "<a/><??><b/>", "<a><??></a>"])
    func chunkBoundariesDoNotMatter(_ text: String) throws {
        for bytes in [Array(text.utf8), Array(text.utf8) + [0xE9, 0x3C]] {
            let whole = try Reading.events(bytes)
            for cut in 0...bytes.count { #expect(try Reading.events(bytes, cutAt: [cut]) == whole, "cut at \(cut)") }
            #expect(try Reading.events(bytes, cutAt: Array(0...bytes.count)) == whole)
        }
    }
}
