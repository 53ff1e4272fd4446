import Foundation
import Mimeograph
import MimeographJSON
import Testing

@testable import TestSupport

/// RFC 3339, both in its differences from Foundation's formatter and in everything else.
@Suite struct TimestampTests {
    static let format: JSONFormat = {
        var format = JSONFormat()
        format.dateStrategy = .iso8601
        return format
    }()

    @Test(arguments: [
        ("2020-01-02T03:04:05.25Z", 1_577_934_245.25), ("2020-01-02t03:04:05z", 1_577_934_245),
        ("2016-12-31T23:59:60Z", 1_483_228_800),
        ("2020-01-02T03:04:05.123456789012345678901234567890Z", 1_577_934_245.123_456_8),
        ("0000-03-01T00:00:00Z", -62_162_035_200), ("1937-01-01T12:00:27.87+00:20", -1_041_337_172.13),
        ("1990-12-31T15:59:60-08:00", 662_688_000), ("2000-02-29T00:00:00-00:00", 951_782_400),
    ])
    func read(_ text: String, _ seconds: Double) throws {
        let date = try Self.format.decode(Date.self, from: "\"\(text)\"".utf8)
        #expect(abs(date.timeIntervalSince1970 - seconds) < 1e-6)
    }

    @Test(arguments: [
        "2020-02-30T00:00:00Z", "2021-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2020-01-02T24:00:00Z",
        "2020-01-02T03:60:00Z", "2020-01-02T03:04:61Z", "2020-01-02T03:04:05.Z", "2020-01-02T03:04:05Zjunk",
        " 2020-01-02T03:04:05Z", "2020-1-2T03:04:05Z", "2020-01-02T03:04Z", "2020-01-02", "+2020-01-02T03:04:05Z",
        "2020-01-02T03:04:05+24:00", "2020-01-02T03:04:05+01", "2020-00-01T00:00:00Z", "2020-01-00T00:00:00Z",
        "٢020-01-02T03:04:05Z",
    ])
    func refuse(_ text: String) {
        #expect(throws: SerializationError.self) { try Self.format.decode(Date.self, from: "\"\(text)\"".utf8) }
    }

    @Test(arguments: [253_402_300_800, -62_167_219_201, Double.nan, .infinity, 1e300])
    func refuseToWrite(_ seconds: Double) {
        #expect { try Self.format.encode([Date(timeIntervalSince1970: seconds)]) } throws: {
            ($0 as? SerializationError)?.code == .unencodableValue
        }
    }

    /// Days from more than four centuries, written and read.
    @Test func everyDay() throws {
        let days = stride(from: -250_000, through: 250_000, by: 61)
        let dates = days.map { Date(timeIntervalSince1970: Double($0) * 86_400 + Double(abs($0) % 86_400)) }
        let bytes = try Self.format.encode(dates)
        #expect(try Self.format.decode([Date].self, from: bytes) == dates)
    }
}
