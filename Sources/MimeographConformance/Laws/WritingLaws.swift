import Mimeograph

/// A written value is read back as the same value.
struct RoundTripLaw: LawChecker {
    func reasonToSkip(_ law: ConformanceLaw, for underTest: SerializerUnderTest) -> String? { underTest.skipped[law] }

    func cases(of law: ConformanceLaw, for underTest: SerializerUnderTest) throws(Violation) -> AnySequence<
        ConformanceCase
    > {
        guard underTest.write != nil else {
            throw Violation("Declare .writer(…), or .notApplicable(.roundTrip, because: …).")
        }
        guard underTest.readWhole != nil else {
            throw Violation("Declare .reader(…), or .notApplicable(.roundTrip, because: …).")
        }
        return AnySequence(
            underTest.fixtures.filter(\.hasValue)
                .map { ConformanceCase(law: law, fixture: $0.name, bytes: $0.bytes) }
        )
    }

    func check(_ single: ConformanceCase, of underTest: SerializerUnderTest) async throws(Violation) {
        guard let fixture = underTest.fixture(named: single.fixture), let value = try underTest.value(of: fixture)
        else {
            throw Violation("The suite has no fixture with that name and a value.")
        }
        try underTest.roundTrip(value)
    }
}

extension SerializerUnderTest {
    /// Writes a value and reads it back.
    func roundTrip(_ value: any Sendable) throws(Violation) {
        let (bytes, head) = try written(value)
        let reading = try read(bytes, head: head)
        if let error = reading.error {
            throw Violation("The written bytes are refused: \(error.message) Bytes: \(Hexadecimal.excerpt(of: bytes)).")
        }
        guard let again = reading.value, try same(value, again) else {
            throw Violation("The written bytes are read as another value. Bytes: \(Hexadecimal.excerpt(of: bytes)).")
        }
    }
}

/// A failed write leaves the message unchanged.
struct FailedWriteLaw: LawChecker {
    func reasonToSkip(_ law: ConformanceLaw, for underTest: SerializerUnderTest) -> String? {
        if let reason = underTest.skipped[law] { return reason }
        return underTest.write == nil ? "the suite has no writer" : nil
    }

    func cases(of law: ConformanceLaw, for underTest: SerializerUnderTest) throws(Violation) -> AnySequence<
        ConformanceCase
    > {
        guard let values = underTest.unwritable, !values.isEmpty else {
            throw Violation("Declare .unwritable(…), or .notApplicable(.failedWrite, because: …).")
        }
        return AnySequence(values.indices.map { ConformanceCase(law: law, figure: $0) })
    }

    func check(_ single: ConformanceCase, of underTest: SerializerUnderTest) async throws(Violation) {
        guard let values = underTest.unwritable, let index = single.figure, values.indices.contains(index),
            let write = underTest.write
        else { throw Violation("The suite has no such value.") }
        for before in [
            RequestMessage(method: .put, url: "/a?b=c", fields: ["X-Before": "1"], body: .bytes([1, 2, 3])),
            RequestMessage(method: .get, url: "/"),
        ] {
            var message = before
            do throws(SerializationError) {
                try write(values[index], &message)
            } catch {
                guard message.method == before.method, message.url == before.url, message.fields == before.fields,
                    try message.body.bytes() == before.body.bytes()
                else { throw Violation("Writing value \(index) fails, but changes the message.") }
                continue
            }
            throw Violation("Value \(index) must not be writable, but was written.")
        }
    }
}
