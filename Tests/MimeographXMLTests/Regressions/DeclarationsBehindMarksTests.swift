import MimeographXML
import Testing

/// Found by fuzzing: the detected encoding of a document with a byte order mark depended on the chunks.
@Suite struct DeclarationsBehindMarksTests {
    @Test(
        arguments: [
            // After a UTF-16 mark, these bytes are other characters.
            ([0xFF, 0xFE], "<?xml version='1.0' encoding='utf-6'?><a/>"),
            ([0xFE, 0xFF], "<?xml version='1.0' encoding='utf-8'?><a/> "),
            ([0xEF, 0xBB, 0xBF], "<?xml version='1.0' encoding='utf-8'?><a/>"),
            ([0xEF, 0xBB, 0xBF], "<a>b</a>"),
        ] as [([UInt8], String)]
    )
    func chunkBoundariesDoNotMatter(mark: [UInt8], text: String) throws {
        let body = mark + Array(text.utf8)
        let whole = try Reading.events(body, charset: nil)
        for cut in 0...body.count { #expect(try Reading.events(body, cutAt: [cut], charset: nil) == whole) }
        #expect(try Reading.events(body, cutAt: Array(0...body.count), charset: nil) == whole)
    }

    @Test func reportsTheDeclarationAfterAUTF8Mark() throws {
        let body = [0xEF, 0xBB, 0xBF] + Array("<?xml version='1.0' encoding='utf-8'?><a/>".utf8)
        let events = try Reading.events(body, cutAt: Array(0...body.count), charset: nil)
        #expect(events.kinds.first?.line == "document 1.0 utf-8 -")
    }
}
