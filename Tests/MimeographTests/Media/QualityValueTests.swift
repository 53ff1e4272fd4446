import Mimeograph
import Testing

@Suite struct QualityValueTests {
    @Test(arguments: [
        ("1", 1000), ("0", 0), ("1.", 1000), ("0.", 0), ("1.000", 1000), ("1.0000", 1000), ("0.8", 800), ("0.125", 125),
        (".2", 200), (".001", 1), ("0.1239", 123), ("0.9999", 999), ("0.0001", 1), ("0.0000", 0),
        ("0." + String(repeating: "3", count: 5000), 333),
    ])
    func whatIsRead(text: String, thousandths: Int) {
        #expect(QualityValue(parsing: text)?.thousandths == thousandths)
    }

    @Test(arguments: [
        "", ".", "2", "1.5", "1.0001", "1.001", "-1", "+1", "-0", "00", "01", "0.5 ", " 0.5", "0,5", "0.5.1", "1e-1",
        "NaN",
        "inf", "0x1", "high", "\u{0661}", "0.\u{0665}", "\"1\"", "99999999999999999999",
    ])
    func whatIsRefused(text: String) {
        #expect(QualityValue(parsing: text) == nil)
    }

    @Test func everyValueIsWrittenAndReadAgain() throws {
        for thousandths in 0...1000 {
            let value = try #require(QualityValue(thousandths: thousandths))
            #expect(QualityValue(parsing: value.description) == value)
            #expect(QualityValue(floatLiteral: Double(thousandths) / 1000) == value)
            #expect(value.description.utf8.count <= 5)
        }
        #expect(QualityValue(thousandths: 1001) == nil)
        #expect(QualityValue(thousandths: -1) == nil)
        #expect(
            "\(QualityValue.one) \(0.8 as QualityValue) \(0.125 as QualityValue) \(0 as QualityValue)"
                == "1 0.8 0.125 0"
        )
    }

    @Test func literalsAreClamped() {
        #expect(QualityValue(floatLiteral: .nan) == .zero)
        #expect(QualityValue(floatLiteral: .infinity) == .one)
        #expect(QualityValue(floatLiteral: -3) == .zero)
        #expect(QualityValue(integerLiteral: .max) == .one)
        #expect(QualityValue(integerLiteral: .min) == .zero)
        #expect((0.9996 as QualityValue) == .one)
    }

    @Test func products() {
        #expect((0.9 as QualityValue) * 0.8 == 0.72)
        #expect((0.5 as QualityValue) * 0.001 == 0.001)
        #expect((0.333 as QualityValue) * 0.5 == 0.167)
        #expect((0.001 as QualityValue) * 0.001 == 0.001)
        #expect((0.7 as QualityValue) * .zero == .zero)
        #expect((0.7 as QualityValue) * .one == 0.7)
        #expect((0.3 as QualityValue) < 0.7)
    }
}
