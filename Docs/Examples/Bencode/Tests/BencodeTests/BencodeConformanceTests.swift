import BencodeSuites
import MimeographConformance
import Testing

@Suite struct BencodeConformanceTests {
    @Test(arguments: BencodeSuites.all.flatMap(\.checks))
    func holds(_ check: ConformanceCheck) async throws { try await check.run() }
}

extension BencodeConformanceTests {
    /// Runs in its own process: a trap fails this test, and the file contains the case.
    @Test func neverTraps() async {
        await #expect(processExitsWith: .success) {
            for law in [ConformanceLaw.prefixes, .mutations] {
                try await BencodeSuites.bencode.check(law).run(journal: .file(at: ".build/bencode.case"))
            }
        }
    }
}
