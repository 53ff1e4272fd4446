import Mimeograph

/// A large body is read like a small one: at once, in chunks, again, and after another body of the same length.
///
/// Large bodies are made from fixtures, in one of three ways. A byte that changes nothing when it is inserted once, twice and
/// three times must change nothing when it is inserted until the body is large. A byte that gives another value each time must
/// keep doing so. A stream whose body can be repeated has its elements that many times. If no fixture grows in one of these ways,
/// the author declares `.large`.
struct LargeBodiesLaw: LawChecker {
    /// The sizes of the bodies, in bytes: more than 3,000 and 5,000, and more than the usual buffers of 16 and 64 KiB.
    private static let sizes = [3_200, 5_300, 17_000, 70_000]

    func reasonToSkip(_ law: ConformanceLaw, for underTest: SerializerUnderTest) -> String? {
        underTest.whyNotRead ?? underTest.skipped[law]
    }

    func cases(of law: ConformanceLaw, for underTest: SerializerUnderTest) throws(Violation) -> AnySequence<
        ConformanceCase
    > {
        // The author knows best how the format's bodies grow.
        let growths = underTest.large == nil ? try underTest.growths() : []
        guard !growths.isEmpty || underTest.large != nil else {
            throw Violation(
                """
                No fixture can be made large by inserting bytes. Declare .large { size in .reads(…) }, or \
                .notApplicable(.largeBodies, because: …).
                """
            )
        }
        return AnySequence(
            Self.sizes.lazy.flatMap { size in
                // Bodies of the same length follow each other, to catch a serializer that remembers a length.
                growths.map { $0.largeCase(law, size) }
                    + (underTest.large.map { [Self.declaredCase(law, size, $0(size))] } ?? [])
            }
        )
    }

    private static func declaredCase(_ law: ConformanceLaw, _ size: Int, _ fixture: Fixture) -> ConformanceCase {
        ConformanceCase(law: law, seed: UInt64(size), bytes: fixture.bytes, type: fixture.type)
    }

    func check(_ single: ConformanceCase, of underTest: SerializerUnderTest) async throws(Violation) {
        let head = underTest.head(for: single)
        let reading = try underTest.read(single.bytes, head: head)
        try underTest.checkShape(reading, count: single.bytes.count)
        try checkValue(reading, of: single, underTest)
        let other = try underTest.neighbour(of: single)
        let otherReading = try underTest.read(other.bytes, head: head)
        if other.mustDiffer, reading.error == nil, try underTest.same(reading, otherReading) {
            throw Violation("Two bodies of \(single.bytes.count) bytes that differ in one byte give the same result.")
        }
        guard try underTest.same(reading, underTest.read(single.bytes, head: head)) else {
            throw Violation("Read again after another body of \(single.bytes.count) bytes, the result is different.")
        }
        guard try underTest.same(otherReading, underTest.read(other.bytes, head: head)) else {
            throw Violation("A body of \(other.bytes.count) bytes gives a different result after another body.")
        }
        try underTest.checkHeads(single.bytes, reading, type: head.contentType)
        if let stream = underTest.stream {
            for size in [4 << 10, 16 << 10, 64 << 10] where size < single.bytes.count {
                let cuts = Array(stride(from: size, to: single.bytes.count, by: size))
                guard try underTest.same(reading, stream.parse(single.bytes, cuts, head, .standard)) else {
                    throw Violation("In chunks of \(size) bytes, the body gives a different result than in one piece.")
                }
            }
        }
        if let value = reading.value, reading.error == nil { try underTest.survives(value) }
    }

    /// Checks that a large body has the known value, or another value than the body with one byte less.
    private func checkValue(
        _ reading: SerializerUnderTest.Reading,
        of single: ConformanceCase,
        _ underTest: SerializerUnderTest
    ) throws(Violation) {
        let growth = Growth(of: single, underTest)
        if let error = reading.error {
            // A growing body may exceed a limit of the format.
            if error.code == .limitExceeded, growth != nil { return }
            throw Violation("A body of \(single.bytes.count) bytes must be read, but was refused: \(error.message)")
        }
        guard let value = reading.value else { throw Violation("There is neither a value nor an error.") }
        let isRight: Bool
        if let growth {
            isRight = try growth.isRight(value, single, underTest)
        } else if let large = underTest.large {
            isRight = try underTest.meets(large(Int(clamping: single.seed)).expectation, value)
        } else {
            throw Violation("The suite has no fixture with that name.")
        }
        if !isRight { throw Violation("A body of \(single.bytes.count) bytes is read as a wrong value.") }
    }
}

/// A way to make the body of a fixture large.
private struct Growth {
    /// The effect on the value.
    enum Effect: Int {
        case none, differs, repeats
    }

    let fixture: Fixture
    let effect: Effect
    /// The byte to insert, or nil to repeat the whole body.
    let byte: UInt8?
    /// The offset of the insertion.
    let position: Int

    /// Returns the body with the byte inserted that many times, or the body repeated that many times.
    func body(_ count: Int) -> [UInt8] {
        guard let byte else { return (0..<count).flatMap { _ in fixture.bytes } }
        return fixture.bytes[..<position] + [UInt8](repeating: byte, count: count) + fixture.bytes[position...]
    }

    func largeCase(_ law: ConformanceLaw, _ size: Int) -> ConformanceCase {
        let count = byte == nil ? 1 + size / fixture.bytes.count : max(1, size - fixture.bytes.count)
        return ConformanceCase(
            law: law,
            fixture: fixture.name,
            seed: UInt64(count),
            bytes: body(count),
            cuts: byte == nil ? [] : [position],
            figure: effect.rawValue
        )
    }
}

extension Growth {
    /// Creates the growth of a case. The result is nil for a body that the author made.
    init?(of single: ConformanceCase, _ underTest: SerializerUnderTest) {
        guard let fixture = underTest.fixture(named: single.fixture),
            let effect = single.figure.flatMap({ Effect(rawValue: $0) })
        else { return nil }
        let position = single.cuts.first
        if let position, !single.bytes.indices.contains(position) { return nil }
        let byte = position.map { single.bytes[$0] }
        self.init(fixture: fixture, effect: effect, byte: byte, position: position ?? 0)
    }

    /// Whether the value of the grown body shows the expected effect.
    func isRight(
        _ value: any Sendable,
        _ single: ConformanceCase,
        _ underTest: SerializerUnderTest
    ) throws(Violation) -> Bool {
        let count = Int(clamping: single.seed)
        switch effect {
        case .none: return try underTest.meets(fixture.expectation, value)
        case .repeats:
            guard let stream = underTest.stream, let one = try underTest.value(of: fixture) else { return false }
            return try underTest.same(value, stream.repeated(one, count))
        case .differs:
            let less = try underTest.read(body(count - 1), head: underTest.head(for: single))
            guard let other = less.value, less.error == nil else { return true }
            return try !underTest.same(value, other)
        }
    }
}

extension SerializerUnderTest {
    /// Finds ways to make bodies large, by trial. At most two of each effect are enough.
    fileprivate func growths() throws(Violation) -> [Growth] {
        var found: [Growth] = []
        let effects: [(Growth.Effect, [UInt8])] = [(.none, Array(" \n&".utf8)), (.differs, Array("a".utf8))]
        for fixture in bodies where fixture.isGood && (1...4096).contains(fixture.bytes.count) {
            // In a binary format, another byte would invalidate offsets.
            let isText = String(validating: fixture.bytes, as: UTF8.self) != nil && !fixture.bytes.contains(0)
            if stream != nil, found.count(where: { $0.effect == .repeats }) < 2 {
                let growth = Growth(fixture: fixture, effect: .repeats, byte: nil, position: 0)
                if try holds(growth) { found.append(growth) }
            }
            for (effect, bytes) in effects where isText && found.count(where: { $0.effect == effect }) < 2 {
                if let growth = try growth(of: fixture, effect, bytes) { found.append(growth) }
            }
        }
        return found
    }

    private func growth(
        of fixture: Fixture,
        _ effect: Growth.Effect,
        _ bytes: [UInt8]
    ) throws(Violation) -> Growth? {
        // Offsets within the body come first, because bytes after a value may never be read. They start from the end, because
        // declarations at the beginning have their own limits.
        let count = fixture.bytes.count
        for position in Array(stride(from: count - 1, to: 0, by: -1 - count / 64)) + [0, count] {
            for byte in bytes {
                let growth = Growth(fixture: fixture, effect: effect, byte: byte, position: position)
                if try holds(growth) { return growth }
            }
        }
        return nil
    }

    /// Whether the body grows in this way by one, two and three.
    private func holds(_ growth: Growth) throws(Violation) -> Bool {
        for count in 1...3 {
            let single = ConformanceCase(
                law: .largeBodies,
                fixture: growth.fixture.name,
                seed: UInt64(count),
                bytes: growth.body(count)
            )
            let reading = try read(single.bytes, head: head(for: single))
            guard let value = reading.value, reading.error == nil, try growth.isRight(value, single, self) else {
                return false
            }
        }
        return true
    }

    /// Returns a body of the same length that differs in one byte. `mustDiffer` is true if this byte changes the value of the
    /// small body.
    fileprivate func neighbour(
        of single: ConformanceCase
    ) throws(Violation) -> (bytes: [UInt8], mustDiffer: Bool) {
        var bytes = single.bytes
        if let growth = Growth(of: single, self), growth.byte != nil {
            let small = growth.body(1)
            let head = head(for: single)
            let value = try read(small, head: head)
            for index in small.indices where index != growth.position {
                var changed = small
                changed[index] = changed[index].neighbour
                let other = try read(changed, head: head)
                guard other.error == nil, try !same(value, other) else { continue }
                bytes[index < growth.position ? index : index + bytes.count - small.count] = changed[index]
                return (bytes, true)
            }
        }
        if !bytes.isEmpty { bytes[bytes.count / 2] = bytes[bytes.count / 2].neighbour }
        return (bytes, false)
    }
}

extension UInt8 {
    /// Another byte of the same kind: a digit for a digit, a letter for a letter.
    fileprivate var neighbour: UInt8 {
        switch self {
        case UInt8(ascii: "9"), UInt8(ascii: "z"), UInt8(ascii: "Z"), .max: self - 1
        default: self + 1
        }
    }
}

/// The status of a response, and fields that do not describe its body, change nothing.
struct HeadsLaw: LawChecker {
    func reasonToSkip(_ law: ConformanceLaw, for underTest: SerializerUnderTest) -> String? {
        if underTest.kind == .coding { return "a content coding does not see the head" }
        return underTest.whyNotRead ?? underTest.skipped[law]
    }

    func cases(of law: ConformanceLaw, for underTest: SerializerUnderTest) throws(Violation) -> AnySequence<
        ConformanceCase
    > { underTest.casesOfBodies(law) }

    func check(_ single: ConformanceCase, of underTest: SerializerUnderTest) async throws(Violation) {
        let head = underTest.head(for: single)
        let reading = try underTest.read(single.bytes, head: head)
        try underTest.checkHeads(single.bytes, reading, type: head.contentType)
    }
}

extension SerializerUnderTest {
    /// Returns other heads for the same body.
    fileprivate static func otherHeads(_ type: MediaType?) -> [ResponseHead] {
        [201, 404, 500].map { status in
            var head = ResponseHead(status: status, fields: ["Date": "Tue, 15 Nov 1994 08:12:31 GMT", "Age": "7"])
            head.fields["Content-Type"] = type?.description
            head.fields["Cache-Control"] = "no-store"
            head.fields["Vary"] = "Accept"
            return head
        }
    }

    /// Checks that a body gives the same result under other heads.
    fileprivate func checkHeads(_ bytes: [UInt8], _ reading: Reading, type: MediaType?) throws(Violation) {
        if skipped[.heads] != nil { return }
        for head in Self.otherHeads(type) where try !same(reading, read(bytes, head: head)) {
            throw Violation("With the status \(head.status) and other fields, the body gives a different result.")
        }
    }
}
