import Foundation
import Mimeograph
import MimeographCBOR
import Testing

/// Numbers in tags, and of more than 64 bits.
@Suite struct CBORNumberTests {
    private let format = CBORFormat()

    private func bytes(_ hex: String) -> [UInt8] {
        let digits = Array(hex.utf8.filter { $0 != 0x20 })
        return stride(from: 0, to: digits.count, by: 2).map {
            UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16) ?? 0
        }
    }

    /// A double in a tag that lies halfway between two floats has no text.
    @Test(arguments: [("fb 4035000010000000", 21.0), ("fb 3ff0000010000000", 1.0), ("fb 3ff0000030000000", 1.0000002)])
    func floatsInTags(hex: String, value: Float) throws {
        for tag in ["", "d864", "d864 d9d9f7"] {
            #expect(try format.decode(Float.self, from: bytes(tag + hex)) == value)
            #expect(try format.decode([Float].self, from: bytes("81" + tag + hex)) == [value])
            #expect(try format.decode([Float].self, from: bytes("d864 81" + tag + hex)) == [value])
        }
    }

    @Test(arguments: [
        "1e100", "3e39", "-3e39", "1e127", "1e38", "1e39", "-1e40", "12e45", "0.1", "1e-100", "1e-127",
        "340282366920938463463374607431768211455", "-340282366920938463463374607431768211455",
        "-170141183460469231731687303715884105728", "-170141183460469231731687303715884105729",
        "340282366920938463463374607431768211455e127", "-12345678901234567890123456789012345678e3",
        "-0.340282366920938463463374607431768211455",
    ]) func decimals(text: String) throws {
        let decimal = try #require(Decimal(string: text))
        let written = try format.encode(decimal)
        #expect(try format.decode(Decimal.self, from: written) == decimal)
        #expect(try format.decode(Decimal.self, from: bytes("d864") + written) == decimal)
        #expect(try format.decode(Double.self, from: written) == Double(text))
        // An infinite float is not accepted.
        let float = try? format.decode(Float.self, from: written)
        #expect(float == Float(text).flatMap { $0.isFinite ? $0 : nil })
    }

    /// Each number is also tested in a tag without meaning.
    @Test(arguments: [
        ("3b ffffffffffffffff", -0x1p64), ("3b 8000000000000000", -0x1p63), ("c2 49 010000000000000000", 0x1p64),
        ("c2 49 010000000000000801", 0x1.0000000000001p64), ("c2 4a 01000000000000080000", 0x1p72),
        ("c2 4a 01000000000000080001", 0x1.0000000000001p72), ("c3 4a 01000000000000080000", -0x1.0000000000001p72),
        ("c2 5880 ff" + String(repeating: "00", count: 127), 0xFFp1016), ("c2 41 05", 5), ("c3 40", -1),
        ("c4 82 01 05", 50), ("c4 82 20 05", 0.5), ("c4 82 20 c3 49 010000000000000000", -1_844_674_407_370_955_161.7),
    ]) func doubles(hex: String, value: Double) throws {
        for tag in ["", "d864", "d864 d9d9f7"] {
            #expect(try format.decode(Double.self, from: bytes(tag + hex)) == value)
            if let float = Optional(Float(value)), float.isFinite {
                #expect(try format.decode(Float.self, from: bytes(tag + hex)) == float)
            }
            // A time so far away is not a date: `Int(date.timeIntervalSince1970)` would trap.
            let date = abs(value) <= 9e18 ? Date(timeIntervalSince1970: value) : nil
            #expect((try? format.decode(Date.self, from: bytes(tag + "c1" + hex))) == date)
            #expect((try? format.decode(Date.self, from: bytes("c1" + tag + hex))) == date)
        }
        let hasFraction = hex.hasPrefix("c4")
        #expect(try CBOR.Value(parsing: bytes(hex)).double == (hasFraction ? nil : value))
    }

    @Test func integers() throws {
        for tag in ["", "d864", "d864 d9d9f7"] {
            #expect(try format.decode(Int128.self, from: bytes(tag + "c2 49 010000000000000000")) == 1 << 64)
            #expect(try format.decode(Int128.self, from: bytes(tag + "3b ffffffffffffffff")) == -1 << 64)
            #expect(try format.decode(Int.self, from: bytes(tag + "c4 82 02 05")) == 500)
            #expect(try format.decode(Decimal.self, from: bytes(tag + "c4 82 21 196ab3")) == Decimal(string: "273.15"))
        }
        for hex in [
            "c2 5881 01" + String(repeating: "00", count: 128), "c2 5880" + String(repeating: "ff", count: 128),
        ] {
            #expect(throws: SerializationError.self) { try format.decode(Double.self, from: bytes(hex)) }
            #expect(throws: SerializationError.self) { try format.decode(Decimal.self, from: bytes(hex)) }
            #expect(try CBOR.Value(parsing: bytes(hex)).double == nil)
        }
        #expect(throws: SerializationError.self) { try format.decode(Int.self, from: bytes("c4 82 20 05")) }
        #expect(throws: SerializationError.self) {
            try format.decode(Float.self, from: bytes("c2 51") + Array(repeating: 1, count: 17))
        }
    }

    /// Integers below the 64-bit range are numbers for other formats, too.
    @Test func valuesForOtherFormats() throws {
        let wide = try CBOR.Value(parsing: bytes("3b ffffffffffffffff"))
        #expect(try JSONDecoder().decode([Double].self, from: JSONEncoder().encode([wide])) == [-0x1p64])
        #expect(try wide.serialized() == bytes("3b ffffffffffffffff"))
        let small = CBOR.Value.tagged(3, .data([4]))
        #expect(small.int64 == -5 && small.double == -5 && small.uint64 == nil && small.tagged?.tag == 3)
        #expect(try JSONEncoder().encode([small]) == Data("[-5]".utf8))
        let large = CBOR.Value.tagged(2, .data([0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]))
        #expect(large.uint64 == .max && large.int64 == nil)
        #expect(try JSONEncoder().encode([large]) == Data("[18446744073709551615]".utf8))
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity]) func nonFiniteDatesAreRejected(seconds: Double) throws {
        let date = Date(timeIntervalSinceReferenceDate: seconds)
        #expect(CBOR.Value(date) == nil)
        #expect(throws: SerializationError.self) { try format.encode(date) }
    }
}
