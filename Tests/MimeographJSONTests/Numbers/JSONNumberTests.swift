import Foundation
import Mimeograph
import TestSupport
import Testing

@testable import MimeographJSON
import MimeographTree

@Suite struct JSONNumberTests {
    private func bits(_ text: String) -> UInt64 {
        withBytes(of: text.utf8) { JSONNumber.double(from: $0) }.bitPattern
    }

    /// Returns the bits from the scanner, which reads the digits in its own way.
    private func scannedBits(_ text: String) throws -> UInt64 {
        let document = try TapeDocument(parsing: text)
        return document.tape[1]
    }

    @Test(
        arguments: [
            ("0.0", 0.0), ("-0.0", -0.0), ("-0", -0.0), ("1.0", 1), ("0.1", 0.1), ("1e22", 1e22), ("1e23", 1e23),
            ("9007199254740993.0", 9007199254740992), ("9007199254740995.0", 9007199254740996),
            ("9007199254740993.00000000000000000000000001", 9007199254740994),
            ("17.7976931348623157", 17.7976931348623157), ("1.7976931348623157e308", .greatestFiniteMagnitude),
            ("1.7976931348623158e308", .greatestFiniteMagnitude),
            ("179769313486231580793728971405301e276", .greatestFiniteMagnitude),
            ("1.7976931348623159e308", .infinity), ("1e309", .infinity), ("1e400", .infinity), ("-1e400", -.infinity),
            ("1e999999999999999999999", .infinity), ("1e-999999999999999999999", 0), ("0e999999999999", 0),
            ("5e-324", .leastNonzeroMagnitude), ("2.4703282292062327e-324", 0),
            ("2.4703282292062328e-324", .leastNonzeroMagnitude),
            ("4.9406564584124654e-324", .leastNonzeroMagnitude), ("1e-325", 0), ("-1e-400", -0.0),
            ("2.2250738585072014e-308", .leastNormalMagnitude),
            ("2.2250738585072011e-308", .leastNormalMagnitude.nextDown),
            ("8.5e-324", 0x1p-1073),
        ] as [(String, Double)]
    )
    func hardCases(text: String, expected: Double) throws {
        #expect(bits(text) == expected.bitPattern, "\(Double(bitPattern: bits(text)))")
        #expect(try scannedBits(text) == expected.bitPattern)
    }

    /// Midpoints between doubles, exactly and with one digit more or less at the end of hundreds.
    @Test func midpoints() throws {
        var generator = SeededGenerator(seed: 3)
        for round in 0..<40 {
            // Every fourth is subnormal.
            let highest: UInt64 = round % 4 == 0 ? 1 << 52 : 0x7FE0_0000_0000_0000
            let lower = Double(bitPattern: UInt64.random(in: 0..<highest, using: &generator))
            let text = exactMidpoint(above: lower)
            let even = lower.bitPattern & 1 == 0 ? lower : lower.nextUp
            #expect(bits(text) == even.bitPattern)
            #expect(try scannedBits(text) == even.bitPattern)
            let parts = text.split(separator: "e")
            let above =
                parts[0] + (parts[0].contains(".") ? "" : ".") + String(repeating: "0", count: 900) + "1e" + parts[1]
            #expect(bits(above) == lower.nextUp.bitPattern)
        }
    }

    /// Returns the decimal exactly between a double and the next, as `digits e exponent`.
    private func exactMidpoint(above value: Double) -> String {
        let fraction = value.bitPattern & (1 << 52 - 1)
        let biased = Int(value.bitPattern >> 52)
        let significand = (biased == 0 ? fraction : fraction | 1 << 52) * 2 + 1
        let power = max(biased, 1) - 1076
        // Decimal digits, the last first; multiplied by 2, or by 5 with a lower exponent for each halving.
        var digits: [UInt8] = String(significand).utf8.reversed().map { $0 - 48 }
        for _ in 0..<abs(power) {
            var carry: UInt8 = 0
            for index in digits.indices {
                let product = digits[index] * (power > 0 ? 2 : 5) + carry
                digits[index] = product % 10
                carry = product / 10
            }
            if carry > 0 { digits.append(carry) }
        }
        let text = String(decoding: digits.reversed().map { $0 + 48 }, as: UTF8.self)
        return "\(text).0e\(power < 0 ? power : 0)"
    }

    #if DEBUG
        static let rounds = 50_000
    #else
        static let rounds = 1_000_000
    #endif

    /// Swift's own `Double(_:)`, which rounds correctly, is the reference.
    @Test func randomTexts() throws { try check(rounds: JSONNumberTests.rounds, seed: 11) }

    @Test(.enabled(if: longRuns, "set MIMEOGRAPH_LONG_TESTS=1, in release mode")) func randomTextsForLong() throws {
        try check(rounds: 10_000_000, seed: 12)
    }

    /// Decimals exactly between two doubles, and one unit of the last of up to 800 digits away from there.
    @Test(.enabled(if: longRuns, "set MIMEOGRAPH_LONG_TESTS=1, in release mode")) func midpointsForLong() throws {
        var generator = SeededGenerator(seed: 13)
        for round in 0..<100_000 {
            let highest: UInt64 = round % 4 == 0 ? 1 << 52 : 0x7FE0_0000_0000_0000
            let lower = Double(bitPattern: .random(in: 0..<highest, using: &generator))
            let text = exactMidpoint(above: lower)
            let even = lower.bitPattern & 1 == 0 ? lower : lower.nextUp
            if bits(text) != even.bitPattern || Double(text)?.bitPattern != even.bitPattern { Issue.record("\(text)") }
            if try scannedBits(text) != even.bitPattern { Issue.record("scanned: \(text)") }
            let parts = text.split(separator: ".")
            let above = "\(parts[0]).\(String(repeating: "0", count: round % 40))1\(parts[1].dropFirst())"
            if bits(above) != lower.nextUp.bitPattern { Issue.record("\(above)") }
            if try scannedBits(above) != lower.nextUp.bitPattern { Issue.record("scanned: \(above)") }
        }
    }

    private static var longRuns: Bool { ProcessInfo.processInfo.environment["MIMEOGRAPH_LONG_TESTS"] == "1" }

    private func check(rounds: Int, seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for round in 0..<rounds {
            let text: String
            switch round % 4 {
            case 0:
                let value = Double(bitPattern: UInt64.random(in: 0 ... .max, using: &generator))
                guard value.isFinite else { continue }
                text = value.description
            case 1:
                let digits =
                    UInt64.random(in: 0 ... .max, using: &generator) >> UInt64.random(in: 0..<64, using: &generator)
                text = "\(digits)e\(Int.random(in: -345...310, using: &generator))"
            case 2:
                let whole = UInt64.random(in: 0 ... .max, using: &generator)
                text = "\(whole >> 30).\(whole)\(whole &* 7)e\(Int.random(in: -330...300, using: &generator))"
            default:
                let whole = UInt64.random(in: 0 ... .max, using: &generator)
                text = "\(whole % 1000).\(whole >> UInt64.random(in: 0..<60, using: &generator))"
            }
            let expected = try #require(Double(text))
            if bits(text) != expected.bitPattern { Issue.record("\(text)") }
            if round % 8 < 4, text.utf8.contains(where: { $0 == 46 || $0 == 101 }) {
                if try scannedBits(text) != expected.bitPattern { Issue.record("scanned: \(text)") }
            }
        }
    }

    @Test(
        arguments: [
            ("0", .smallInteger), ("576460752303423487", .smallInteger), ("-576460752303423487", .smallInteger),
            ("576460752303423488", .int64), ("999999999999999999", .int64), ("9223372036854775807", .int64),
            ("-9223372036854775808", .int64), ("9223372036854775808", .uint64), ("18446744073709551615", .uint64),
            ("18446744073709551616", .bigNumber), ("-9223372036854775809", .bigNumber), ("1e400", .bigNumber),
            ("100000000000000000000000000000000000000", .bigNumber), ("1.0", .double), ("-0", .double),
            ("1e5", .double),
        ] as [(String, TapeWord.Tag)]
    )
    func tags(text: String, tag: TapeWord.Tag) throws {
        let document = try TapeDocument(parsing: "[\(text)]")
        #expect(document.word(at: 1).tag == tag)
        #expect(JSON(TreeNode(document, at: 1)).numberText == text)
        #expect(
            document.int64(at: 1)
                == (Int64(text) ?? (tag == .double ? Double(text).flatMap { Int64(exactly: $0) } : nil))
        )
        #expect(
            document.uint64(at: 1)
                == (UInt64(text) ?? (tag == .double ? Double(text).flatMap { UInt64(exactly: $0) } : nil))
        )
        let expected = try #require(Double(text))
        #expect(document.double(at: 1) == (expected.isInfinite ? nil : expected))
    }

    /// An integer of a million digits, and a fraction of as many, take a harmless amount of time.
    @Test func manyDigits() throws {
        let digits = String(repeating: "7", count: 1_000_000)
        let json = try JSON(parsing: "[\(digits),0.\(digits),\(digits)e-999999]".utf8)
        #expect(json[0].double == nil)
        #expect(json[1].double == 0.7777777777777778)
        #expect(json[2].double == 7.777777777777778)
        #expect(json == json)
        #expect(json[0].numberText == digits)
    }
}

extension TapeDocument {
    convenience init(parsing text: String) throws(SerializationError) {
        let document = try withBytes(of: text.utf8) { (span) throws(SerializationError) in
            try JSONScanner.parse(span, options: .standard, limits: .standard)
        }
        self.init(bytes: document.bytes, tape: document.tape)
    }
}
