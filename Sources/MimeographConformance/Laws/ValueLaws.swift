import Mimeograph

/// Each fixture has its expected result.
struct OutcomesLaw: LawChecker {
    func reasonToSkip(_ law: ConformanceLaw, for underTest: SerializerUnderTest) -> String? { nil }

    func cases(of law: ConformanceLaw, for underTest: SerializerUnderTest) throws(Violation) -> AnySequence<
        ConformanceCase
    > {
        guard underTest.fixtures.contains(where: \.hasValue) else {
            throw Violation("No fixture has a value. Add at least one that has.")
        }
        return AnySequence(
            underTest.fixtures.map { ConformanceCase(law: law, fixture: $0.name, bytes: $0.bytes) }
        )
    }

    func check(_ single: ConformanceCase, of underTest: SerializerUnderTest) async throws(Violation) {
        guard let fixture = underTest.fixture(named: single.fixture) else {
            throw Violation("The suite has no fixture with that name.")
        }
        switch fixture.expectation {
        case .value(let expected):
            let reading = try underTest.read(single.bytes, head: underTest.head(of: fixture))
            if let error = reading.error { throw Violation("The body must be read, but was refused: \(error.message)") }
            guard let value = reading.value, try underTest.same(value, expected) else {
                throw Violation("The body is read as another value than the fixture expects.")
            }
        case .satisfying(let isRight):
            let reading = try underTest.read(single.bytes, head: underTest.head(of: fixture))
            if let error = reading.error { throw Violation("The body must be read, but was refused: \(error.message)") }
            guard let value = reading.value, isRight(value) else {
                throw Violation("The value does not meet the condition of the fixture.")
            }
        case .refused(let code):
            let reading = try underTest.read(single.bytes, head: underTest.head(of: fixture))
            guard let error = reading.error else { throw Violation("The body must be refused, but was read.") }
            if let code, error.code != code {
                throw Violation(
                    "The body must be refused as \(code.rawValue), not as \(error.code.rawValue): \(error.message)"
                )
            }
        case .declined:
            guard case .decline = underTest.inspect(single.bytes, underTest.head(of: fixture)) else {
                throw Violation("The body must be declined, but was accepted.")
            }
        case .anything:
            _ = try underTest.read(single.bytes, head: underTest.head(of: fixture))
        case .written(let value, let exactly):
            let written = try underTest.written(value)
            if exactly, written.bytes != single.bytes {
                throw Violation("The value was written as \(Hexadecimal.excerpt(of: written.bytes)).")
            }
        }
    }
}

/// The same bytes give the same result, whatever was read in between.
struct RepeatableLaw: LawChecker {
    func reasonToSkip(_ law: ConformanceLaw, for underTest: SerializerUnderTest) -> String? { nil }

    func cases(of law: ConformanceLaw, for underTest: SerializerUnderTest) throws(Violation) -> AnySequence<
        ConformanceCase
    > {
        AnySequence(underTest.fixtures.map { ConformanceCase(law: law, fixture: $0.name, bytes: $0.bytes) })
    }

    func check(_ single: ConformanceCase, of underTest: SerializerUnderTest) async throws(Violation) {
        if let fixture = underTest.fixture(named: single.fixture),
            case .written(let value, let isExact) = fixture.expectation
        {
            let first = try underTest.written(value)
            let second = try underTest.written(value)
            guard try isExact ? first.bytes == second.bytes : underTest.areAlike(first, second) else {
                throw Violation("The same value is written as different bytes the second time.")
            }
        }
        guard underTest.readWhole != nil else { return }
        let head = underTest.head(for: single)
        let first = try underTest.read(single.bytes, head: head)
        for other in underTest.bodies { _ = try underTest.read(other.bytes, head: underTest.head(of: other)) }
        for _ in 0..<2 where try !underTest.same(first, underTest.read(single.bytes, head: head)) {
            throw Violation("The same bytes give a different result when they are read again.")
        }
    }
}

extension SerializerUnderTest {
    /// Whether two bodies are read as the same value. Without a reader, only their lengths are compared.
    fileprivate func areAlike(
        _ one: (bytes: [UInt8], head: ResponseHead),
        _ other: (bytes: [UInt8], head: ResponseHead)
    ) throws(Violation) -> Bool {
        if readWhole == nil { return one.bytes.count == other.bytes.count }
        if skipped[.roundTrip] != nil { return true }
        return try same(read(one.bytes, head: one.head), read(other.bytes, head: other.head))
    }
}

/// An empty body has the declared result.
struct EmptyBodyLaw: LawChecker {
    func reasonToSkip(_ law: ConformanceLaw, for underTest: SerializerUnderTest) -> String? { underTest.whyNotRead }

    func cases(of law: ConformanceLaw, for underTest: SerializerUnderTest) throws(Violation) -> AnySequence<
        ConformanceCase
    > {
        guard underTest.emptyBody != nil else {
            throw Violation("Declare .emptyBody(is: …) or .emptyBodyIsRefused.")
        }
        return AnySequence([ConformanceCase(law: law)])
    }

    func check(_ single: ConformanceCase, of underTest: SerializerUnderTest) async throws(Violation) {
        let reading = try underTest.read([], head: underTest.head())
        try underTest.checkShape(reading, count: 0)
        if case .value(let expected) = underTest.emptyBody {
            if let error = reading.error { throw Violation("An empty body must be read: \(error.message)") }
            guard let value = reading.value, try underTest.same(value, expected) else {
                throw Violation("An empty body is read as another value.")
            }
        } else if reading.error == nil {
            throw Violation("An empty body must be refused, but was read.")
        }
    }
}

/// An independent reader agrees about the fixtures and about the written bytes.
struct OracleLaw: LawChecker {
    func reasonToSkip(_ law: ConformanceLaw, for underTest: SerializerUnderTest) -> String? { underTest.skipped[law] }

    func cases(of law: ConformanceLaw, for underTest: SerializerUnderTest) throws(Violation) -> AnySequence<
        ConformanceCase
    > {
        guard underTest.oracle != nil else {
            throw Violation("Declare .oracle { … }, or .notApplicable(.oracle, because: …).")
        }
        return AnySequence(
            underTest.fixtures.filter(\.hasValue)
                .map { ConformanceCase(law: law, fixture: $0.name, bytes: $0.bytes) }
        )
    }

    func check(_ single: ConformanceCase, of underTest: SerializerUnderTest) async throws(Violation) {
        guard let oracle = underTest.oracle, let fixture = underTest.fixture(named: single.fixture),
            let value = try underTest.value(of: fixture)
        else { throw Violation("The suite has no fixture with that name and a value.") }
        if fixture.isRead {
            guard let other = oracle(single.bytes), try underTest.same(value, other) else {
                throw Violation("The oracle refuses the fixture or reads it as another value.")
            }
        }
        guard underTest.write != nil else { return }
        let bytes = try underTest.written(value).bytes
        guard let other = oracle(bytes), try underTest.same(value, other) else {
            throw Violation("The oracle disagrees about the written bytes: \(Hexadecimal.excerpt(of: bytes)).")
        }
    }
}

/// An error has a message, a location within the body, and no content of the body.
///
/// A unique word is inserted into the fixtures. It must not appear in the description of an error, because that is logged.
struct ErrorsLaw: LawChecker {
    private static let word = Array("Zq7xWv9kTj3m".utf8)
    private static let count = 200

    func reasonToSkip(_ law: ConformanceLaw, for underTest: SerializerUnderTest) -> String? { underTest.whyNotRead }

    func remark(on law: ConformanceLaw, _ underTest: SerializerUnderTest) -> String? {
        underTest.locationsAreElsewhere.map { "locations are not checked: \($0)" }
    }

    func cases(of law: ConformanceLaw, for underTest: SerializerUnderTest) throws(Violation) -> AnySequence<
        ConformanceCase
    > {
        let bodies = underTest.bodies
        if bodies.isEmpty { throw Violation("The suite has no body. Add a fixture.") }
        return AnySequence(
            (0..<Self.count).lazy.map { index in
                let seed = underTest.seed &+ UInt64(index)
                var generator = CaseGenerator(seed: seed)
                let fixture = bodies[index % bodies.count]
                var bytes = fixture.bytes
                bytes.insert(contentsOf: Self.word, at: Int.random(in: 0...bytes.count, using: &generator))
                // Two thirds of the bodies have other changes too, so that the word is in the text of a failed part.
                if index % 3 != 0 { bytes = generator.mutated(bytes, with: underTest.vocabulary) }
                return ConformanceCase(law: law, fixture: fixture.name, seed: seed, bytes: bytes)
            }
        )
    }

    func check(_ single: ConformanceCase, of underTest: SerializerUnderTest) async throws(Violation) {
        let reading = try underTest.read(single.bytes, head: underTest.head(for: single))
        try underTest.checkShape(reading, count: single.bytes.count)
        guard let error = reading.error else { return }
        if error.description.contains(String(decoding: Self.word, as: UTF8.self)) {
            throw Violation("The text of the error \(error.code.rawValue) quotes the body.")
        }
    }
}
