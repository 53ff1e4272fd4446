import Mimeograph

extension XMLTextEncoding {
    /// The encoding that the XML declaration states; nil where there is none.
    ///
    /// Source: XML 1.0 §2.8 and §4.3.3, production 80.
    static func declaration(in body: Span<UInt8>, isEBCDIC: Bool) -> String? {
        let start = body.extracting(0..<min(body.count, 512))
        guard isEBCDIC else { return declaration(in: start) }
        // The characters of a declaration have the same bytes in all EBCDICs.
        let text = XMLLibrary.utf8(of: start, from: "IBM037") ?? []
        return declaration(in: text.span)
    }

    private static let opening = Array("<?xml".utf8)
    private static let keyword = Array("encoding".utf8)

    private static func declaration(in start: Span<UInt8>) -> String? {
        guard starts(start, at: 0, with: opening) else { return nil }
        var index = 5
        while index < start.count, start[index] != UInt8(ascii: ">") {
            guard starts(start, at: index, with: keyword) else {
                index += 1
                continue
            }
            index += 8
            skipSpace(start, &index)
            guard index < start.count, start[index] == UInt8(ascii: "=") else { continue }
            index += 1
            skipSpace(start, &index)
            guard index < start.count, start[index] == UInt8(ascii: "\"") || start[index] == UInt8(ascii: "'") else {
                continue
            }
            let quote = start[index]
            let nameStart = index + 1
            index = nameStart
            while index < start.count, isNameByte(start[index]) { index += 1 }
            guard index < start.count, start[index] == quote else { return nil }
            return String(decoding: [UInt8](start.extracting(nameStart..<index)), as: UTF8.self)
        }
        return nil
    }

    /// Whether a byte may stand in the name of an encoding.
    static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    /// Whether text in an encoding is never read: in UTF-7 anything may stand without a byte that a filter in front of us
    /// would look for.
    static func isRefused(_ name: String) -> Bool {
        let plain = name.lowercased().filter { $0.isLetter || $0.isNumber }
        return plain.contains("utf7") || plain.contains("unicode11")
    }

    /// Whether every byte below 0x40 always means the character of ASCII, so that markup can be found in the bytes.
    ///
    /// Second bytes are 0x40 and above in Shift_JIS, Big5, GBK and UHC, digits in GB18030, and above 0x7F in EUC. Source:
    /// WHATWG Encoding Standard §10 to §13.
    static func keepsMarkup(_ name: String) -> Bool {
        let name = name.lowercased()
        return transparent.contains { name.hasPrefix($0) }
    }

    private static let transparent = [
        "utf-8", "utf8", "us-ascii", "ascii", "ansi_x3", "iso-8859", "iso8859", "iso_8859", "latin", "windows-125",
        "windows-874", "windows-31j", "windows-949", "cp125", "cp437", "cp850", "cp852", "cp855", "cp866", "cp874",
        "cp932", "cp936", "cp949", "koi8", "euc-jp", "euc-kr", "euc-cn", "euc-tw", "eucjp", "euckr", "shift_jis",
        "shift-jis", "sjis", "big5", "gbk", "gb2312", "gb18030", "tis-620", "macintosh",
    ]

    private static func starts(_ bytes: Span<UInt8>, at offset: Int, with text: [UInt8]) -> Bool {
        guard bytes.count - offset >= text.count else { return false }
        for index in text.indices where bytes[offset + index] != text[index] { return false }
        return true
    }

    private static func skipSpace(_ bytes: Span<UInt8>, _ index: inout Int) {
        while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
    }
}
