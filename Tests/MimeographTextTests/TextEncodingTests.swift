import Foundation
import Mimeograph
import MimeographText
import TestSupport
import Testing

@Suite struct TextEncodingTests {
    @Test(arguments: [
        ("utf8", "UTF-8"), ("UTF-8", "UTF-8"), (" \t\r\n\u{0C}Utf-8 ", "UTF-8"), ("unicode-1-1-utf-8", "UTF-8"),
        ("latin1", "windows-1252"), ("ISO-8859-1", "windows-1252"), ("us-ascii", "windows-1252"),
        ("ascii", "windows-1252"), ("iso-8859-9", "windows-1254"), ("iso-8859-11", "windows-874"),
        ("utf-16", "UTF-16LE"), ("ucs-2", "UTF-16LE"), ("unicodefffe", "UTF-16BE"), ("utf-32", "UTF-32BE"),
        ("utf-32le", "UTF-32LE"), ("logical", "ISO-8859-8-I"), ("visual", "ISO-8859-8"), ("koi8-ru", "KOI8-U"),
        ("gb2312", "GBK"), ("SJIS", "Shift_JIS"), ("windows-949", "EUC-KR"), ("hz-gb-2312", "replacement"),
        ("x-user-defined", "x-user-defined"), ("big5-hkscs", "Big5"), ("cseucpkdfmtjapanese", "EUC-JP"),
    ])
    func labels(label: String, name: String) throws {
        #expect(try #require(TextEncoding(label: label)).name == name)
    }

    @Test(arguments: [
        "", " ", "utf-7", "utf 8", "\u{A0}utf-8", "utf-8\0", "\u{0B}utf-8", "iso-8859-12", "klingon", "ütf-8",
        "\u{212A}oi8", String(repeating: " ", count: 100_000) + "utf-8",
    ])
    func unknownLabels(label: String) {
        #expect(TextEncoding(label: label) == nil)
    }

    @Test func everyNameOfTheStandardIsKnown() {
        #expect(TextEncoding.known.count == 42)
        for encoding in TextEncoding.known { #expect(TextEncoding(label: encoding.name) == encoding) }
        let unsupported = TextEncoding.known.filter { !$0.isSupported }.map(\.name)
        let asian = ["GBK", "gb18030", "Big5", "EUC-JP", "ISO-2022-JP", "Shift_JIS", "EUC-KR", "replacement"]
        #expect(unsupported == asian)
    }

    /// The checksums (FNV-1a over the 128 code points, high byte first) come from the index files of the standard, not from our
    /// tables.
    @Test(
        arguments: [
            ("ibm866", 0xE93A_3C2E_9CB4_C831), ("iso-8859-10", 0x1C8B_1706_FDF6_C1BB),
            ("iso-8859-13", 0x5983_BA78_5E91_BF2C), ("iso-8859-14", 0xCF2C_911A_57EF_8167),
            ("iso-8859-15", 0xE775_97B8_6957_FEF2), ("iso-8859-16", 0x5F93_D513_2794_87E2),
            ("iso-8859-2", 0x389B_15B3_5A20_FCB0), ("iso-8859-3", 0xF53A_40CC_AC59_E7AB),
            ("iso-8859-4", 0xE04A_B2D1_CDFB_1C22), ("iso-8859-5", 0xC5B6_6DF1_A189_FBB0),
            ("iso-8859-6", 0x7DE9_2D3F_A04D_BD86), ("iso-8859-7", 0x9C3D_CF6B_BA2D_B16E),
            ("iso-8859-8", 0x975F_7894_2935_3629), ("iso-8859-8-i", 0x975F_7894_2935_3629),
            ("koi8-r", 0x9D2A_F325_7524_C02C), ("koi8-u", 0x7942_527B_E538_8748),
            ("macintosh", 0x9989_FEA0_1AC8_34D9), ("windows-1250", 0xFCD7_012B_915D_0B7E),
            ("windows-1251", 0xF395_0086_B788_E107), ("windows-1252", 0xDE2F_AAA9_F95C_637A),
            ("windows-1253", 0xC2DE_8323_7806_5E05), ("windows-1254", 0xFB1D_496C_5A2B_7544),
            ("windows-1255", 0x5CF1_6A54_1C0A_021B), ("windows-1256", 0x5280_E0E2_C001_8566),
            ("windows-1257", 0xD6DE_0C34_8991_B659), ("windows-1258", 0x3891_B30E_CA8A_88E0),
            ("windows-874", 0x86E8_B03E_54FF_2A1D), ("x-mac-cyrillic", 0x58C4_F34D_290C_283F),
        ] as [(String, UInt64)]
    )
    func tablesAreThoseOfTheStandard(label: String, checksum: UInt64) throws {
        let encoding = try #require(TextEncoding(label: label))
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in UInt8(0x80)...0xFF {
            let text = try decode([byte], as: encoding, onInvalid: .replace)
            let scalar = try #require(text.unicodeScalars.first)
            #expect(text.unicodeScalars.count == 1)
            for part in [scalar.value >> 8, scalar.value & 0xFF] { hash = (hash ^ UInt64(part)) &* 0x100_0000_01B3 }
        }
        #expect(hash == checksum)
        let ascii = [UInt8](0..<0x80)
        #expect(try decode(ascii, as: encoding) == String(decoding: ascii, as: UTF8.self))
    }

    @Test func xUserDefinedIsAPrivateBlock() throws {
        let encoding = try #require(TextEncoding(label: "x-user-defined"))
        #expect(try decode([0x41, 0x80, 0xFF], as: encoding) == "A\u{F780}\u{F7FF}")
    }

    @Test(arguments: [
        (String.Encoding.windowsCP1250, "windows-1250"), (.isoLatin2, "iso-8859-2"),
        (.windowsCP1251, "windows-1251"), (.windowsCP1254, "windows-1254"),
    ])
    func lettersAreThoseOfFoundation(foundation: String.Encoding, label: String) throws {
        let encoding = try #require(TextEncoding(label: label))
        for byte in UInt8(0xC0)...0xFF {
            guard let theirs = String(bytes: [byte], encoding: foundation) else { continue }
            #expect(try decode([byte], as: encoding) == theirs, "byte \(byte)")
        }
    }

    @Test(.needsCorpora) func charsetsOfTheWebPlatformTests() throws {
        let cases = try #require(Corpora.json("mime-wpt/mime-types.json") as? [Any])
        let record = SuiteRecord("mime-wpt", part: "charsets")
        var seen = 0
        for case let entry as [String: Any] in cases {
            guard let input = entry["input"] as? String else { continue }
            let found = MediaType(parsing: input)?.charset.flatMap { TextEncoding(label: $0) }?.name
            record.expect(found == entry["encoding"] as? String, "\(seen) \(input)", "\(found ?? "none")")
            seen += 1
        }
        #expect(seen == 74)
        try record.write()
    }
}

/// Decodes bytes of a known encoding.
func decode(
    _ bytes: [UInt8],
    as encoding: TextEncoding,
    onInvalid policy: TextDecoding.InvalidSequencePolicy = .refuse
) throws(SerializationError) -> String {
    String(decoding: try TextDecoding.transcodeToUTF8(bytes.span, from: encoding, onInvalid: policy), as: UTF8.self)
}
