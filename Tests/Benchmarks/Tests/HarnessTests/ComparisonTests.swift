import Harness
import Testing

@Suite struct ComparisonTests {
    /// Makes a measurement from rounds in nanoseconds.
    private func engine(_ name: String, _ rounds: [Double], bytes: Int = 0) -> Measurement {
        Measurement(name: name, rounds: rounds, allocations: 2, bytes: bytes)
    }

    @Test func enginesAreComparedByTheirFastestRoundsOverTheInputsThatBothDid() {
        var comparison = Comparison("Work")
        comparison.add(input: "one", [engine("ours", [1000, 9000]), engine("peer", [2000, 2000])])
        comparison.add(input: "two", [engine("ours", [1000]), engine("peer", [8000])])
        comparison.add(input: "three", [engine("ours", [1000])])
        #expect(comparison.speed(of: "ours", over: "peer").map(Figure.short) == "4")
        #expect(comparison.speed(of: "peer", over: "ours").map(Figure.short) == "0.25")
        #expect(comparison.speed(of: "ours", over: "absent") == nil)
        #expect(Comparison("Nothing").speed(of: "ours", over: "peer") == nil)
        #expect(comparison.speed(of: "ours", over: "peer") { $0 != "one" }.map(Figure.short) == "8")
        #expect(comparison.speed(of: "ours", over: "peer") { $0 == "three" } == nil)
        #expect(comparison.lowestSpeed(of: "ours", over: "peer")?.input == "one")
        #expect(comparison.lowestSpeed(of: "ours", over: "absent") == nil)
    }

    @Test func theTableHasEachFigureAndTheMeans() {
        var comparison = Comparison("Work")
        comparison.add(
            input: "one",
            [engine("ours", [1000, 2000, 3000], bytes: 1000), engine("peer", [4000], bytes: 1000)]
        )
        var report = Report()
        report.add(note: "A machine.")
        report.add(table: comparison.table)
        let expected = """
            A machine.

            ### Work
            |  | min µs | median µs | MB/s | allocations | ratio |
            |---|---:|---:|---:|---:|---:|
            | one, ours | 1 | 2 | 1000 | 2 | 1 |
            | one, peer | 4 | 4 | 250 | 2 | 0.25 |
            | **geometric mean**, ours |  |  | 1000 |  | 1 |
            | **geometric mean**, peer |  |  | 250 |  | 0.25 |
            """
        #expect(report.markdown.hasPrefix(expected))
    }
}
