import Mimeograph
import Testing

/// Codes marked types and the same types without the mark, in every format: the bytes, values and errors are the same.
struct PlanEncodingTests {
    /// Each sample comes first once, because the first value of a type is coded both ways, and four values or more are coded.
    private static func order<Value>(_ samples: [Value], from first: Int) -> [Value] {
        (0..<max(4, samples.count)).map { samples[($0 + first) % samples.count] }
    }

    private static func compare(_ twins: PlanTwins, in format: PlanFormat, from first: Int, decodesFirst: Bool) {
        func compare<Marked: PlanSample, Plain: PlanSample>(_ marked: Marked.Type, _ plain: Plain.Type) {
            let pairs = zip(order(Marked.samples, from: first), order(Plain.samples, from: first))
            for (number, (one, other)) in pairs.enumerated() {
                let expected = format.encode(other)
                if !decodesFirst { check(format.encode(one), expected, "encoding") }
                if case .success(let bytes) = expected {
                    check(format.decode(marked, bytes), format.decode(plain, bytes), "decoding")
                }
                if decodesFirst { check(format.encode(one), expected, "encoding") }

                func check<Outcome: Equatable>(_ outcome: Outcome, _ expected: Outcome, _ direction: String) {
                    if outcome == expected { return }
                    let what = "\(twins.testDescription), \(format.name), value \(number) from \(first), \(direction)"
                    Issue.record("\(what):\n\(PlanEncodingTests.brief(outcome))\n\(PlanEncodingTests.brief(expected))")
                }
            }
        }
        compare(twins.marked, twins.plain)
    }

    static func brief(_ outcome: Any) -> String {
        if case .success(let bytes) = outcome as? Result<[UInt8], PlanError> {
            return String(decoding: bytes.prefix(600), as: UTF8.self)
        }
        return String("\(outcome)".prefix(600))
    }

    @Test(arguments: PlanFormat.tested)
    func codesTheSame(format: Int) {
        // Which value is the first one depends little on the format.
        for first in 0..<(format < 3 ? 3 : 1) {
            let all = PlanTwins.all(freshMark: 3 * format + first)
            for twins in all where first < twins.marked.samples.count && twins.marked.samples.count < 20 {
                if first > 0, twins.needsFirstSample { continue }
                Self.compare(twins, in: PlanFormat.all[format], from: first, decodesFirst: first == 1)
            }
        }
    }

    /// A type whose first value was coded in one format is coded in another.
    @Test
    func codesTheSameInAllFormatsInTurn() {
        for twins in PlanTwins.all() {
            for format in PlanFormat.all.reversed() { Self.compare(twins, in: format, from: 0, decodesFirst: false) }
        }
    }

    /// Values that are in arrays, dictionaries and optionals are the first ones, too.
    @Test(arguments: PlanFormat.tested)
    func codesCollectionsTheSame(format number: Int) {
        let format = PlanFormat.all[number]
        func compare<Marked: PlanSample, Plain: PlanSample>(_ marked: Marked.Type, _ plain: Plain.Type) {
            let (ones, others) = (Marked.samples, Plain.samples)
            if ones.count > 20 { return }
            check(ones, others)
            check([ones], [others])
            check(ones.first, others.first)
            check([nil, ones.last], [nil, others.last])
            check(ones.first.map { ["a key": $0] }, others.first.map { ["a key": $0] })
            check(ones.last.map { [1: [$0]] }, others.last.map { [1: [$0]] })

            func check<One: Codable, Other: Codable>(_ one: One, _ other: Other) {
                for _ in 0..<2 {
                    let (bytes, expected) = (format.encode(one), format.encode(other))
                    let what = "\(PlanText.neutral("\(Other.self)")), \(format.name)"
                    #expect(
                        bytes == expected,
                        "\(what):\n\(PlanEncodingTests.brief(bytes))\n\(PlanEncodingTests.brief(expected))"
                    )
                    guard case .success(let body) = expected else { continue }
                    let (value, expectedValue) = (format.decode(One.self, body), format.decode(Other.self, body))
                    #expect(
                        value == expectedValue,
                        "\(what), decoding: \(String(decoding: body.prefix(400), as: UTF8.self))"
                    )
                }
            }
        }
        for twins in PlanTwins.all(freshMark: 80 + number) { compare(twins.marked, twins.plain) }
    }
}
