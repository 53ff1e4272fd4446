import Foundation
import Mimeograph
import MimeographJSON
import Testing

/// The differences from Foundation's coders that the page of `JSONFormat` lists are true of both sides.
@Suite struct FoundationDifferencesTests {
    private static func ours<T: Decodable>(_ type: T.Type, _ body: [UInt8], _ dates: Bool) -> T? {
        var format = JSONFormat()
        if dates { format.dateStrategy = .iso8601 }
        return try? format.decode(type, from: body)
    }

    private static func theirs<T: Decodable>(_ type: T.Type, _ body: [UInt8], _ dates: Bool) -> T? {
        let decoder = JSONDecoder()
        if dates { decoder.dateDecodingStrategy = .iso8601 }
        return try? decoder.decode(type, from: Data(body))
    }

    /// Compares the results of both for a text, as text; nil if it is rejected.
    private func expect<T: Decodable>(
        _ text: String,
        as type: T.Type,
        ours: String?,
        foundation: String?,
        dates: Bool = false
    ) {
        let body = Array(text.utf8)
        #expect(Self.ours(type, body, dates).map { "\($0)" } == ours, "\(text), here")
        #expect(Self.theirs(type, body, dates).map { "\($0)" } == foundation, "\(text), in Foundation")
    }

    @Test func syntax() {
        expect("[1,]", as: [Int].self, ours: nil, foundation: "[1]")
        expect("{\"a\":1,}", as: [String: Int].self, ours: nil, foundation: "[\"a\": 1]")
    }

    /// UTF-32 in either byte order, with and without a mark: Foundation takes one of the marks for that of UTF-16.
    @Test func encodings() throws {
        for (encoding, mark, readsMark) in [
            (String.Encoding.utf32BigEndian, [0, 0, 0xFE, 0xFF] as [UInt8], true),
            (.utf32LittleEndian, [0xFF, 0xFE, 0, 0], false),
            (.utf16BigEndian, [0xFE, 0xFF], true), (.utf16LittleEndian, [0xFF, 0xFE], true),
        ] {
            let text = [UInt8](try #require("[1]".data(using: encoding)))
            #expect(Self.ours([Int].self, text, false) == [1])
            #expect(Self.theirs([Int].self, text, false) == [1])
            #expect(Self.ours([Int].self, mark + text, false) == [1])
            #expect((Self.theirs([Int].self, mark + text, false) == [1]) == readsMark)
        }
    }

    @Test func numbers() {
        expect("9007199254740993.0", as: Int.self, ours: "9007199254740993", foundation: "9007199254740993")
        expect("0.99999999999999999", as: Int.self, ours: nil, foundation: "1")
        expect("18446744073709551615.0", as: UInt64.self, ours: "18446744073709551615", foundation: nil)
        expect("1e-400", as: Int.self, ours: nil, foundation: "0")
        expect("1e-400", as: Double.self, ours: "0.0", foundation: nil)
        expect("1e-46", as: Float.self, ours: "0.0", foundation: nil)
        expect(
            "1.0e-128",
            as: Decimal.self,
            ours: "\(Decimal(sign: .plus, exponent: -128, significand: 1))",
            foundation: nil
        )
        expect("0e999", as: Decimal.self, ours: "0", foundation: nil)
        expect("1e128", as: Decimal.self, ours: nil, foundation: nil)
        // Both round longer numbers.
        let rounded = "1234567890123456789012345678901234567890"
        expect("1234567890123456789012345678901234567891", as: Decimal.self, ours: rounded, foundation: rounded)
    }

    /// Dates as text: seconds since 1970, or nil.
    @Test(
        arguments: [
            ("2020-01-01T00:00:00Z", 1_577_836_800, 1_577_836_800),
            ("1582-10-15T00:00:00Z", -12_219_292_800, -12_219_292_800),
            ("1582-10-14T00:00:00Z", -12_219_379_200, -12_218_515_200), ("2020-01-01T24:00:00Z", nil, 1_577_923_200),
            ("2020-01-01T00:60:00Z", nil, 1_577_840_400), ("2020-02-30T00:00:00Z", nil, 1_583_020_800),
            ("10000-01-01T00:00:00Z", nil, 253_402_300_800), ("2020-1-1T00:00:00Z", nil, 1_577_836_800),
            ("2020-01-01t00:00:00z", 1_577_836_800, nil), ("2020-01-01t00:00:00Z", 1_577_836_800, nil),
            ("2020-01-01T00:00:00z", 1_577_836_800, 1_577_836_800),
            ("2020-01-01T00:00:60Z", 1_577_836_860, 1_577_836_860),
            ("2020-01-01T00:00:00.5Z", 1_577_836_800.5, 1_577_836_800.5),
        ] as [(String, Double?, Double?)]
    )
    func dates(_ text: String, _ here: Double?, _ there: Double?) {
        let body = Array("[\"\(text)\"]".utf8)
        #expect(Self.ours([Date].self, body, true)?.first?.timeIntervalSince1970 == here)
        #expect(Self.theirs([Date].self, body, true)?.first?.timeIntervalSince1970 == there)
    }

    @Test(
        arguments: [
            (253_402_300_800.0, nil, "10000-01-01T00:00:00Z"),
            (-12_219_292_801, "1582-10-14T23:59:59Z", "1582-10-04T23:59:59Z"),
        ] as [(Double, String?, String?)]
    )
    func writtenDates(_ seconds: Double, _ here: String?, _ there: String?) {
        let dates = [Date(timeIntervalSince1970: seconds)]
        var format = JSONFormat()
        format.dateStrategy = .iso8601
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        #expect((try? format.encode(dates)).map { String(decoding: $0, as: UTF8.self) } == here.map { "[\"\($0)\"]" })
        #expect((try? encoder.encode(dates)).map { String(decoding: $0, as: UTF8.self) } == there.map { "[\"\($0)\"]" })
    }

    /// Lines in many containers.
    @Test(arguments: [(32, true), (33, false)]) func indentation(_ depth: Int, _ isSame: Bool) throws {
        let text = String(repeating: "[", count: depth) + "1" + String(repeating: "]", count: depth)
        let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
        let theirs = try JSONSerialization.data(withJSONObject: value, options: [.prettyPrinted])
        #expect((try JSON(parsing: text.utf8).serialized(.pretty) == [UInt8](theirs)) == isSame)
    }
}
