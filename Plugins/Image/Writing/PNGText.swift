/// A text as a PNG holds it.
///
/// Source: W3C PNG (third edition) §11.3.3.2 (keywords), §11.3.3.3 (tEXt), §11.3.3.5 (iTXt).
struct PNGText {
    /// 1 to 79 bytes of printable ISO 8859-1, its spaces single and inside.
    let keyword: [UInt8]
    let content: [UInt8]
    /// Whether the content is UTF-8; else it is ISO 8859-1.
    let isUTF8: Bool
    let language: [UInt8]
    let translatedKeyword: [UInt8]

    /// Nil for a text that no PNG can hold.
    init?(_ text: ImageText) {
        guard let keyword = Latin1.bytes(text.keyword), Self.isKeyword(keyword) else { return nil }
        self.keyword = keyword
        let plain = text.language == nil && text.translatedKeyword == nil ? Latin1.bytes(text.value) : nil
        content = plain ?? Array(text.value.utf8)
        isUTF8 = plain == nil
        // Source: RFC 5646 §2.1: letters, digits and hyphens. What is none of them is no language.
        let tag = Array((text.language ?? "").utf8)
        language = tag.allSatisfy(Self.isTagByte) ? tag : []
        translatedKeyword = Array((text.translatedKeyword ?? "").utf8)
        if content.contains(0) || tag.contains(0) || translatedKeyword.contains(0) { return nil }
    }

    private static func isTagByte(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-")
    }

    private static func isKeyword(_ bytes: [UInt8]) -> Bool {
        (1...79).contains(bytes.count) && bytes.allSatisfy { (0x20...0x7E).contains($0) || $0 >= 0xA1 }
            && bytes.first != 0x20 && bytes.last != 0x20
            && !zip(bytes, bytes.dropFirst()).contains { $0 == 0x20 && $1 == 0x20 }
    }
}
