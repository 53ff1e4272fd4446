import Foundation
import Mimeograph
import MimeographPropertyList
import MimeographTree
import TestSupport
import Testing

@Suite struct XMLReadingTests {
    /// Texts for which Foundation's reader has the same result.
    static let agreed: [String] = [
        "<string>a</string>", "<plist><string>a</string></plist>", "  <string>a</string>\n",
        "<plist version=\"1.0\">\n<!-- c --><?pi?><true/><!-- d -->\n</plist>\n<!-- e -->",
        "<integer>0</integer>", "<integer>-0</integer>", "<integer>+12</integer>", "<integer>0x10</integer>",
        "<integer>-0x10</integer>", "<integer>0XfF</integer>", "<integer>18446744073709551615</integer>",
        "<integer>9223372036854775808</integer>", "<integer>-9223372036854775808</integer>",
        "<integer>576460752303423488</integer>", "<integer>-576460752303423488</integer>",
        "<integer>-576460752303423489</integer>", "<integer>000000000000000000000001</integer>",
        "<real>0</real>", "<real>3</real>", "<real>-0.5</real>", "<real>+1.5</real>", "<real>1e3</real>",
        "<real>1E-3</real>", "<real>nan</real>", "<real>+infinity</real>", "<real>-infinity</real>", "<real>inf</real>",
        "<real>-Inf</real>", "<real>1e-999</real>",
        "<real>123456789012345678901234567890</real>", "<real>0.1234567890123456789</real>",
        "<real>1.7976931348623157e308</real>", "<real>9007199254740993</real>", "<real>2.2250738585072011e-308</real>",
        "<true/>", "<true />", "<true></true>", "<false/>", "<false></false>",
        "<data></data>", "<data>AQ==</data>", "<data>A Q\n=\t=</data>", "<data>AQID</data>",
        "<data>\n\tAQID\n\tBA==\n</data>",
        "<date>2001-01-01T00:00:00Z</date>", "<date>1970-01-01T00:00:00Z</date>", "<date>2024-02-29T23:59:59Z</date>",
        "<date>1582-10-15T00:00:00Z</date>", "<date>9999-12-31T23:59:59Z</date>",
        "<string></string>", "<string/>", "<string>é😀\u{7F}\u{80}</string>", "<string>&#65;&#x42;&#x1F600;</string>",
        "<string>&amp;&lt;&gt;&apos;&quot;</string>", "<string>a<![CDATA[<x>&amp;]]>b</string>",
        "<string><![CDATA[]]></string>", "<string>a\r\nb\rc\td</string>", "<string> spaces </string>",
        "<string>a]]b</string>", "<string>a</string >",
        "<array/>", "<array></array>", "<array> <!-- c --> <true/> <?pi?> <false/> </array>", "<dict/>",
        "<dict></dict>",
        "<dict><key>a</key><integer>1</integer><key>b</key><array><dict/></array></dict>",
        "<dict><key>a</key><string>1</string><key>a</key><string>2</string></dict>",
        "<dict><key/><string>empty</string></dict>", "<dict><key>&lt;&#233;</key><string/></dict>",
        "<dict><key>CF$UID</key><string>5</string></dict>", "<array><data>AAAA</data><array/></array>",
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"x\"><plist><true/></plist>",
        "\u{FEFF}<string>a</string>",
        // Any `<?…?>` is skipped, at any position.
        "<?XML version=\"1.0\"?><true/>", "<?xml?><plist><true/></plist>", " <?xml version=\"1.0\"?><true/>",
        "<?xml version=\"1.0\"?><?xml version=\"1.0\"?><true/>", "<array><?xml version=\"1.0\"?><true/></array>",
        "<?>?><true/>",
    ]

    @Test func readsWhatFoundationReads() throws {
        for text in Self.agreed {
            let expected = try #require(try? FoundationValue.list(reading: Array(text.utf8)), "\(text)")
            do throws(SerializationError) {
                let list = try PropertyList(parsing: text.utf8)
                #expect(list == expected, "\(text)")
                // Equality ignores the sign of zero.
                #expect(list.double?.sign == expected.double?.sign || list.double?.isNaN == true, "\(text)")
            } catch {
                Issue.record("\(text): \(error)")
            }
        }
    }

    /// Deliberate differences from Foundation's reader. Nil: the text is rejected.
    static let differences: [(String, PropertyList?, why: String)] = [
        ("<string>a<!--c-->b</string>", "ab", "XML allows comments in text"),
        ("<integer> 12 </integer>", 12, "white space around numbers"),
        ("<real>\n1.5\n</real>", 1.5, "white space around numbers"),
        ("<string a='>'>a</string>", "a", "attributes end with their quotation mark"),
        ("<real>1e999</real>", nil, "a finite number is not infinite"),
        ("<real>-1e999</real>", nil, "a finite number is not infinite"),
        ("<data/>", .data([]), "an empty element is an empty value"),
        ("<data>AQ</data>", nil, "Base64 without its padding is cut short"),
        ("<data>AQI</data>", nil, "Base64 without its padding is cut short"),
        ("<data>!!!!</data>", nil, "no Base64"),
        ("<data>AQ==AQ==</data>", nil, "Base64 after its padding"),
        ("<date>2020-13-01T00:00:00Z</date>", nil, "no month 13"),
        ("<date>2020-02-30T00:00:00Z</date>", nil, "no such day"),
        ("<date>2020-01-01T24:00:00Z</date>", nil, "no such hour"),
        ("<date>0000-01-01T00:00:00Z</date>", nil, "no year 0"),
        ("<date>-0001-01-01T00:00:00Z</date>", nil, "no year -1"),
        ("<date>12345-01-01T00:00:00Z</date>", nil, "years have four digits"),
        ("<string>&#0;</string>", nil, "XML does not allow U+0000"),
        ("<string>\u{1}</string>", nil, "XML does not allow control characters"),
        ("<plist><string>a</string></plist>junk", nil, "text after the root"),
        ("<string>a</string><string>b</string>", nil, "two roots"),
        ("<array><key>a</key></array>", nil, "a key in an array"),
        ("<plist><key>a</key></plist>", nil, "a key alone"),
    ]

    @Test func differsFromFoundation() throws {
        for (text, expected, why) in Self.differences {
            let list = try? PropertyList(parsing: text.utf8)
            #expect(list == expected, "\(text): \(why)")
            let foundations = try? FoundationValue.list(reading: Array(text.utf8))
            #expect(foundations != expected, "\(text) no longer differs")
        }
    }

    static let bad: [(String, SerializationError.Code)] = [
        ("<plist></plist>", .syntax), ("<plist/>", .syntax), ("<plist><true/><true/></plist>", .syntax),
        ("<plist><plist><true/></plist></plist>", .syntax), ("<foo/>", .syntax), ("<STRING>a</STRING>", .syntax),
        ("<null/>", .syntax), ("<true>x</true>", .syntax), ("<array>text</array>", .syntax),
        ("<array><true/>&#32;</array>", .syntax), ("<dict><key>a</key></dict>", .syntax),
        ("<dict><string>a</string><string>b</string></dict>", .syntax),
        ("<dict><key>a</key><key>b</key></dict>", .syntax),
        ("<array></dict>", .syntax), ("<dict></array>", .syntax), ("</array>", .syntax), ("<string>a</key>", .syntax),
        ("<string>a<b/></string>", .syntax), ("<string>&nbsp;</string>", .syntax),
        ("<string>&#xD800;</string>", .syntax),
        ("<string>&#x110000;</string>", .syntax), ("<string>&#99999999999999999999;</string>", .syntax),
        ("<string>&#xFFFF;</string>", .syntax), ("<string>&#;</string>", .syntax), ("<string>&#x;</string>", .syntax),
        ("<string>a & b</string>", .syntax), ("<string>\u{FFFE}</string>", .syntax),
        ("<integer></integer>", .syntax), ("<integer/>", .syntax), ("<integer>1.5</integer>", .syntax),
        ("<integer>1 2</integer>", .syntax), ("<integer>0x</integer>", .syntax), ("<integer>--1</integer>", .syntax),
        ("<integer>18446744073709551616</integer>", .syntax), ("<integer>-9223372036854775809</integer>", .syntax),
        ("<integer>0x10000000000000000</integer>", .syntax), ("<real></real>", .syntax), ("<real/>", .syntax),
        ("<real>1.5x</real>", .syntax), ("<real>.</real>", .syntax), ("<real>0x1p3</real>", .syntax),
        ("<real>1e</real>", .syntax), ("<real>nanny</real>", .syntax), ("<date/>", .syntax),
        ("<date>2020-01-01</date>", .syntax),
        ("<date>2020-01-01T00:00:00</date>", .syntax), ("<date>2020-01-01T00:60:00Z</date>", .syntax),
        ("<data>A===</data>", .syntax), ("<data>=</data>", .syntax), ("<data>AQ=</data>", .syntax),
        ("<string a=1>a</string>", .syntax), ("<string a='<'>a</string>", .syntax), ("<string a>a</string>", .syntax),
        ("<string/ >", .syntax), ("<!-- a -- b --><true/>", .syntax), ("<![CDATA[x]]>", .syntax),
        ("<true/><!DOCTYPE plist>", .syntax), ("<!DOCTYPE plist \"><true/>", .syntax),
        ("<!DOCTYPE plist><!DOCTYPE plist><true/>", .syntax), ("<!DOCTYPE plist [<!ENTITY a 'b'>]><true/>", .syntax),
        ("<!DOCTYPE plist [<!ENTITY % a SYSTEM 'file:///etc/passwd'>%a;]><true/>", .syntax),
        ("", .emptyBody), (" \n", .truncated), ("hello", .syntax), ("{\"a\":1}", .syntax), ("<", .truncated),
        ("<string>a", .truncated), ("<string>a</str", .truncated), ("<array><true/>", .truncated),
        ("<?xml version='1.0' encoding='klingon'?><true/>", .unsupportedCharset),
    ]

    @Test func refuses() throws {
        for (text, code) in Self.bad {
            let error = #expect(throws: SerializationError.self, "\(text)") { try PropertyList(parsing: text.utf8) }
            #expect(error?.code == code, "\(text): \(error.map { "\($0)" } ?? "")")
            if code != .unsupportedCharset { #expect(error?.location != nil, "\(text)") }
            #expect(error?.remedy != nil, "\(text)")
        }
    }

    @Test(
        arguments: [
            [0xFF], [0xC0, 0x80], [0xC3], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
            [0xF0, 0x8F, 0xBF, 0xBF],
            [0x80], [0xE0, 0x9F, 0x80],
        ] as [[UInt8]]
    )
    func refusesBytesThatAreNoUTF8(bytes: [UInt8]) throws {
        for text in [bytes, Array("<![CDATA[".utf8) + bytes + Array("]]>".utf8)] {
            let body = Array("<string>".utf8) + text + Array("</string>".utf8)
            let error = #expect(throws: SerializationError.self) { try PropertyList(parsing: body) }
            #expect(error?.code == .invalidText)
            #expect(error?.location?.offset == (text.count == bytes.count ? 8 : 17))
        }
    }

    /// Entity bombs, and declarations that would fetch something: rejected where they begin, with nothing expanded.
    @Test func entityBombs() throws {
        var text = "<?xml version='1.0'?><!DOCTYPE plist [<!ENTITY a0 'ha'>"
        for level in 1...30 { text += "<!ENTITY a\(level) '&a\(level - 1);&a\(level - 1);'>" }
        text += "]><plist><string>&a30;</string></plist>"
        let error = #expect(throws: SerializationError.self) { try PropertyList(parsing: text.utf8) }
        #expect(error?.location?.offset == 38)
        // A document type that names something to fetch is skipped, and nothing is fetched.
        let external =
            "<!DOCTYPE plist SYSTEM 'file:///dev/tty' [<!ELEMENT a ANY><!ATTLIST a b CDATA #IMPLIED><!-- > --><?x ]>?>]>"
        #expect(try PropertyList(parsing: (external + "<true/>").utf8) == true)
    }

    /// The same text in every form of Unicode, with or without a byte order mark, and the location of an error in it.
    @Test(
        arguments: [
            ("utf-8", String.Encoding.utf8, [0xEF, 0xBB, 0xBF]), ("utf-16le", .utf16LittleEndian, [0xFF, 0xFE]),
            ("utf-16be", .utf16BigEndian, [0xFE, 0xFF]), ("utf-32le", .utf32LittleEndian, [0xFF, 0xFE, 0, 0]),
            ("utf-32be", .utf32BigEndian, [0, 0, 0xFE, 0xFF]),
        ] as [(String, String.Encoding, [UInt8])]
    )
    func encodings(label: String, encoding: String.Encoding, mark: [UInt8]) throws {
        let good = "<?xml version=\"1.0\" encoding=\"\(label)\"?><array><string>é😀&#233;</string><real>2</real></array>"
        let bytes = [UInt8](good.data(using: encoding) ?? Data())
        #expect(try PropertyList(parsing: bytes) == ["é😀é", 2.0])
        #expect(try PropertyList(parsing: mark + bytes) == ["é😀é", 2.0])
        let head = ResponseHead(status: 200, fields: ["Content-Type": "application/x-plist; charset=\(label)"])
        #expect(try PropertyListResponseSerializer().read(bytes, head: head) == ["é😀é", 2.0])
        let bad = [UInt8]("<string>é😀&x;</string>".data(using: encoding) ?? Data())
        let error = #expect(throws: SerializationError.self) { try PropertyList(parsing: mark + bad) }
        let before = [UInt8]("<string>é😀".data(using: encoding) ?? Data())
        #expect(error?.location?.offset == mark.count + before.count)
    }

    @Test func declaredEncodings() throws {
        let latin = Array("<?xml version='1.0' encoding='ISO-8859-1'?><string>".utf8) + [0xE9] + Array("</string>".utf8)
        #expect(try PropertyList(parsing: latin) == "é")
        // A text that declares UTF-16 and was then sent as UTF-8.
        #expect(try PropertyList(parsing: "<?xml version='1.0' encoding='utf-16'?><string>é</string>".utf8) == "é")
        let head = ResponseHead(status: 200, fields: ["Content-Type": "application/x-plist; charset=windows-1251"])
        let body = Array("<string>".utf8) + [0xE9] + Array("</string>".utf8)
        #expect(try PropertyListResponseSerializer().read(body, head: head) == "й")
    }

    @Test func everyPrefix() throws {
        let list: PropertyList = [
            "key é": [1, -2.5, "x<😀", .data([1, 2, 3, 4]), .date(secondsSinceReferenceDate: 1), [:], [], true]
        ]
        let bytes = try list.serialized()
        let end = try #require(String(decoding: bytes, as: UTF8.self).utf8.firstRange(of: "</plist>".utf8))
        let last = String(decoding: bytes, as: UTF8.self).utf8.distance(
            from: String(decoding: bytes, as: UTF8.self).utf8.startIndex,
            to: end.upperBound
        )
        for count in 0..<last {
            let error = #expect(throws: SerializationError.self) { try PropertyList(parsing: bytes[..<count]) }
            #expect([.truncated, .emptyBody].contains(error?.code), "\(count): \(error.map { "\($0)" } ?? "")")
        }
    }

    @Test func limits() throws {
        var limits = DecodingLimits.standard
        let deep = String(repeating: "<array>", count: 100_000)
        #expect(throws: SerializationError.self) { try PropertyList(parsing: deep.utf8) }
        limits.depth = 100_000
        let closed = deep + String(repeating: "</array>", count: 100_000)
        let list = try PropertyList(parsing: closed.utf8, limits: limits)
        #expect(try PropertyList(parsing: list.serialized(.binary), limits: limits) == list)
        limits = .standard
        limits.elements = 3
        #expect(try PropertyList(parsing: "<array><true/><true/></array>".utf8, limits: limits).array?.count == 2)
        let error = #expect(throws: SerializationError.self) {
            try PropertyList(parsing: "<array><true/><true/><true/></array>".utf8, limits: limits)
        }
        #expect(error?.limit?.limit == .elements)
        limits.inputBytes = 6
        #expect(throws: SerializationError.self) { try PropertyList(parsing: "<true/>".utf8, limits: limits) }
    }

    /// Doubles whose digits need more than exact arithmetic, against the standard library.
    @Test func reals() throws {
        var generator = SeededGenerator(seed: 0x0D0B1E)
        for _ in 0..<500 {
            let value = Double(bitPattern: UInt64.random(in: 0..<0x7FF0_0000_0000_0000, using: &generator))
            for text in ["\(value)", "-\(value)", "\(Float(value))"] where text != "inf" {
                let list = try PropertyList(parsing: "<real>\(text)</real>".utf8)
                #expect(list.double?.bitPattern == Double(text)?.bitPattern, "\(text)")
            }
        }
        for exponent in -30...30 {
            for digits in [
                "1", "7", "9007199254740991", "9007199254740992", "9007199254740993", "123456789.125", "0.3",
            ] {
                let text = "\(digits)e\(exponent)"
                #expect(try PropertyList(parsing: "<real>\(text)</real>".utf8).double == Double(text), "\(text)")
            }
        }
    }

    /// Base64 of every length, in lines of any length.
    @Test func data() throws {
        for length in 0..<200 {
            let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 * 151 + length) }
            let text = Data(bytes).base64EncodedString()
            #expect(try PropertyList(parsing: "<data>\(text)</data>".utf8).bytes == bytes)
            let broken = text.enumerated().map { "\($0.element)" + ($0.offset % 7 == length % 7 ? "\n\t" : "") }
            #expect(try PropertyList(parsing: "<data>\n\(broken.joined())</data>".utf8).bytes == bytes)
        }
        for byte in UInt8(0x21)...0x7E where byte != UInt8(ascii: "<") && byte != UInt8(ascii: "&") {
            let text = "<data>AAA\(Unicode.Scalar(byte))</data>"
            let expected = Data(base64Encoded: "AAA\(Unicode.Scalar(byte))")
            #expect((try? PropertyList(parsing: text.utf8))?.data == expected, "\(text)")
        }
    }

    /// Every day of some years of both calendars, against Foundation's decoder.
    @Test func dates() throws {
        let decoder = PropertyListDecoder()
        for year in [1, 4, 100, 1500, 1582, 1583, 1600, 1700, 1900, 1999, 2000, 2001, 2024, 2100, 9999] {
            for (month, day) in (1...12).flatMap({ month in [1, 14, 15, 28].map { (month, $0) } }) {
                func digits(_ number: Int, _ width: Int) -> String {
                    String(repeating: "0", count: width - "\(number)".count) + "\(number)"
                }
                let text = "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))T12:34:56Z"
                let body = Data("<array><date>\(text)</date></array>".utf8)
                let list = try PropertyList(parsing: body)
                let expected = try decoder.decode([Date].self, from: body)
                #expect(list[0].date == expected[0], "\(text)")
                let written = String(decoding: try list.serialized(), as: UTF8.self)
                // A day that the reform skipped is written as the Gregorian day that it represents.
                if year != 1582 { #expect(written.contains("<date>\(text)</date>"), "\(text)") }
            }
        }
    }
}
