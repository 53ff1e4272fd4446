import Mimeograph

/// Every prefix of every fixture gives an error or the truth, never another value.
///
/// The empty one is the business of another law. The truth is the fixture's whole value, where what is missing says nothing; and for a stream its first elements.
struct PrefixesLaw: LawChecker {
    /// Of a longer body that many prefixes are tried, evenly spread, and the shortest and longest.
    private static let most = 1024

    func inapplicability(of law: ConformanceLaw, to subject: SerializerUnderTest) -> String? { subject.whyNotRead }

    func note(on law: ConformanceLaw, _ subject: SerializerUnderTest) -> String? {
        subject.truncationIsInvisible.map { "a prefix may be another value: \($0)" }
    }

    func cases(of law: ConformanceLaw, for subject: SerializerUnderTest) throws(Violation) -> AnySequence<
        ConformanceCase
    > {
        AnySequence(
            subject.bodies.lazy.flatMap { fixture in
                Self.lengths(of: fixture.bytes.count).map {
                    ConformanceCase(law: law, fixture: fixture.name, bytes: Array(fixture.bytes.prefix($0)))
                }
            }
        )
    }

    private static func lengths(of count: Int) -> [Int] {
        if count <= 1 { return [] }
        if count <= most { return Array(1..<count) }
        let step = count / (most / 2)
        return Array(1..<most / 4) + Array(stride(from: most / 4, to: count - most / 4, by: step))
            + Array(count - most / 4..<count)
    }

    func judge(_ single: ConformanceCase, of subject: SerializerUnderTest) async throws(Violation) {
        let head = subject.head(for: single)
        let reading = try subject.read(single.bytes, head: head)
        try subject.checkShape(reading, count: single.bytes.count)
        guard subject.truncationIsInvisible == nil, let part = reading.value,
            let fixture = subject.fixture(named: single.fixture), fixture.isGood,
            let whole = try subject.value(of: fixture)
        else { return }
        if let stream = subject.stream {
            let count = stream.count(part)
            guard count <= stream.count(whole), try subject.same(part, stream.prefix(whole, count)) else {
                throw Violation("The prefix has elements that the whole body has not.")
            }
        } else if try !subject.same(part, whole) {
            throw Violation("The prefix is read, as another value than the whole body.")
        }
    }
}
