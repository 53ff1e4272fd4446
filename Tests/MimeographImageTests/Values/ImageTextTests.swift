import ImageTestSupport
import Mimeograph
import MimeographImage
import Testing
import TestSupport

@Suite struct ImageTextTests {
    @Test func textsAreComparedByTheirBytes() {
        let composed = ImageText("Title", "\u{E9}", language: "fr", translatedKeyword: "Titre")
        #expect(composed == ImageText("Title", "\u{E9}", language: "fr", translatedKeyword: "Titre"))
        #expect(composed != ImageText("Title", "e\u{301}", language: "fr", translatedKeyword: "Titre"))
        #expect(composed != ImageText("Title", "\u{E9}", translatedKeyword: "Titre"))
        #expect(composed != ImageText("Title", "\u{E9}", language: "fr"))
        #expect(ImageText("a", "b") != ImageText("ab", ""))
        #expect(Set(Spellings.texts(500).map { ImageText("Title", $0) }).count == 500)
    }

    @Test func bytesOfLatin1AreItsCharacters() throws {
        let all = (1...255).map { UInt8($0) }
        for text in [all, Array(all.reversed()), Array(0x20...0x7E), [0xFF], [0x80]] as [[UInt8]] {
            let body = PNGFile.gray().inserting(.init("tEXt", Array("Title\0".utf8) + text)).bytes
            let found = try #require(try ImageResponseSerializer().read(body).metadata.texts.first)
            #expect(found.value.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } == text)
            #expect(found.value.unicodeScalars.allSatisfy { $0.value < 256 })
        }
    }
}
