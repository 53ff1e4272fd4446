import BencodeSuites
import MimeographConformance
import Testing

@Suite struct BencodeConformanceTests {
    @Test(arguments: BencodeSuites.all.flatMap(\.checks))
    func holds(_ check: ConformanceCheck) async throws { try await check.run() }
}

extension BencodeConformanceTests {
    /// In a process of its own: a trap is a failure of this test, and the file holds the case.
    @Test func neverTraps() async {
        await #expect(processExitsWith: .success) {
            for law in [ConformanceLaw.prefixes, .mutations] {
                try await BencodeSuites.bencode.check(law).run(journal: .file(at: ".build/bencode.case"))
            }
        }
    }
}
