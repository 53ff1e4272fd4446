import Mimeograph

/// What is written is read back as the same value.
struct RoundTripLaw: LawChecker {
    func inapplicability(of law: ConformanceLaw, to subject: SerializerUnderTest) -> String? { subject.waived[law] }

    func cases(of law: ConformanceLaw, for subject: SerializerUnderTest) throws(Violation) -> AnySequence<
        ConformanceCase
    > {
        guard subject.write != nil else {
            throw Violation("Declare .writer(…), or .notApplicable(.roundTrip, because: …).")
        }
        guard subject.readWhole != nil else {
            throw Violation("Declare .reader(…), or .notApplicable(.roundTrip, because: …).")
        }
        return AnySequence(
            subject.fixtures.filter(\.hasValue)
                .map { ConformanceCase(law: law, fixture: $0.name, bytes: $0.bytes) }
        )
    }

    func judge(_ single: ConformanceCase, of subject: SerializerUnderTest) async throws(Violation) {
        guard let fixture = subject.fixture(named: single.fixture), let value = try subject.value(of: fixture) else {
            throw Violation("There is no such fixture with a value.")
        }
        try subject.roundTrip(value)
    }
}

extension SerializerUnderTest {
    /// Writes a value, and reads it back.
    func roundTrip(_ value: any Sendable) throws(Violation) {
        let (bytes, head) = try written(value)
        let reading = try read(bytes, head: head)
        if let error = reading.error {
            throw Violation("What was written is refused: \(error.message) Written: \(Hexadecimal.excerpt(of: bytes)).")
        }
        guard let again = reading.value, try same(value, again) else {
            throw Violation("What was written is read as another value. Written: \(Hexadecimal.excerpt(of: bytes)).")
        }
    }
}
