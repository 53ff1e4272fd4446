import Mimeograph

/// Thousands of seeded changes give a value or an error, the same twice, and a value survives a round trip.
struct MutationsLaw: LawChecker {
    func inapplicability(of law: ConformanceLaw, to subject: SerializerUnderTest) -> String? { subject.whyNotRead }

    func note(on law: ConformanceLaw, _ subject: SerializerUnderTest) -> String? {
        subject.writingLosesDetail.map { "values are not written: \($0)" }
    }

    func cases(of law: ConformanceLaw, for subject: SerializerUnderTest) throws(Violation) -> AnySequence<
        ConformanceCase
    > {
        let bodies = subject.bodies
        if bodies.isEmpty { throw Violation("There is no body to change: give a fixture.") }
        return AnySequence(
            (0..<subject.mutationCount).lazy.map { index in
                // A seed of its own for each, so that one can be made again without those before it.
                let seed = subject.seed &+ UInt64(index)
                var generator = CaseGenerator(seed: seed)
                let fixture = bodies[index % bodies.count]
                let bytes = generator.mutated(fixture.bytes, with: subject.vocabulary)
                let cuts = subject.stream == nil ? [] : generator.cuts(of: bytes.count)
                return ConformanceCase(law: law, fixture: fixture.name, seed: seed, bytes: bytes, cuts: cuts)
            }
        )
    }

    func judge(_ single: ConformanceCase, of subject: SerializerUnderTest) async throws(Violation) {
        let head = subject.head(for: single)
        _ = subject.inspect(single.bytes, head)
        let reading = try subject.read(single.bytes, head: head)
        try subject.checkShape(reading, count: single.bytes.count)
        let again: SerializerUnderTest.Reading
        if let stream = subject.stream {
            again = stream.parse(single.bytes, single.cuts, head, .standard)
        } else {
            again = try subject.read(single.bytes, head: head)
        }
        guard try subject.same(reading, again) else {
            throw Violation("Read again\(single.cuts.isEmpty ? "" : " in chunks"), it gives something else.")
        }
        guard let value = reading.value, reading.error == nil else { return }
        if subject.oracleJudgesMutations, let oracle = subject.oracle {
            guard let other = oracle(single.bytes) else { throw Violation("It is read, and the oracle refuses it.") }
            guard try subject.same(value, other) else { throw Violation("The oracle reads it as another value.") }
        }
        try subject.survives(value)
    }
}

extension SerializerUnderTest {
    /// Where a value can be written at all, it is read back as the same.
    fileprivate func survives(_ value: any Sendable) throws(Violation) {
        guard writingLosesDetail == nil, waived[.roundTrip] == nil, let write else { return }
        var message = RequestMessage(method: .post)
        do throws(SerializationError) { try write(value, &message) } catch { return }
        try roundTrip(value)
    }
}
