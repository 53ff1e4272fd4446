import Foundation
import Mimeograph
import MimeographConformance
import MimeographText
import Testing

/// Traps if a body contains a question mark.
private struct TrappingSerializer: ResponseSerialization {
    var acceptedTypes: [MediaRange] { ["text/x-trap"] }

    func read(_ body: Span<UInt8>, head: ResponseHead, limits: DecodingLimits) throws(SerializationError) -> Int {
        for index in body.indices where body[index] == UInt8(ascii: "?") { preconditionFailure("on purpose") }
        return body.count
    }
}

@Suite struct IsolationTests {
    private static func trapping() -> ConformanceSuite {
        ConformanceSuite(
            "trap",
            reading: TrappingSerializer(),
            types: ["text/x-trap"],
            fixtures: [.reads("three", "abc", as: 3)],
            capabilities: [
                .vocabulary(["?"]), .notApplicable(.roundTrip, .oracle, because: "nothing writes it"),
            ]
        )
    }

    /// A test as the author of a plugin writes it: an exit test is the child, and the journal holds the case.
    @Test func aTrapIsKnownByItsCase() async throws {
        let path = "/tmp/mimeograph-isolation-test.case"
        await #expect(processExitsWith: .failure) {
            try await IsolationTests.trapping().check(.mutations)
                .run(journal: .file(at: "/tmp/mimeograph-isolation-test.case"))
        }
        let line = try String(contentsOfFile: path, encoding: .utf8)
        try FileManager.default.removeItem(atPath: path)
        let single = try #require(ConformanceCase(line))
        #expect(single.law == .mutations)
        #expect(single.suite == "trap")
        #expect(single.bytes.contains(UInt8(ascii: "?")))
        #expect(single.bytes.count < 200)
    }

    /// Runs a shell script as the child. It prints its first argument, records a case, and ends as its second argument says.
    private func isolation(
        _ script: String,
        timeLimit: Duration = .milliseconds(400)
    ) -> ConformanceIsolation {
        ConformanceIsolation(timeLimit: timeLimit) { suite, laws, journal in
            ["/bin/sh", "-c", script, "sh", suite, laws.map(\.rawValue).joined(separator: " "), journal]
        }
    }

    /// One law kills the process or hangs. The laws before it pass, and the laws after it are still checked.
    @Test(arguments: [
        ("kill -ILL $$", "It ends the process, by signal 4."), ("exec sleep 60", "It never ends"),
        ("exit 3", "It ends the process."), ("exec >&-; exec sleep 60", "It never ends"),
        ("sleep 5 & kill -ILL $$", "It ends the process, by signal 4."), ("sleep 5 & exit 3", "It ends the process."),
        ("while :; do printf x; done", "It never ends"), ("exec yes x", "It writes more than"),
    ])
    func endings(ending: String, sentence: String) {
        let script = """
            for law in $2; do
                if [ $law = depth ]; then
                    echo "suite=$1 law=depth fixture=f seed=9 bytes=2121" > "$3"
                    \(ending)
                fi
                echo "suite=$1 law=$law cases=5"
            done
            """
        let report = isolation(script).report(on: "s", [.outcomes, .depth, .pixels])
        #expect(report.results.map(\.law) == [.outcomes, .depth, .pixels])
        #expect(report.results.first?.verdict == .passed(cases: 5, note: nil))
        #expect(report.results.last?.verdict == .passed(cases: 5, note: nil))
        #expect(report.failures.count == 1)
        #expect(report.failures.first?.message.hasPrefix(sentence) == true)
        #expect(report.failures.first?.failedCase.bytes == [0x21, 0x21])
        #expect(report.failures.first?.failedCase.seed == 9)
    }

    /// A law makes progress as long as it records cases, even if their lines begin alike.
    @Test func aSlowLawIsNotStopped() {
        let script = """

            for number in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
                printf 'suite=%s law=prefixes fixture=f seed=0 bytes=%05000d%02d\\n' "$1" 0 $number > "$3"
                sleep 0.1
            done
            echo "suite=$1 law=prefixes cases=20"
            """

        let report = isolation(script, timeLimit: .seconds(1)).report(on: "s", [.prefixes])
        #expect(report.results.map(\.verdict) == [.passed(cases: 20, note: nil)])
    }

    /// The journal also holds the case of a fault that needs a large body.
    @Test func aTrapInALargeBody() async {
        await #expect(processExitsWith: .failure) {
            _ = await WrongSerializerTests.suite(.large(.traps)).check(.largeBodies).result()
        }
    }

    @Test func aProgramThatIsNotThere() {
        let isolation = ConformanceIsolation { _, _, _ in ["/nowhere/at/all"] }
        let report = isolation.report(on: "s", [.outcomes])
        #expect(report.failures.map(\.message).first?.contains("/nowhere/at/all") == true)
    }

    @Test(arguments: [
        ConformanceVerdict.passed(cases: 3, note: nil), .passed(cases: 0, note: "a b=c%"), .notApplicable("it is é\n"),
    ])
    func lines(verdict: ConformanceVerdict) {
        let result = ConformanceResult(suite: "a b", law: .depth, verdict: verdict, duration: .milliseconds(12))
        #expect(ConformanceResult(result.description) == result)
    }

    @Test func linesOfFailures() async throws {
        let suite = ConformanceSuite(
            "wrong",
            reading: TextResponseSerializer(),
            types: ["text/*"],
            fixtures: [.reads("a", "a", as: "b")]
        )
        var result = await suite.check(.outcomes).result()
        result = ConformanceResult(suite: result.suite, law: result.law, verdict: result.verdict)
        #expect(ConformanceResult(result.description) == result)
        #expect(!suite.checks.isEmpty)
    }
}
