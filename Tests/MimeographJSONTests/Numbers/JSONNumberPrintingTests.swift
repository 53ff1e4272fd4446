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
            (2.2250738585072014e-308, "2.2250738585072014e-308"),
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

    @Test func random() { check(rounds: 5_000) }

    @Test(.enabled(if: longRuns, "set MIMEOGRAPH_LONG_TESTS=1, in release mode")) func randomForLong() {
        check(rounds: 10_000_000)
    }

    private static var longRuns: Bool { ProcessInfo.processInfo.environment["MIMEOGRAPH_LONG_TESTS"] == "1" }

    private func check(rounds: Int) {
        var generator = SeededGenerator(seed: 31)
        for _ in 0..<rounds {
            check(Double(bitPattern: .random(in: 0 ... .max, using: &generator)))
            check(.random(in: -180...180, using: &generator))
            // Few digits, as people write them.
            check((.random(in: -1000...1000, using: &generator) * 1e4).rounded() / 1e4)
        }
    }
}
