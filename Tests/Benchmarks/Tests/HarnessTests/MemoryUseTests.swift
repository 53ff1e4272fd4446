import Harness
import Testing

@Suite struct MemoryUseTests {
    @Test func thePeakCountsWhatIsFreedAgain() throws {
        let use = MemoryUse.of {
            let half = BenchmarkTests.array(500_000)
            return withExtendedLifetime(half) { BenchmarkTests.array(half.count * 2) }
        }
        #if canImport(Glibc)
            let found = try #require(use)
            // Eight bytes per number, and some more for headers and whole pages.
            #expect((12_000_000..<12_100_000).contains(found.peak))
            #expect((8_000_000..<8_100_000).contains(found.retained))
        #else
            #expect(use == nil)
        #endif
    }
}
