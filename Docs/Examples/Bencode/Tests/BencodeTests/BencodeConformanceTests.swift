import BencodeSuites
import MimeographConformance
import Testing

@Suite struct BencodeConformanceTests {
    @Test(arguments: BencodeSuites.all.flatMap(\.checks))
    func holds(_ check: ConformanceCheck) async throws { try await check.run() }
}

extension BencodeConformanceTests {
    /// In a process of its own: a trap is a failure of this test, and the file holds the case.
    @Test(arguments: [ConformanceLaw.prefixes, .mutations]) func neverTraps(law: ConformanceLaw) async {
        await #expect(processExitsWith: .success) { [law] in
            try await BencodeSuites.bencode.check(law).run(journal: .file(at: "/tmp/bencode.case"))
        }
    }
}
