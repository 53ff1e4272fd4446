import CMimeographXML
import Mimeograph
import MimeographText

/// The encoding of a document, detected from a byte order mark, the charset parameter, or the first bytes and the declaration.
///
/// If these disagree, the first of them in that order counts. A UTF-16 or UTF-32 document without a mark and a parameter is
/// recognized by its zero bytes.
///
/// Source: RFC 7303 §3; XML 1.0 appendix F.
struct XMLTextEncoding {
    /// The name that libxml2 uses; nil to follow the declaration in the document.
    let name: String?
    /// The length of the byte order mark in bytes.
    let markLength: Int
    /// Whether the text must be converted to UTF-8 before parsing. In such an encoding, a byte of markup such as `<` may be part
    /// of another character.
    let needsTranscoding: Bool
    /// The encoding in the declaration; nil if there is none, and for UTF-16 and UTF-32.
    let declared: String?

    /// The maximum length of a declaration in bytes.
    static var longestDeclaration: Int { 4_096 }

    /// - Throws: ``SerializationError/Code/unsupportedCharset`` if the parameter or the declaration has an unsupported encoding;
    ///   ``SerializationError/Code/syntax`` if the declaration is malformed, or longer than 4,096 bytes.
    init(of body: Span<UInt8>, charset: String?) throws(SerializationError) {
        let first: (UInt8, UInt8, UInt8, UInt8) = (
            body.count > 0 ? body[0] : 1, body.count > 1 ? body[1] : 1, body.count > 2 ? body[2] : 1,
            body.count > 3 ? body[3] : 1
        )
        if let (name, length) = XMLTextEncoding.mark(first) {
            self.name = name
            markLength = length
            needsTranscoding = false
            declared = length == 3 ? try XMLTextEncoding.declaration(in: body, after: length) : nil
            return
        }
        markLength = 0
        let unicode = XMLTextEncoding.unicode(first)
        let declared = unicode == nil ? try XMLTextEncoding.declaration(in: body) : nil
        self.declared = declared
        if let charset {
            let name = try XMLTextEncoding.name(ofCharset: charset, whereZerosSay: unicode)
            self.name = name
            needsTranscoding = !XMLTextEncoding.keepsMarkup(name) && !name.hasPrefix("UTF-")
            return
        }
        guard let declared, !XMLTextEncoding.keepsMarkup(declared) else {
            // Without a declaration, the document is UTF-8, even if libxml2 would detect EBCDIC from an instruction.
            name = unicode ?? (XMLTextEncoding.isEBCDIC(body) ? "UTF-8" : nil)
            needsTranscoding = false
            return
        }
        // Rejects encodings such as UTF-16 that read the bytes of `<?xml` as other characters.
        guard !XMLTextEncoding.isRefused(declared),
            let start = XMLLibrary.utf8(of: body.extracting(first: 5), from: declared),
            start.elementsEqual("<?xml".utf8)
        else {
            throw SerializationError(
                .unsupportedCharset,
                "The document declares an encoding that is unsupported or does not match its bytes.",
                at: SourceLocation(offset: 0, in: body),
                remedy: "Ask the sender for UTF-8."
            )
        }
        name = declared
        needsTranscoding = true
    }

    private static func mark(_ first: (UInt8, UInt8, UInt8, UInt8)) -> (name: String, length: Int)? {
        switch first {
        case (0xEF, 0xBB, 0xBF, _): ("UTF-8", 3)
        case (0, 0, 0xFE, 0xFF): ("UTF-32BE", 4)
        case (0xFF, 0xFE, 0, 0): ("UTF-32LE", 4)
        case (0xFE, 0xFF, _, _): ("UTF-16BE", 2)
        case (0xFF, 0xFE, _, _): ("UTF-16LE", 2)
        default: nil
        }
    }

    /// Returns the encoding indicated by zero bytes around the first character. Source: XML 1.0 appendix F.1.
    private static func unicode(_ first: (UInt8, UInt8, UInt8, UInt8)) -> String? {
        switch first {
        case (0, 0, 0, 0x3C): "UTF-32BE"
        case (0x3C, 0, 0, 0): "UTF-32LE"
        case (0, 1..., _, _): "UTF-16BE"
        case (1..., 0, _, _): "UTF-16LE"
        default: nil
        }
    }

    private static func name(
        ofCharset label: String,
        whereZerosSay unicode: String?
    ) throws(SerializationError) -> String {
        let known = TextEncoding(label: label)?.name
        switch known {
        case "UTF-8": return "UTF-8"
        case "UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE":
            // "utf-16" does not specify the byte order; the zero bytes do.
            let isOpen = label.utf8.last.map { $0 == UInt8(ascii: "6") || $0 == UInt8(ascii: "2") } ?? false
            if isOpen, let unicode, let known, unicode.hasPrefix(known.prefix(6)) { return unicode }
            return known ?? label
        default: break
        }
        if label.utf8.count <= 40, !label.isEmpty, label.utf8.allSatisfy(XMLDeclaration.isNameByte), !isRefused(label) {
            if XMLLibrary.knows(encoding: label) { return label }
            if let known, XMLLibrary.knows(encoding: known) { return known }
        }
        throw SerializationError(
            .unsupportedCharset,
            "The charset parameter has an unsupported encoding.",
            remedy: "Ask the sender for UTF-8, or omit the parameter to use the document's declaration."
        )
    }
}

extension XMLTextEncoding {
    /// Returns the encoding in the XML declaration, if any. Source: XML 1.0 §2.8 and §4.3.3.
    private static func declaration(
        in body: Span<UInt8>,
        after markLength: Int = 0
    ) throws(SerializationError) -> String? {
        let unmarked = body.extracting(droppingFirst: markLength)
        let start = unmarked.extracting(first: longestDeclaration)
        var declaration = XMLDeclaration(in: start)
        if isEBCDIC(start) {
            // The characters of a declaration have the same bytes in all EBCDIC encodings.
            let text = XMLLibrary.utf8(of: start, from: "IBM037") ?? []
            declaration = XMLDeclaration(in: text.span)
        }
        if declaration == .incomplete, start.count == longestDeclaration {
            throw SerializationError(
                .syntax,
                "The XML declaration is longer than \(longestDeclaration) bytes.",
                at: SourceLocation(offset: 0, in: body),
                remedy: "Ask the sender for a declaration such as <?xml version=\"1.0\"?>."
            )
        }
        if case .malformed(let offset) = declaration {
            // libxml2 accepts some malformed declarations and uses their encoding.
            let code = Int(MIMEOGRAPH_XML_ERR_XMLDECL_NOT_FINISHED.rawValue)
            let error = XMLParseError(libraryCode: code, atEnd: false, breaksEncoding: false)
            throw SerializationError(
                error.code,
                error.sentence,
                at: SourceLocation(offset: markLength + offset, in: body),
                remedy: error.remedy
            )
        }
        return declaration.encoding
    }

    /// Returns whether a text begins like a declaration in EBCDIC. Source: XML 1.0 appendix F.1.
    private static func isEBCDIC(_ text: Span<UInt8>) -> Bool {
        text.count >= 4 && (text[0], text[1], text[2], text[3]) == (0x4C, 0x6F, 0xA7, 0x94)
    }

    /// Returns whether the first bytes after the mark are enough to detect the encoding.
    static func isEnough(_ text: Span<UInt8>) -> Bool {
        if text.count >= longestDeclaration { return true }
        guard text.count >= 4 else { return false }
        // 0x6E is the greater-than sign in EBCDIC.
        if isEBCDIC(text) { return text.indices.contains { text[$0] == 0x6E } }
        return XMLDeclaration(in: text) != .incomplete
    }

    /// Returns whether an encoding is never accepted. UTF-7 can hide markup from a filter in front of the program.
    static func isRefused(_ name: String) -> Bool {
        let plain = name.lowercased().filter { $0.isLetter || $0.isNumber }
        return plain.contains("utf7") || plain.contains("unicode11")
    }

    /// Returns whether every byte below 0x40 always is an ASCII character, so markup can be found in the bytes.
    ///
    /// Second bytes are at least 0x40 in Shift_JIS, Big5, GBK and UHC, digits in GB18030, and above 0x7F in EUC. Source: WHATWG
    /// Encoding Standard §10 to §13.
    static func keepsMarkup(_ name: String) -> Bool {
        if name.hasSameBytes(as: "UTF-8") || name.hasSameBytes(as: "utf-8") { return true }
        let name = name.lowercased()
        return transparent.contains { name.hasPrefix($0) }
    }

    private static let transparent = [
        "utf-8", "utf8", "us-ascii", "ascii", "ansi_x3", "iso-8859", "iso8859", "iso_8859", "latin", "windows-125",
        "windows-874", "windows-31j", "windows-949", "cp125", "cp437", "cp850", "cp852", "cp855", "cp866", "cp874",
        "cp932", "cp936", "cp949", "koi8", "euc-jp", "euc-kr", "euc-cn", "euc-tw", "eucjp", "euckr", "shift_jis",
        "shift-jis", "sjis", "big5", "gbk", "gb2312", "gb18030", "tis-620", "macintosh",
    ]
}
