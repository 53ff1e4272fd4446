import Foundation
import Mimeograph
import MimeographCBOR
import Testing

/// A `Decimal` is written as the double with its digits, otherwise as an integer, otherwise as a decimal fraction.
@Suite struct CBORDecimalTests {
    /// Texts of decimals, and the first byte of the output.
    static let rows: [(text: String, first: UInt8)] = [
        ("0.5", 0xF9), ("0.1", 0xFB), ("0.00001", 0xFB), ("0.000000001", 0xFB), ("-0.00001", 0xFB), ("0.0000123", 0xFB),
        ("1.5", 0xF9), ("123456.789", 0xFB), ("-1234567890.5", 0xFB), ("0.00000000000000000001", 0xFB),
        ("0.0000152587890625", 0xF9),
        // More digits than a double can hold.
        ("0.1234567890123456789", 0xC4), ("0.00001234567890123456789", 0xC4), ("12345678901234567890.5", 0xC4),
        // Integers stay integers.
        ("5", 0x05), ("-5", 0x24), ("100000000000000000000000000000", 0xC2), ("-100000000000000000000000000000", 0xC3),
    ]

    @Test(arguments: rows.indices) func smallDecimalsAreFloats(index: Int) throws {
        let (text, first) = Self.rows[index]
        let decimal = try #require(Decimal(string: text))
        let bytes = try CBORFormat().encode(decimal)
        #expect(bytes.first == first, "\(text): \(bytes)")
        #expect(try CBORFormat().decode(Decimal.self, from: bytes) == decimal)
    }
}
