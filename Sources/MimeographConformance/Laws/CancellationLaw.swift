/// A cancelled reader of a stream ends at once: by cancellation, and without a call that takes long.
struct CancellationLaw: LawChecker {
    var waits: Bool { true }

    func inapplicability(of law: ConformanceLaw, to subject: SerializerUnderTest) -> String? {
        subject.kind == .stream ? nil : "it waits for nothing, so there is nothing to cancel"
    }

    func cases(of law: ConformanceLaw, for subject: SerializerUnderTest) throws(Violation) -> AnySequence<
        ConformanceCase
    > {
        AnySequence(
            subject.bodies.filter(\.isGood).prefix(4)
                .map { ConformanceCase(law: law, fixture: $0.name, bytes: $0.bytes) }
        )
    }

    func judge(_ single: ConformanceCase, of subject: SerializerUnderTest) async throws(Violation) {
        guard let stream = subject.stream else { throw Violation("It is no stream.") }
        let head = subject.head(for: single)
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
        if stopwatch.longest > subject.patience {
            throw Violation("One chunk takes \(stopwatch.longest), and as long it cannot be cancelled.")
        }
    }
}
