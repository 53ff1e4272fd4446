/// A hundred concurrent reads agree.
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
                    // Bytes may differ, for example in a random boundary, but their number may not.
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
            throw Violation("One of \(Self.readers) calls at the same time gives a different result.")
        }
    }
}

/// A canceled reader of a stream ends at once, with a cancellation error and without a long call.
struct CancellationLaw: LawChecker {
    var waits: Bool { true }

    func reasonToSkip(_ law: ConformanceLaw, for underTest: SerializerUnderTest) -> String? {
        underTest.kind == .stream ? nil : "it never waits, so nothing can be canceled"
    }

    func cases(of law: ConformanceLaw, for underTest: SerializerUnderTest) throws(Violation) -> AnySequence<
        ConformanceCase
    > {
        AnySequence(
            // Half of a body of one byte would be empty.
            underTest.bodies.filter { $0.isGood && $0.bytes.count > 1 }.prefix(4)
                .map { ConformanceCase(law: law, fixture: $0.name, bytes: $0.bytes) }
        )
    }

    func check(_ single: ConformanceCase, of underTest: SerializerUnderTest) async throws(Violation) {
        guard let stream = underTest.stream else { throw Violation("The serializer is not a stream.") }
        let head = underTest.head(for: single)
        // Only half of the body arrives.
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
        if !isCancelled { throw Violation("The canceled reader ended normally, or with an error of another kind.") }
        // The time until the end is not checked, because it depends on the load of the machine.
        if stopwatch.longest > underTest.patience {
            throw Violation("One chunk took \(stopwatch.longest), during which the reader could not be canceled.")
        }
    }
}
