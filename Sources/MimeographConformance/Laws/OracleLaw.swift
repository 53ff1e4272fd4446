/// An independent reader agrees about fixtures and about what is written.
struct OracleLaw: LawChecker {
    func inapplicability(of law: ConformanceLaw, to subject: SerializerUnderTest) -> String? { subject.waived[law] }

    func cases(of law: ConformanceLaw, for subject: SerializerUnderTest) throws(Violation) -> AnySequence<
        ConformanceCase
    > {
        guard subject.oracle != nil else {
            throw Violation("Declare .oracle { … }, or .notApplicable(.oracle, because: …).")
        }
        return AnySequence(
            subject.fixtures.filter(\.hasValue)
                .map { ConformanceCase(law: law, fixture: $0.name, bytes: $0.bytes) }
        )
    }

    func judge(_ single: ConformanceCase, of subject: SerializerUnderTest) async throws(Violation) {
        guard let oracle = subject.oracle, let fixture = subject.fixture(named: single.fixture),
            let value = try subject.value(of: fixture)
        else { throw Violation("There is no such fixture with a value.") }
        if fixture.isRead {
            guard let other = oracle(single.bytes), try subject.same(value, other) else {
                throw Violation("The oracle reads the fixture otherwise.")
            }
        }
        guard subject.write != nil else { return }
        let bytes = try subject.written(value).bytes
        guard let other = oracle(bytes), try subject.same(value, other) else {
            throw Violation("The oracle reads what was written otherwise. Written: \(Hexadecimal.excerpt(of: bytes)).")
        }
    }
}
