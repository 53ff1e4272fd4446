import Harness
import Testing

@Suite struct TargetTests {
    @Test(
        arguments: [
            (Target("core.lookup.median-us", 0.4, .atMost, 1), "TARGET core.lookup.median-us 0.4 <= 1 met", true),
            (Target("core.lookup.median-us", 1, .atMost, 1), "TARGET core.lookup.median-us 1 <= 1 met", true),
            (Target("core.lookup.median-us", 1.25, .atMost, 1), "TARGET core.lookup.median-us 1.25 <= 1 short", false),
            (Target("a.b", 27.31, .atLeast, 25), "TARGET a.b 27.3 >= 25 met", true),
            (Target("a.b", 24.9, .atLeast, 25), "TARGET a.b 24.9 >= 25 short", false),
            (Target("a.b", nil, .atLeast, 25), "TARGET a.b - >= 25 absent", nil),
            (Target("a.b", .nan, .atLeast, 25), "TARGET a.b - >= 25 short", false),
        ] as [(Target, String, Bool?)]
    )
    func line(_ target: Target, _ line: String, _ isMet: Bool?) {
        #expect(target.line == line)
        #expect(target.isMet == isMet)
        var report = Report()
        report.add(target)
        #expect(report.fallsShort == (isMet == false))
        #expect(report.markdown.hasSuffix(line + "\n"))
    }

    @Test(arguments: [
        (0, "0"), (0.4124, "0.412"), (4.126, "4.13"), (27.31, "27.3"), (273.4, "273"), (1840.6, "1841"),
        (.infinity, "-"),
    ])
    func figures(_ number: Double, _ text: String) {
        #expect(Figure.short(number) == text)
    }
}
