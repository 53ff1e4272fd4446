import Mimeograph

/// Every prefix of every fixture gives an error or the true value, never another value.
///
/// Another law covers the empty prefix. The true value is the whole value of the fixture, if the missing bytes have no meaning,
/// or the first elements of a stream.
struct PrefixesLaw: LawChecker {
    /// The number of prefixes to try of a longer body: the shortest, the longest, and evenly spread ones.
    private static let most = 1024
    /// What to do if the format cannot tell that the end is missing.
    private static let hint = "If a shorter body is valid in this format, declare .truncationIsInvisible(\"why\")."

    func reasonToSkip(_ law: ConformanceLaw, for underTest: SerializerUnderTest) -> String? { underTest.whyNotRead }

    func remark(on law: ConformanceLaw, _ underTest: SerializerUnderTest) -> String? {
        underTest.truncationIsInvisible.map { "a prefix may be another value: \($0)" }
    }

    func cases(of law: ConformanceLaw, for underTest: SerializerUnderTest) throws(Violation) -> AnySequence<
        ConformanceCase
    > {
        AnySequence(
            underTest.bodies.lazy.flatMap { fixture in
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

    func check(_ single: ConformanceCase, of underTest: SerializerUnderTest) async throws(Violation) {
        let head = underTest.head(for: single)
        let reading = try underTest.read(single.bytes, head: head)
        try underTest.checkShape(reading, count: single.bytes.count)
        guard underTest.truncationIsInvisible == nil, let part = reading.value,
            let fixture = underTest.fixture(named: single.fixture), fixture.isGood,
            let whole = try underTest.value(of: fixture)
        else { return }
        if let stream = underTest.stream {
            let count = stream.count(part)
            guard count <= stream.count(whole), try underTest.same(part, stream.prefix(whole, count)) else {
                throw Violation("The prefix has elements that the whole body does not have. \(Self.hint)")
            }
        } else if try !underTest.same(part, whole) {
            throw Violation("The prefix is read as a different value than the whole body. \(Self.hint)")
        }
    }
}

/// Thousands of seeded random changes give a value or an error, the same twice. A value survives a round trip.
struct MutationsLaw: LawChecker {
    func reasonToSkip(_ law: ConformanceLaw, for underTest: SerializerUnderTest) -> String? { underTest.whyNotRead }

    func remark(on law: ConformanceLaw, _ underTest: SerializerUnderTest) -> String? {
        underTest.writingLosesDetail.map { "values are not written: \($0)" }
    }

    func cases(of law: ConformanceLaw, for underTest: SerializerUnderTest) throws(Violation) -> AnySequence<
        ConformanceCase
    > {
        let bodies = underTest.bodies
        if bodies.isEmpty { throw Violation("The suite has no body to change. Add a fixture.") }
        return AnySequence(
            (0..<underTest.mutationCount).lazy.map { index in
                // Each case has its own seed, so that it can be made again without the cases before it.
                let seed = underTest.seed &+ UInt64(index)
                var generator = CaseGenerator(seed: seed)
                let fixture = bodies[index % bodies.count]
                let bytes = generator.mutated(fixture.bytes, with: underTest.vocabulary)
                let cuts = underTest.stream == nil ? [] : generator.cuts(of: bytes.count)
                return ConformanceCase(law: law, fixture: fixture.name, seed: seed, bytes: bytes, cuts: cuts)
            }
        )
    }

    func check(_ single: ConformanceCase, of underTest: SerializerUnderTest) async throws(Violation) {
        let head = underTest.head(for: single)
        _ = underTest.inspect(single.bytes, head)
        let reading = try underTest.read(single.bytes, head: head)
        try underTest.checkShape(reading, count: single.bytes.count)
        let again: SerializerUnderTest.Reading
        if let stream = underTest.stream {
            again = stream.parse(single.bytes, single.cuts, head, .standard)
        } else {
            again = try underTest.read(single.bytes, head: head)
        }
        guard try underTest.same(reading, again) else {
            throw Violation("Read again\(single.cuts.isEmpty ? "" : " in chunks"), the body gives a different result.")
        }
        guard let value = reading.value, reading.error == nil else { return }
        if underTest.oracleChecksMutations, let oracle = underTest.oracle {
            guard let other = oracle(single.bytes) else { throw Violation("The oracle refuses the body.") }
            guard try underTest.same(value, other) else { throw Violation("The oracle reads another value.") }
        }
        try underTest.survives(value)
    }
}

extension SerializerUnderTest {
    /// Checks that a value that can be written is read back as the same value.
    func survives(_ value: any Sendable) throws(Violation) {
        guard writingLosesDetail == nil, skipped[.roundTrip] == nil, let write else { return }
        var message = RequestMessage(method: .post)
        do throws(SerializationError) { try write(value, &message) } catch { return }
        try roundTrip(value)
    }
}

/// The way a body is split into chunks changes neither the elements nor the error.
struct ChunkingLaw: LawChecker {
    func reasonToSkip(_ law: ConformanceLaw, for underTest: SerializerUnderTest) -> String? {
        underTest.kind == .stream ? nil : "it reads a body in one piece"
    }

    func cases(of law: ConformanceLaw, for underTest: SerializerUnderTest) throws(Violation) -> AnySequence<
        ConformanceCase
    > {
        AnySequence(
            underTest.bodies.lazy.flatMap { fixture in
                Self.cuts(of: fixture.bytes.count, seed: underTest.seed).map {
                    ConformanceCase(law: law, fixture: fixture.name, bytes: fixture.bytes, cuts: $0)
                }
            }
        )
    }

    /// Returns the cuts to try: byte by byte, once at every offset (or at 256 of them), and 64 random sets with empty chunks.
    private static func cuts(of length: Int, seed: UInt64) -> [[Int]] {
        var generator = CaseGenerator(seed: seed)
        var all = [Array(0..<min(length, 4096))]
        all += stride(from: 0, through: length, by: max(1, length / 256)).map { [$0] }
        for _ in 0..<64 { all.append(generator.cuts(of: length)) }
        return all
    }

    func check(_ single: ConformanceCase, of underTest: SerializerUnderTest) async throws(Violation) {
        guard let stream = underTest.stream else { throw Violation("The serializer is not a stream.") }
        let head = underTest.head(for: single)
        let whole = stream.parse(single.bytes, [], head, .standard)
        guard try underTest.same(whole, stream.parse(single.bytes, single.cuts, head, .standard)) else {
            throw Violation("In these chunks, the body gives a different result than in one piece.")
        }
    }
}
