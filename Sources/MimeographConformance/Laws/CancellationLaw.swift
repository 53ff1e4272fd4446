/// A cancelled reader of a stream ends at once.
struct CancellationLaw: LawChecker {
    /// What counts as at once. A machine may be busy.
    private static let patience = Duration.seconds(2)

    func inapplicability(of law: ConformanceLaw, to subject: Subject) -> String? {
        subject.kind == .stream ? nil : "it waits for nothing, so there is nothing to cancel"
    }

    func cases(of law: ConformanceLaw, for subject: Subject) throws(Violation) -> AnySequence<ConformanceCase> {
        AnySequence(
            subject.bodies.filter(\.isGood).prefix(4)
                .map { ConformanceCase(law: law, fixture: $0.name, bytes: $0.bytes) }
        )
    }

    func judge(_ single: ConformanceCase, of subject: Subject) async throws(Violation) {
        guard let stream = subject.stream else { throw Violation("It is no stream.") }
        let head = subject.head(for: single)
        // Half of the body comes, and then nothing more, ever.
        let (chunks, source) = AsyncStream.makeStream(of: [UInt8].self)
        source.yield(Array(single.bytes.prefix(single.bytes.count / 2)))
        let reader = Task { () -> ContinuousClock.Instant? in
            do {
                try await stream.drain(chunks, head)
                return nil
            } catch is CancellationError {
                return ContinuousClock.now
            } catch {
                return nil
            }
        }
        try? await Task.sleep(for: .milliseconds(5))
        let cancelled = ContinuousClock.now
        reader.cancel()
        let ended = await reader.value
        withExtendedLifetime(source) {}
        guard let ended else { throw Violation("It ends as if the body had ended, or with another error.") }
        if ended - cancelled > Self.patience {
            throw Violation("It ends \(ended - cancelled) after it was cancelled.")
        }
    }
}
