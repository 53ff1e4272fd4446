/// A hundred reads at the same time agree.
struct ConcurrencyLaw: LawChecker {
    var waits: Bool { true }
    private static let readers = 100

    func inapplicability(of law: ConformanceLaw, to subject: SerializerUnderTest) -> String? { nil }

    func cases(of law: ConformanceLaw, for subject: SerializerUnderTest) throws(Violation) -> AnySequence<
        ConformanceCase
    > {
        AnySequence(subject.fixtures.prefix(8).map { ConformanceCase(law: law, fixture: $0.name, bytes: $0.bytes) })
    }

    func judge(_ single: ConformanceCase, of subject: SerializerUnderTest) async throws(Violation) {
        guard subject.readWhole != nil else {
            if let fixture = subject.fixture(named: single.fixture), let value = try subject.value(of: fixture) {
                try await agree { () throws(Violation) in
                    let bytes = try subject.written(value).bytes
                    // Where bytes may differ (a boundary that is drawn), their number may not.
                    return SerializerUnderTest.Reading(value: bytes.count)
                } comparing: { one, other throws(Violation) in
                    (one.value as? Int) == (other.value as? Int)
                }
            }
            return
        }
        let head = subject.head(for: single)
        try await agree { () throws(Violation) in
            try subject.read(single.bytes, head: head)
        } comparing: { one, other throws(Violation) in
            try subject.same(one, other)
        }
    }

    private func agree(
        _ make: @escaping @Sendable () throws(Violation) -> SerializerUnderTest.Reading,
        comparing same: (SerializerUnderTest.Reading, SerializerUnderTest.Reading) throws(Violation) -> Bool
    ) async throws(Violation) {
        let expected = try make()
        let all = await withTaskGroup(of: Result<SerializerUnderTest.Reading, Violation>.self) { group in
            for _ in 0..<Self.readers {
                group.addTask {
                    do throws(Violation) { return .success(try make()) } catch { return .failure(error) }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        for result in all where try !same(expected, result.get()) {
            throw Violation("One of \(Self.readers) at the same time gives something else.")
        }
    }
}
