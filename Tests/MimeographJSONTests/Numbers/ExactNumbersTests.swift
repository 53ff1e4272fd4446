import Foundation
import Mimeograph
import MimeographJSON
import TestSupport
import Testing

/// The digits of a number determine its integer and its decimal, however it is read.
@Suite struct ExactNumbersTests {
    /// A text, and its value as `Int64` and as `UInt64`; nil if it has none.
    static let integers: [(String, Int64?, UInt64?)] = [
        ("9007199254740993.0", 9_007_199_254_740_993, 9_007_199_254_740_993),
        ("-9007199254740993.0", -9_007_199_254_740_993, nil),
        ("900719925474099.3e1", 9_007_199_254_740_993, 9_007_199_254_740_993),
        ("0.99999999999999999", nil, nil), ("1.00000000000000001", nil, nil), ("-0.99999999999999999", nil, nil),
        ("18446744073709551615.0", nil, .max), ("18446744073709551616.0", nil, nil),
        ("1844674407370955161.5e1", nil, .max), ("18446744073709551615e0", nil, .max),
        ("9223372036854775807.0", .max, 9_223_372_036_854_775_807),
        ("9223372036854775808.0", nil, 9_223_372_036_854_775_808), ("-9223372036854775808.0", .min, nil),
        ("-9223372036854775809.0", nil, nil), ("9.223372036854775807e18", .max, 9_223_372_036_854_775_807),
        ("1e19", nil, 10_000_000_000_000_000_000), ("1e20", nil, nil), ("1e-1", nil, nil), ("10e-1", 1, 1),
        ("1.0", 1, 1), ("1e2", 100, 100), ("1.5", nil, nil), ("-0.0", 0, 0), ("-0", 0, 0),
        ("0e999999999999999999999", 0, 0),
        ("0.0e-99999", 0, 0), ("1e-400", nil, nil), ("1e400", nil, nil), ("100000000000000000000e-20", 1, 1),
        ("0.00000000000000000000000000000000000001e38", 1, 1), ("18446744073709551616", nil, nil),
    ]

    @Test(arguments: integers)
    func integersAreExact(_ text: String, _ signed: Int64?, _ unsigned: UInt64?) throws {
        let json = try JSON(parsing: text.utf8)
        #expect(json.int64 == signed)
        #expect(json.int == signed.map { Int($0) })
        #expect(json.uint64 == unsigned)
        // In a container, the number is at another index of the tape.
        #expect(try JSON(parsing: "{\"a\":[\(text)]}".utf8)["a"][0].int64 == signed)
        // Typed decoding has the same rule.
        #expect((try? JSONFormat().decode(Int64.self, from: text.utf8)) == signed)
        #expect((try? JSONFormat().decode(UInt64.self, from: text.utf8)) == unsigned)
        #expect((try? JSONFormat().decode([Int].self, from: "[\(text)]".utf8)) == signed.map { [Int($0)] })
        #expect((try? JSONFormat().decode(Int16.self, from: text.utf8)) == signed.flatMap { Int16(exactly: $0) })
        let wide = signed.map { Int128($0) } ?? unsigned.map { Int128($0) }
        if let wide { #expect(try JSONFormat().decode(Int128.self, from: text.utf8) == wide) }
    }

    /// A text, and its decimal; nil if no `Decimal` is exact.
    static let decimals: [(String, String?)] = [
        ("1e128", nil), ("2e128", nil), ("1e164", nil), ("10e127", nil), ("-1e128", nil), ("1e127", "1e127"),
        ("9e127", "9e127"),
        ("12345678901234567890123456789012345678e127", "12345678901234567890123456789012345678e127"),
        ("0.1e128", "1e127"), ("1e-128", "1e-128"), ("1.0e-128", "1e-128"), ("100e-130", "1e-128"), ("1e-129", nil),
        ("0e999", "0"), ("0e-999", "0"), ("-0", "0"), ("0.1", "0.1"), ("12.50", "12.5"), ("-1e-2", "-0.01"),
        ("340282366920938463463374607431768211455", "340282366920938463463374607431768211455"),
        ("340282366920938463463374607431768211456", nil),
        ("0.123456789012345678901234567890123456789", "0.123456789012345678901234567890123456789"),
        ("1234567890123456789012345678901234567891", nil), ("1000000000000000000000000000000000000000000", "1e42"),
        ("1e400", nil), ("1e99999999999999999999", nil),
    ]

    @Test(arguments: decimals)
    func decimalsAreExactOrNil(_ text: String, _ expected: String?) throws {
        let wanted = try expected.map { try #require(Decimal(string: $0)) }
        let decimal = try JSON(parsing: text.utf8).decimal
        #expect(decimal == wanted)
        #expect(decimal?.isFinite != false)
        // Typed decoding also reads exact numbers exactly; others it may round, as Foundation does.
        if let wanted { #expect(try JSONFormat().decode(Decimal.self, from: text.utf8) == wanted) }
    }

    /// Each number of the public suites, and many made of their pieces, against digits that are counted one by one.
    @Test(.needsCorpora) func numbersOfTheSuites() throws {
        var texts: Set<String> = []
        for suite in ["json-nst", "json-checker"] {
            let expected = try #require(try Corpora.json("\(suite)/expected.json") as? [String: Any])
            let cases = try #require(expected["cases"] as? [String: [String: Any]])
            for path in cases.keys {
                if let json = try? JSON(parsing: Corpora.read("\(suite)/\(path)")) { Self.collect(json, into: &texts) }
            }
        }
        for name in ["canada", "mesh"] {
            var some: Set<String> = []
            Self.collect(try JSON(parsing: Corpora.read("json-realworld/\(name).json")), into: &some)
            texts.formUnion(some.sorted().prefix(400))
        }
        for mantissa in [
            "1", "2", "9.5", "0.1", "123456789012345678901234567890", "9007199254740993", "0.99999999999999999",
        ] {
            for exponent in [
                -400, -164, -129, -128, -127, -30, -2, 0, 1, 16, 19, 37, 126, 127, 128, 129, 164, 165, 400,
            ] {
                texts.insert("\(mantissa)e\(exponent)")
                texts.insert("-\(mantissa)E\(exponent)")
            }
        }
        #expect(texts.count > 800)
        for text in texts.sorted() {
            let json = try JSON(parsing: text.utf8)
            let number = try #require(CountedNumber(text), "\(text)")
            #expect(json.int64 == number.integer(Int64.self), "\(text)")
            #expect(json.uint64 == number.integer(UInt64.self), "\(text)")
            #expect((try? JSONFormat().decode(Int64.self, from: text.utf8)) == number.integer(Int64.self), "\(text)")
            #expect((try? JSONFormat().decode(UInt64.self, from: text.utf8)) == number.integer(UInt64.self), "\(text)")
            #expect((try? JSONFormat().decode(Int128.self, from: text.utf8)) == number.integer(Int128.self), "\(text)")
            let decimal = json.decimal
            #expect(decimal?.isNaN != true, "\(text)")
            #expect((decimal != nil) == number.fitsDecimal, "\(text)")
            if let decimal { #expect(CountedNumber("\(decimal)") == number, "\(text)") }
        }
    }

    private static func collect(_ root: JSON, into texts: inout Set<String>) {
        var open = [root]
        while let json = open.popLast() {
            if let text = json.numberText { texts.insert(text) }
            json.array.map { open.append(contentsOf: $0) }
            json.object.map { open.append(contentsOf: $0.map(\.value)) }
        }
    }
}

/// A number as its significant digits and the power of ten of the last of them: an oracle that shares no code with the reader.
private struct CountedNumber: Equatable {
    var isNegative: Bool
    var digits: String
    var exponent: Int

    init?(_ text: String) {
        let halves = text.lowercased().split(separator: "e", omittingEmptySubsequences: false)
        guard let mantissa = halves.first, halves.count <= 2 else { return nil }
        let parts = mantissa.drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
        digits = parts.joined()
        exponent = (halves.count == 2 ? Int(halves[1]) ?? (halves[1].hasPrefix("-") ? -1_000_000 : 1_000_000) : 0)
        exponent -= parts.count == 2 ? parts[1].count : 0
        while digits.last == "0" {
            digits.removeLast()
            exponent += 1
        }
        digits = String(digits.drop { $0 == "0" })
        isNegative = mantissa.first == "-" && !digits.isEmpty
        if digits.isEmpty { exponent = 0 }
    }

    func integer<I: FixedWidthInteger>(_ type: I.Type) -> I? {
        if digits.isEmpty { return 0 }
        guard exponent >= 0, exponent < 50 else { return nil }
        return I((isNegative ? "-" : "") + digits + String(repeating: "0", count: exponent))
    }

    var fitsDecimal: Bool {
        digits.isEmpty || (UInt128(digits) != nil && exponent >= -128 && exponent <= 127)
    }
}
