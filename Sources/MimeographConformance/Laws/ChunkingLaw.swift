import Mimeograph

/// Where chunks are cut changes neither the elements nor the error.
struct ChunkingLaw: LawChecker {
    func inapplicability(of law: ConformanceLaw, to subject: SerializerUnderTest) -> String? {
        subject.kind == .stream ? nil : "it takes a body in one piece"
    }

    func cases(of law: ConformanceLaw, for subject: SerializerUnderTest) throws(Violation) -> AnySequence<
        ConformanceCase
    > {
        AnySequence(
            subject.bodies.lazy.flatMap { fixture in
                Self.cuts(of: fixture.bytes.count, seed: subject.seed).map {
                    ConformanceCase(law: law, fixture: fixture.name, bytes: fixture.bytes, cuts: $0)
                }
            }
        )
    }

    /// Byte by byte, cut once in every place (or 256 of them), and 64 times anywhere, empty chunks included.
    private static func cuts(of length: Int, seed: UInt64) -> [[Int]] {
        var generator = CaseGenerator(seed: seed)
        var all = [Array(0..<min(length, 4096))]
        all += stride(from: 0, through: length, by: max(1, length / 256)).map { [$0] }
        for _ in 0..<64 { all.append(generator.cuts(of: length)) }
        return all
    }

    func judge(_ single: ConformanceCase, of subject: SerializerUnderTest) async throws(Violation) {
        guard let stream = subject.stream else { throw Violation("It is no stream.") }
        let head = subject.head(for: single)
        let whole = stream.parse(single.bytes, [], head, .standard)
        guard try subject.same(whole, stream.parse(single.bytes, single.cuts, head, .standard)) else {
            throw Violation("Cut there, it gives other elements or another error than in one piece.")
        }
    }
}
