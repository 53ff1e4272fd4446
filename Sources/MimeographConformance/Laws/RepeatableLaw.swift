/// The same bytes give the same, whatever was read in between.
struct RepeatableLaw: LawChecker {
    func inapplicability(of law: ConformanceLaw, to subject: SerializerUnderTest) -> String? { nil }

    func cases(of law: ConformanceLaw, for subject: SerializerUnderTest) throws(Violation) -> AnySequence<
        ConformanceCase
    > {
        AnySequence(subject.fixtures.map { ConformanceCase(law: law, fixture: $0.name, bytes: $0.bytes) })
    }

    func judge(_ single: ConformanceCase, of subject: SerializerUnderTest) async throws(Violation) {
        if let fixture = subject.fixture(named: single.fixture), case .written(let value, true) = fixture.expectation {
            guard try subject.written(value).bytes == subject.written(value).bytes else {
                throw Violation("The same value is written as other bytes the second time.")
            }
        }
        guard subject.readWhole != nil else { return }
        let head = subject.head(for: single)
        let first = try subject.read(single.bytes, head: head)
        for other in subject.bodies { _ = try subject.read(other.bytes, head: subject.head(of: other)) }
        for _ in 0..<2 where try !subject.same(first, subject.read(single.bytes, head: head)) {
            throw Violation("The same bytes give something else when they are read again.")
        }
    }
}
