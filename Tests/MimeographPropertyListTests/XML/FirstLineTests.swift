import Foundation
import Mimeograph
import MimeographPropertyList
import Testing

/// The encoding that the first line of an XML property list declares, and the tags that may come after it.
@Suite struct FirstLineTests {
    static let latin1 = "encoding=\"ISO-8859-1\""

    /// First lines, the encoding of the body, and whether it is read. Source: XML 1.0 productions 23 to 26, 77, 80 and 81.
    static let lines: [(line: String, encoding: String.Encoding, isRead: Bool)] = [
        ("", .utf8, true), ("<?xml version=\"1.0\"?>", .utf8, true),
        ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>", .utf8, true),
        ("<?xml version=\"1.0\" \(latin1)?>", .isoLatin1, true),
        ("<?xml\tversion='1.0'\nencoding = 'iso-8859-1' standalone='yes' ?>\n", .isoLatin1, true),
        ("<?xml \(latin1)?>", .isoLatin1, true),
        ("<?xml version=\"1.0\"\(String(repeating: " ", count: 400))\(latin1)?>", .isoLatin1, true),
        ("<?xml version=\"1.0\" encoding=\"UTF-16\"?>", .utf16LittleEndian, true),
        ("\u{FEFF}<?xml version=\"1.0\" \(latin1)?>", .utf8, true),
        ("<?xml-stylesheet type=\"text/xsl\" \(latin1)?>", .utf8, true), ("<?xml-model \(latin1)?>", .utf8, true),
        ("<?xmlish \(latin1)?>", .utf8, true), ("<?xml-stylesheet encoding=\"klingon\"?>", .utf8, true),
        ("<!-- <?xml version=\"1.0\" \(latin1)?> -->", .utf8, true),
        ("<?xml version=\"1.0\"?><?xml-stylesheet \(latin1)?>", .utf8, true),
        // A malformed declaration declares nothing.
        ("<?xml version=\"1.0\" x\(latin1)?>", .utf8, true), ("<?xml version=\"1.0\" x\(latin1)?>", .isoLatin1, false),
        ("<?xml version=\"\(latin1)\"?>", .isoLatin1, false), ("<?xmlencoding=\"ISO-8859-1\"?>", .isoLatin1, false),
        ("<?xml version=\"1.0\" encoding=\"_latin1\"?>", .utf8, true),
    ]

    @Test(arguments: lines.indices) func theFirstLineIsReadAsXMLSays(index: Int) throws {
        let (line, encoding, isRead) = Self.lines[index]
        let text = "\(line)<plist version=\"1.0\"><array><string>café</string></array></plist>"
        let body = [UInt8](try #require(text.data(using: encoding)))
        #expect((try? PropertyList(parsing: body))?[0].string == (isRead ? "café" : nil))
        #expect((try? PropertyListFormat().decode([String].self, from: body)) == (isRead ? ["café"] : nil))
    }

    /// Bytes other than a less-than sign at the beginning of the first tag or the outermost value.
    @Test(arguments: ["x", "&", "/", "[", "\u{E9}", "\u{1}"])
    func aTagBeginsWithALessThanSign(byte: String) throws {
        for text in [
            "<plist>\(byte)true/></plist>", "<plist>\(byte)dict></dict></plist>",
            "<?xml version=\"1.0\"?>\(byte)dict></dict>",
            "<?xml version=\"1.0\"?>\(byte)true/>", "<!-- -->\(byte)string>a</string>",
            "<plist>\(byte)integer>1</integer></plist>",
            "<!DOCTYPE plist>\(byte)array></array>", "<?xml version=\"1.0\"?>\(byte)plist><true/></plist>",
            "<plist><array>\(byte)true/></array></plist>", "<plist><dict>\(byte)key>a</key><true/></dict></plist>",
            "<plist><dict><key>a</key>\(byte)true/></dict></plist>", "<plist> <!-- --> \(byte)real>1</real></plist>",
            "<plist><array><true/>\(byte)/array></plist>", "<plist><true/>\(byte)/plist>",
        ] {
            let error = #expect(throws: SerializationError.self, "\(text)") {
                try PropertyList(parsing: Array(text.utf8))
            }
            #expect(error?.code == .syntax || error?.code == .invalidText, "\(text)")
        }
    }
}
