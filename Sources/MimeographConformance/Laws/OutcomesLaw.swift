import Mimeograph

/// Each fixture gives what it says.
struct OutcomesLaw: LawChecker {
    func inapplicability(of law: ConformanceLaw, to subject: SerializerUnderTest) -> String? { nil }

    func cases(of law: ConformanceLaw, for subject: SerializerUnderTest) throws(Violation) -> AnySequence<
        ConformanceCase
    > {
        guard subject.fixtures.contains(where: \.hasValue) else {
            throw Violation("There is no fixture with a value: give at least one.")
        }
        return AnySequence(
            subject.fixtures.map { ConformanceCase(law: law, fixture: $0.name, bytes: $0.bytes) }
        )
    }

    func judge(_ single: ConformanceCase, of subject: SerializerUnderTest) async throws(Violation) {
        guard let fixture = subject.fixture(named: single.fixture) else { throw Violation("There is no such fixture.") }
        switch fixture.expectation {
        case .value(let expected):
            let reading = try subject.read(single.bytes, head: subject.head(of: fixture))
            if let error = reading.error { throw Violation("It must be read, and is refused: \(error.message)") }
            guard let value = reading.value, try subject.same(value, expected) else {
                throw Violation("It is read as another value than its fixture says.")
            }
        case .satisfying(let isRight):
            let reading = try subject.read(single.bytes, head: subject.head(of: fixture))
            if let error = reading.error { throw Violation("It must be read, and is refused: \(error.message)") }
            guard let value = reading.value, isRight(value) else {
                throw Violation("It is read as a value that is not as its fixture says.")
            }
        case .refused(let code):
            let reading = try subject.read(single.bytes, head: subject.head(of: fixture))
            guard let error = reading.error else { throw Violation("It must be refused, and is read.") }
            if let code, error.code != code {
                throw Violation(
                    "It must be refused as \(code.rawValue), and is as \(error.code.rawValue): \(error.message)"
                )
            }
        case .declined:
            guard case .decline = subject.inspect(single.bytes, subject.head(of: fixture)) else {
                throw Violation("It must be declined, and is accepted.")
            }
        case .anything:
            _ = try subject.read(single.bytes, head: subject.head(of: fixture))
        case .written(let value, let exactly):
            let written = try subject.written(value)
            if exactly, written.bytes != single.bytes {
                throw Violation("It is written as \(Hexadecimal.excerpt(of: written.bytes)).")
            }
        }
    }
}
