import Foundation
import TestSupport
import Testing

@testable import MimeographXML

@Suite struct XMLScalarTests {
    @Test(
        arguments: [
            ("1", 1), (" +7.\n", 7), ("-.5", -0.5), ("1e-7", 1e-7), ("1E+2", 100), ("INF", .infinity),
            ("+INF", .infinity),
            ("-INF", -.infinity), ("-0", -0.0), ("", nil), (".", nil), ("1e", nil), ("0x10", nil), ("inf", nil),
            ("nan", nil), ("1 2", nil), ("1_0", nil), ("1e400", nil), ("٣", nil), ("--1", nil), ("infinity", nil),
        ] as [(String, Double?)]
    )
    func fractions(_ text: String, _ value: Double?) {
        #expect(Double(xml: text)?.bitPattern == value?.bitPattern)
        #expect(Float(xml: text) == value.map { Float($0) })
    }

    @Test func notANumber() { #expect(Double(xml: " NaN ")?.isNaN == true) }

    @Test(
        arguments: [
            ("1", 1), (" -7\t", -7), ("+7", 7), ("007", 7), ("", nil), ("1.0", nil), ("- 1", nil), ("128", nil),
            ("1e1", nil),
        ] as [(String, Int8?)]
    )
    func integers(_ text: String, _ value: Int8?) { #expect(Int8(xml: text) == value) }

    @Test(
        arguments: [
            ("true", true), (" 1 ", true), ("false", false), ("0", false), ("TRUE", nil), ("yes", nil), ("", nil),
        ] as [(String, Bool?)]
    )
    func booleans(_ text: String, _ value: Bool?) { #expect(Bool(xml: text) == value) }

    @Test(
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("1970-01-01T01:00:00+01:00", 0), ("1969-12-31T22:30:00-01:30", 0),
            ("1970-01-01", 0), ("1970-01-01Z", 0), ("1970-01-01+01:00", -3_600), ("1970-01-01T00:00:00", 0),
            ("1970-01-01T24:00:00Z", 86_400), ("2000-02-29T12:00:00.5z", 951_825_600.5), ("1970-01-01t00:00:00Z", 0),
            ("0001-01-01T00:00:00Z", -62_135_596_800), ("-0001-12-31T00:00:00Z", -62_135_683_200),
            ("10000-01-01T00:00:00Z", 253_402_300_800), ("1970-01-01T00:00:60Z", 60),
            ("2001-02-29", nil), ("1900-02-29", nil), ("1970-13-01", nil), ("1970-00-01", nil), ("1970-01-32", nil),
            ("1970-1-1", nil), ("70-01-01", nil), ("1970-01-01T24:00:01Z", nil), ("1970-01-01T25:00:00Z", nil),
            ("1970-01-01T00:60:00Z", nil), ("1970-01-01T00:00:00.Z", nil), ("1970-01-01T00:00Z", nil), ("", nil),
            ("1970-01-01T00:00:00Z ", nil), ("1970-01-01 00:00:00Z", nil), ("1970-01-01T00:00:00+0100", nil),
            ("-0000-01-01", nil), ("0000-01-01", nil), ("99999999999-01-01", nil), ("1970-01-01T00:00:00+25:00", nil),
        ] as [(String, Double?)]
    )
    func dates(_ text: String, _ seconds: Double?) {
        #expect(XMLTimestamp.parse(text[...])?.timeIntervalSince1970 == seconds)
    }

    @Test(
        arguments: [
            ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("1 Jan 1970 00:00 +0000", 0), ("Thu, 1 jan 70 01:00:00 +0100", 0),
            ("Sat, 07 Sep 2002 00:00:01 EST", 1_031_374_801), ("01 Jan 49 00:00:00 Z", 2_493_072_000),
            ("1 Jan 1970 00:00:1 GMT", nil), ("1 Jan 1970 00:00:123 GMT", nil), ("1 Jan 1970 00:00: GMT", nil),
            ("01 Jan 070 00:00:00 GMT", 0), ("31 Feb 2000 00:00:00 GMT", nil), ("01 Foo 1970 00:00:00 GMT", nil),
            ("01 Jan 1970 24:00:00 GMT", nil), ("01 Jan 1970 00:60:00 GMT", nil), ("01 Jan 1970 00:00:61 GMT", nil),
            ("", nil), ("Thu", nil), ("Thu,", nil), ("01", nil), ("01 Jan", nil), ("GMT", nil),
            // Comments and folding white space. Source: RFC 5322 §3.2.2, §3.3, §4.3.
            ("Thu, 01 Jan 1970 01:00:00 +0100 (CET)", 0), ("Thu, 01 Jan 1970 01:00:00 +0100 (a (b) \\) c)", 0),
            ("(x)Thu(y),(z)1(a)Jan(b)1970(c)00(d):(e)00(f):(g)00(h)GMT(i)", 0), ("1\r\n Jan\t1970\n00:00 GMT ()", 0),
            ("Thu, 01 Jan 1970 00:00:00 +0000 (", nil), ("Thu, 01 Jan 1970 00:00:00 +0000 (a\\)", nil),
            ("Thu, 01 Jan 1970 00:00:00 +0000 )", nil), ("Thu, 01 Jan 1970 00:00:00 +0000 x", nil),
            (String(repeating: "(", count: 100_000), nil),
            // Unknown zones in letters are UTC.
            ("01 Jan 1970 00:00:00 XYZ", 0), ("01 Jan 1970 00:00:00 CEST", 0), ("01 Jan 1970 00:00:00 A", 0),
            ("01 Jan 1970 00:00:00 UT", 0), ("01 Jan 1970 00:00:00 PDT", 25_200), ("01 Jan 1970 00:00:00 -0000", 0),
            // Variants in feeds.
            ("01 Jan 1970 0:00 GMT", 0), ("1 Jan 1970 9:05:07 GMT", 32_707), ("Thursday, 01 Jan 1970 00:00:00 GMT", 0),
            ("Thu 01 Jan 1970 00:00:00 GMT", 0), ("1 January 1970 00:00 GMT", 0),
            ("7 Sept 2002 00:00:01 EST", 1_031_374_801),
            ("Mon, May 25 2020", 1_590_364_800), ("Mon, May 25, 2020 10:00 GMT", 1_590_400_800),
            ("May 25 2020 10:00:00 +0000", 1_590_400_800), ("Mon May 25 2020 12:00:00 GMT+0200 (CEST)", 1_590_400_800),
            ("01 Jan 1970 01:00:00 +01:00", 0), ("01 Jan 1970 00:00:00", 0), ("1 Jan 1970", 0),
            ("1 Janu 1970 00:00 GMT", nil), ("Mon, Mon 25 2020", nil), ("May 1970 00:00 GMT", nil),
            ("25 2020 May", nil),
            ("1 Jan 1970 000:00 GMT", nil), ("1 Jan 1970 0:0 GMT", nil), ("1 Jan 1970 00:00 +01", nil),
            ("1 Jan 1970 00:00 +01:", nil), ("1 Jan 1970 00:00 +2500", nil), ("1 Jan 19700 00:00 GMT", nil),
        ] as [(String, Double?)]
    )
    func mailDates(_ text: String, _ seconds: Double?) {
        #expect(XMLTimestamp.parseInternetMessage(text[...])?.timeIntervalSince1970 == seconds)
    }

    /// Every date is written as Foundation writes it, and read back as the same date.
    @Test func momentsAgreeWithFoundation() throws {
        var generator = SeededGenerator(seed: 1)
        let formatter = ISO8601DateFormatter()
        let mail = DateFormatter()
        mail.locale = Locale(identifier: "en_US_POSIX")
        mail.timeZone = TimeZone(identifier: "GMT")
        mail.dateFormat = "EEE, dd MMM yyyy HH:mm:ss Z"
        for _ in 0..<500 {
            // Foundation's formatter uses the Julian calendar before 1582.
            let whole = Date(
                timeIntervalSince1970: Double(Int.random(in: -12_000_000_000...250_000_000_000, using: &generator))
            )
            #expect(XMLTimestamp.text(whole) == formatter.string(from: whole))
            let late = Date(
                timeIntervalSince1970: Double(Int.random(in: -2_000_000_000...9_000_000_000, using: &generator))
            )
            #expect(XMLTimestamp.internetMessageText(late) == mail.string(from: late))
            #expect(
                XMLTimestamp.internetMessageText(late).flatMap { XMLTimestamp.parseInternetMessage($0[...]) } == late
            )
            let exact = Date(timeIntervalSinceReferenceDate: Double.random(in: -1e9...1e9, using: &generator))
            let text = try #require(XMLTimestamp.text(exact))
            let read = try #require(XMLTimestamp.parse(text[...]))
            #expect(abs(read.timeIntervalSince(exact)) < 1e-6)
            let milliseconds = Date(
                timeIntervalSince1970: Double(Int.random(in: 0...4_000_000_000_000, using: &generator)) / 1_000
            )
            #expect(XMLTimestamp.text(milliseconds).flatMap { XMLTimestamp.parse($0[...]) } == milliseconds)
        }
        #expect(XMLTimestamp.text(Date(timeIntervalSince1970: 0.25)) == "1970-01-01T00:00:00.250Z")
        #expect(XMLTimestamp.text(Date(timeIntervalSince1970: -0.25)) == "1969-12-31T23:59:59.750Z")
        for far in [Double.nan, .infinity, -.infinity, 1e18, -1e18] {
            #expect(XMLTimestamp.text(Date(timeIntervalSince1970: far)) == nil)
            #expect(XMLTimestamp.internetMessageText(Date(timeIntervalSince1970: far)) == nil)
        }
    }

    @Test(
        arguments: [
            ("name", "name"), ("first name", "first_x0020_name"), ("1", "_x0031_"), ("_x0031_", "_x005F_x0031_"),
            ("", "_x_"), ("_x_", "_x005F_x_"), ("a:b", "a_x003A_b"), ("_", "_"), ("_x", "_x"), ("_x00_", "_x00_"),
            ("\u{1F600}", "\u{1F600}"), ("-a", "_x002D_a"), ("a\u{0}", "a_x0000_"), ("\u{F0000}", "_x000F0000_"),
            ("_x0001F600_", "_x005F_x0001F600_"), ("é", "é"), ("_xD800_", "_xD800_"),
        ]
    )
    func nameEscapes(_ text: String, _ name: String) {
        #expect(XMLNameEscape.escape(text) == name)
        #expect(XMLNameEscape.unescape(name) == text)
        #expect(XMLCharacters.isName(name))
    }

    /// A name that no text is escaped to does not change.
    @Test(arguments: ["_x0041_", "_x00e9_", "a_x0020_b_x0041_"])
    func foreignEscapes(_ name: String) { #expect(XMLNameEscape.unescape(name) == name) }

    @Test func hexadecimal() {
        #expect(XMLHexadecimal.bytes(of: "00fFA9") == [0, 255, 169])
        for bad in ["0", "0g", "é", "0 "] { #expect(XMLHexadecimal.bytes(of: bad[...]) == nil) }
        #expect(XMLHexadecimal.text(of: [0, 255, 169]) == "00FFA9")
    }
}
