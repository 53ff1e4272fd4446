import Harness
import Testing

@Suite struct BenchmarkTests {
    /// Returns an array of unknown length, which the optimizer can neither remove nor put on the stack.
    @inline(never) static func array(_ count: Int) -> [Int] { Array(repeating: 1, count: count) }

    @Test func allocationsAreCounted() {
        let results = Benchmark.measure(
            [
                Benchmark("none") { 1 + 1 },
                Benchmark("one") { Self.array(1000) },
                Benchmark("three", bytes: 8) { (Self.array(1000), Self.array(1000), Self.array(1000)) },
            ],
            rounds: 3,
            roundTime: .milliseconds(2)
        )
        #if canImport(Glibc)
            #expect(results.map(\.allocations) == [0, 1, 3])
        #else
            #expect(results.map(\.allocations) == [nil, nil, nil])
        #endif
        #expect(results.map(\.rounds.count) == [3, 3, 3])
        #expect(results.allSatisfy { $0.minimum > 0 && $0.minimum <= $0.median })
        #expect(results[0].megabytesPerSecond == nil)
        #expect(results[2].megabytesPerSecond == 8 / results[2].median * 1000)
    }

    @Test func slowWorkTakesPartInFewerRounds() {
        let results = Benchmark.measure(
            [Benchmark("quick") { 1 + 1 }, Benchmark("slow") { Self.array(4_000_000).map { $0 &+ 1 } }],
            rounds: 20,
            roundTime: .microseconds(20)
        )
        #expect(results.map(\.rounds.count) == [20, 5])
    }

    @Test func workOfAnotherProcessIsTimedThere() {
        var counts: [Int] = []
        let results = Benchmark.measure(
            [
                Benchmark(
                    "peer",
                    timedElsewhere: { count in
                        counts.append(count); return Double(count) * 1000
                    }
                )
            ],
            rounds: 3,
            roundTime: .milliseconds(2)
        )
        #expect(results[0].rounds == [1000, 1000, 1000])
        #expect(results[0].allocations == nil)
        #expect(counts.suffix(3) == [2000, 2000, 2000])
    }
}
