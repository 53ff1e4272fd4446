import Mimeograph

/// Each fixture gives what it says.
struct OutcomesLaw: LawChecker {
    func reasonToSkip(_ law: ConformanceLaw, for underTest: SerializerUnderTest) -> String? { nil }

    func cases(of law: ConformanceLaw, for underTest: SerializerUnderTest) throws(Violation) -> AnySequence<
        ConformanceCase
    > {
        guard underTest.fixtures.contains(where: \.hasValue) else {
            throw Violation("There is no fixture with a value: give at least one.")
        }
        return AnySequence(
            underTest.fixtures.map { ConformanceCase(law: law, fixture: $0.name, bytes: $0.bytes) }
        )
    }

    func check(_ single: ConformanceCase, of underTest: SerializerUnderTest) async throws(Violation) {
        guard let fixture = underTest.fixture(named: single.fixture) else {
            throw Violation("There is no such fixture.")
        }
        switch fixture.expectation {
        case .value(let expected):
            let reading = try underTest.read(single.bytes, head: underTest.head(of: fixture))
            if let error = reading.error { throw Violation("It must be read, and is refused: \(error.message)") }
            guard let value = reading.value, try underTest.same(value, expected) else {
                throw Violation("It is read as another value than its fixture says.")
            }
        case .satisfying(let isRight):
            let reading = try underTest.read(single.bytes, head: underTest.head(of: fixture))
            if let error = reading.error { throw Violation("It must be read, and is refused: \(error.message)") }
            guard let value = reading.value, isRight(value) else {
                throw Violation("It is read as a value that is not as its fixture says.")
            }
        case .refused(let code):
            let reading = try underTest.read(single.bytes, head: underTest.head(of: fixture))
            guard let error = reading.error else { throw Violation("It must be refused, and is read.") }
            if let code, error.code != code {
                throw Violation(
                    "It must be refused as \(code.rawValue), and is as \(error.code.rawValue): \(error.message)"
                )
            }
        case .declined:
            guard case .decline = underTest.inspect(single.bytes, underTest.head(of: fixture)) else {
                throw Violation("It must be declined, and is accepted.")
            }
        case .anything:
            _ = try underTest.read(single.bytes, head: underTest.head(of: fixture))
        case .written(let value, let exactly):
            let written = try underTest.written(value)
            if exactly, written.bytes != single.bytes {
                throw Violation("It is written as \(Hexadecimal.excerpt(of: written.bytes)).")
            }
        }
    }
}

/// The same bytes give the same, whatever was read in between.
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
                throw Violation("The same value is written as other bytes the second time.")
            }
        }
        guard underTest.readWhole != nil else { return }
        let head = underTest.head(for: single)
        let first = try underTest.read(single.bytes, head: head)
        for other in underTest.bodies { _ = try underTest.read(other.bytes, head: underTest.head(of: other)) }
        for _ in 0..<2 where try !underTest.same(first, underTest.read(single.bytes, head: head)) {
            throw Violation("The same bytes give something else when they are read again.")
        }
    }
}

extension SerializerUnderTest {
    /// Whether two bodies of one value are read as the same. Without a reader, their lengths are compared.
    fileprivate func areAlike(
        _ one: (bytes: [UInt8], head: ResponseHead),
        _ other: (bytes: [UInt8], head: ResponseHead)
    ) throws(Violation) -> Bool {
        if readWhole == nil { return one.bytes.count == other.bytes.count }
        if skipped[.roundTrip] != nil { return true }
        return try same(read(one.bytes, head: one.head), read(other.bytes, head: other.head))
    }
}

/// An empty body gives what its author says.
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
            if let error = reading.error { throw Violation("It must be read, and is refused: \(error.message)") }
            guard let value = reading.value, try underTest.same(value, expected) else {
                throw Violation("It is another value.")
            }
        } else if reading.error == nil {
            throw Violation("It must be refused, and is read.")
        }
    }
}

/// An independent reader agrees about fixtures and about what is written.
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
        else { throw Violation("There is no such fixture with a value.") }
        if fixture.isRead {
            guard let other = oracle(single.bytes), try underTest.same(value, other) else {
                throw Violation("The oracle reads the fixture otherwise.")
            }
        }
        guard underTest.write != nil else { return }
        let bytes = try underTest.written(value).bytes
        guard let other = oracle(bytes), try underTest.same(value, other) else {
            throw Violation("The oracle reads what was written otherwise. Written: \(Hexadecimal.excerpt(of: bytes)).")
        }
    }
}

/// An error has a sentence, a location within the body, and nothing of what the body says.
///
/// A word that stands nowhere else is put into the fixtures; it must not turn up in the text of an error, which is logged.
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
        if bodies.isEmpty { throw Violation("There is no body: give a fixture.") }
        return AnySequence(
            (0..<Self.count).lazy.map { index in
                let seed = underTest.seed &+ UInt64(index)
                var generator = CaseGenerator(seed: seed)
                let fixture = bodies[index % bodies.count]
                var bytes = fixture.bytes
                bytes.insert(contentsOf: Self.word, at: Int.random(in: 0...bytes.count, using: &generator))
                // Two thirds of them are broken elsewhere, too, so that the word is in what is given up.
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
