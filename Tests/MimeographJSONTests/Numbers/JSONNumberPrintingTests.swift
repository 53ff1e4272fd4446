import Foundation
import TestSupport
import Testing

@testable import MimeographJSON

@Suite struct JSONNumberPrintingTests {
    private func written(_ value: Double) -> String { JSONNumber.text(of: value) }

    /// Returns the text of the standard library, which also has the fewest digits and, among several such texts, the nearest.
    private func expected(_ value: Double) -> String {
        let text = value.description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    private func check(_ value: Float) {
        guard value.isFinite else { return }
        var bytes = [UInt8](repeating: 0, count: JSONNumber.maximumTextLength + JSONBufferWriter.slack)
        // SAFETY: the array has room for the text and the slack, and the writer does not outlive the closure.
        let count = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return 0 }
            var writer = unsafe JSONBufferWriter(buffer, base: base, used: 0)
            JSONNumber.write(value, into: &writer)
            return writer.used
        }
        let text = String(decoding: bytes.prefix(count), as: UTF8.self)
        let expected = value.description.hasSuffix(".0") ? String(value.description.dropLast(2)) : value.description
        if text != expected { Issue.record("\(text) instead of \(expected)") }
    }

    private func check(_ value: Double) {
        guard value.isFinite else { return }
        let text = written(value)
        if text != expected(value) || text.utf8.count > JSONNumber.maximumTextLength {
            Issue.record("\(text) instead of \(expected(value))")
        }
        if Double(text)?.bitPattern != value.bitPattern { Issue.record("\(text) reads back as another double") }
    }

    @Test(
        arguments: [
            (0, "0"), (-0.0, "-0"), (7, "7"), (-12, "-12"), (0.3, "0.3"), (4.35, "4.35"), (0.0001, "0.0001"),
            (0.00012345678901234567, "0.00012345678901234567"), (0.00001, "1e-05"), (123456789.125, "123456789.125"),
            (12345678.5, "12345678.5"), (1234567890123456.5, "1234567890123456.5"), (0x1p53, "9007199254740992"),
            (0x1p53 + 2, "9.007199254740994e+15"), (1e22, "1e+22"), (1e23, "1e+23"), (9.5e-290, "9.5e-290"),
            (1e-300, "1e-300"), (.leastNonzeroMagnitude, "5e-324"),
            (-1.7976931348623157e308, "-1.7976931348623157e+308"),
            (2.2250738585072014e-308, "2.2250738585072014e-308"), (.leastNonzeroMagnitude * 2, "1e-323"),
            (.leastNonzeroMagnitude * 3, "1.5e-323"), (.leastNormalMagnitude.nextDown, "2.225073858507201e-308"),
            (2251799813685249.5, "2251799813685249.5"),
            // Halfway between two texts, the even digit is written.
            (0x1p50 + 0.25, "1125899906842624.2"), (0x1p50 + 0.75, "1125899906842624.8"),
            (0x1p47 + 0.125, "140737488355328.12"), (0x1p47 + 0.375, "140737488355328.38"),
            // Each number of digits before the point, with 16 or 17 digits.
            (1.2345678901234567, "1.2345678901234567"), (12345678.901234567, "12345678.901234567"),
            (123456789.01234567, "123456789.01234567"), (123456789012345.67, "123456789012345.67"),
        ] as [(Double, String)]
    )
    func texts(value: Double, text: String) {
        #expect(written(value) == text)
        check(value)
    }

    /// Below a power of two, the neighbors are nearer than above it.
    @Test func powers() {
        for exponent in -1074...1023 {
            let power = Double(sign: .plus, exponent: exponent, significand: 1)
            for value in [power, power.nextUp, power.nextDown] { check(value) }
        }
        for exponent in -324...308 {
            for digits in ["1", "-9.5", "4.4501477170144023"] {
                if let value = Double("\(digits)e\(exponent)") { check(value) }
            }
        }
    }

    /// The doubles whose product comes within 12 units of a decision. They test the constant by which the last digit is rounded.
    @Test(
        arguments: [
            1.3588129002659584e-245, 4.70400279513412e-227, 1.234550136632744e-99, 6.324027154591757e-75,
            1.3076622631878654e+65, 1.7706146115181413e+137, 9.03725590277404e+159, 2.711176770832212e+160,
            9.03725590277404e+160, 2.711176770832212e+161, 9.03725590277404e+161, 2.711176770832212e+162,
            9.03725590277404e+162,
        ]
    )
    func closeDecisions(value: Double) {
        for neighbor in [value, value.nextUp, value.nextDown] { check(neighbor) }
    }

    /// Doubles for which a short decimal is exactly at an end of the interval: it is written if the significand is even.
    @Test(
        arguments: [
            (4_503_599_627_370_497, 1), (4_503_599_627_370_502, 1), (4_503_599_627_376_562, 16),
            (4_503_707_885_742_187, 51), (5_006_790_161_132_812, 68), (8_344_650_268_554_687, 72),
        ] as [(Double, Int)]
    )
    func intervalEnds(significand: Double, exponent: Int) {
        for significand in [significand, significand + 1] {
            check(Double(sign: .plus, exponent: exponent, significand: significand))
        }
    }

    @Test func subnormals() {
        for bits in 0..<2_000 as Range<UInt64> {
            check(Double(bitPattern: bits))
            check(Double(bitPattern: 1 << 52 - 1_000 + bits))
            check(Float(bitPattern: UInt32(bits)))
            check(Float(bitPattern: 1 << 23 - 1_000 + UInt32(bits)))
        }
        for shift in 0..<52 as Range<UInt64> { check(Double(bitPattern: 1 << shift)) }
    }

    @Test func powersAsFloats() {
        for exponent in -149...127 {
            let power = Float(sign: .plus, exponent: exponent, significand: 1)
            for value in [power, power.nextUp, power.nextDown] { check(value) }
        }
        for exponent in -45...38 {
            for digits in ["1", "-9.5", "4.4501477"] {
                if let value = Float("\(digits)e\(exponent)") { check(value) }
            }
        }
    }

    @Test func random() { check(rounds: 5_000) }

    @Test(.enabled(if: longRuns, "set MIMEOGRAPH_LONG_TESTS=1, in release mode")) func randomForLong() {
        check(rounds: 10_000_000)
    }

    private static var longRuns: Bool { ProcessInfo.processInfo.environment["MIMEOGRAPH_LONG_TESTS"] == "1" }

    private func check(rounds: Int) {
        var generator = SeededGenerator(seed: 31)
        for _ in 0..<rounds {
            check(Double(bitPattern: .random(in: 0 ... .max, using: &generator)))
            check(Double.random(in: -180...180, using: &generator))
            check(Float(bitPattern: .random(in: 0 ... .max, using: &generator)))
            check(Float.random(in: -180...180, using: &generator))
            // Few digits, as people write them.
            check((Double.random(in: -1000...1000, using: &generator) * 1e4).rounded() / 1e4)
        }
    }
}
