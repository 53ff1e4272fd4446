import Mimeograph

/// An error has a sentence, a place within the body, and nothing of what the body says.
///
/// A word that stands nowhere else is put into the fixtures; it must not turn up in the text of an error, which is logged.
struct ErrorsLaw: LawChecker {
    private static let word = Array("Zq7xWv9kTj3m".utf8)
    private static let count = 200

    func inapplicability(of law: ConformanceLaw, to subject: SerializerUnderTest) -> String? { subject.whyNotRead }

    func note(on law: ConformanceLaw, _ subject: SerializerUnderTest) -> String? {
        subject.placesAreElsewhere.map { "places are not checked: \($0)" }
    }

    func cases(of law: ConformanceLaw, for subject: SerializerUnderTest) throws(Violation) -> AnySequence<
        ConformanceCase
    > {
        let bodies = subject.bodies
        if bodies.isEmpty { throw Violation("There is no body: give a fixture.") }
        return AnySequence(
            (0..<Self.count).lazy.map { index in
                let seed = subject.seed &+ UInt64(index)
                var generator = CaseGenerator(seed: seed)
                let fixture = bodies[index % bodies.count]
                var bytes = fixture.bytes
                bytes.insert(contentsOf: Self.word, at: Int.random(in: 0...bytes.count, using: &generator))
                // Two thirds of them are broken elsewhere, too, so that the word is in what is given up.
                if index % 3 != 0 { bytes = generator.mutated(bytes, with: subject.vocabulary) }
                return ConformanceCase(law: law, fixture: fixture.name, seed: seed, bytes: bytes)
            }
        )
    }

    func judge(_ single: ConformanceCase, of subject: SerializerUnderTest) async throws(Violation) {
        let reading = try subject.read(single.bytes, head: subject.head(for: single))
        try subject.checkShape(reading, count: single.bytes.count)
        guard let error = reading.error else { return }
        if error.description.contains(String(decoding: Self.word, as: UTF8.self)) {
            throw Violation("The text of the error \(error.code.rawValue) quotes the body.")
        }
    }
}
