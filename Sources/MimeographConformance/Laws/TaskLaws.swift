/// A hundred reads at the same time agree.
struct ConcurrencyLaw: LawChecker {
    var waits: Bool { true }
    private static let readers = 100

    func reasonToSkip(_ law: ConformanceLaw, for underTest: SerializerUnderTest) -> String? { nil }

    func cases(of law: ConformanceLaw, for underTest: SerializerUnderTest) throws(Violation) -> AnySequence<
        ConformanceCase
    > {
        AnySequence(underTest.fixtures.prefix(8).map { ConformanceCase(law: law, fixture: $0.name, bytes: $0.bytes) })
    }

    func check(_ single: ConformanceCase, of underTest: SerializerUnderTest) async throws(Violation) {
        guard underTest.readWhole != nil else {
            if let fixture = underTest.fixture(named: single.fixture), let value = try underTest.value(of: fixture) {
                let isExact = if case .written(_, true) = fixture.expectation { true } else { false }
                try await agree { () throws(Violation) in
                    let bytes = try underTest.written(value).bytes
                    return SerializerUnderTest.Reading(value: bytes)
                } comparing: { one, other throws(Violation) in
                    let (first, second) = (one.value as? [UInt8], other.value as? [UInt8])
                    // Where bytes may differ (a boundary that is drawn), their number may not.
                    return isExact ? first == second : first?.count == second?.count
                }
            }
            return
        }
        let head = underTest.head(for: single)
        try await agree { () throws(Violation) in
            try underTest.read(single.bytes, head: head)
        } comparing: { one, other throws(Violation) in
            try underTest.same(one, other)
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

/// A cancelled reader of a stream ends at once: by cancellation, and without a call that takes long.
struct CancellationLaw: LawChecker {
    var waits: Bool { true }

    func reasonToSkip(_ law: ConformanceLaw, for underTest: SerializerUnderTest) -> String? {
        underTest.kind == .stream ? nil : "it waits for nothing, so there is nothing to cancel"
    }

    func cases(of law: ConformanceLaw, for underTest: SerializerUnderTest) throws(Violation) -> AnySequence<
        ConformanceCase
    > {
        AnySequence(
            // Half of a body of one byte is nothing.
            underTest.bodies.filter { $0.isGood && $0.bytes.count > 1 }.prefix(4)
                .map { ConformanceCase(law: law, fixture: $0.name, bytes: $0.bytes) }
        )
    }

    func check(_ single: ConformanceCase, of underTest: SerializerUnderTest) async throws(Violation) {
        guard let stream = underTest.stream else { throw Violation("It is no stream.") }
        let head = underTest.head(for: single)
        // Half of the body comes, and then nothing more, ever.
        let (chunks, source) = AsyncStream.makeStream(of: [UInt8].self)
        source.yield(Array(single.bytes.prefix(single.bytes.count / 2)))
        let stopwatch = Stopwatch()
        let reader = Task { () -> Bool in
            do {
                try await stream.drain(chunks, head, stopwatch)
                return false
            } catch {
                return error is CancellationError
            }
        }
        try? await Task.sleep(for: .milliseconds(5))
        reader.cancel()
        let isCancelled = await reader.value
        withExtendedLifetime(source) {}
        if !isCancelled { throw Violation("It ends as if the body had ended, or with another error.") }
        // Not the time until the end, which says as much about what else the machine does.
        if stopwatch.longest > underTest.patience {
            throw Violation("One chunk takes \(stopwatch.longest), and as long it cannot be cancelled.")
        }
    }
}
