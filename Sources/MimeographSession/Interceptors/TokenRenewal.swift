/// A renewal of a token, for which many may wait.
///
/// Waiting for the value of a task would go on when the one who waits is cancelled.
final class TokenRenewal<Token: Sendable>: Sendable {
    private let gate = AsyncGate(isOpen: false)
    private let result = Locked<Result<Token, any Error>?>(nil)

    /// Lets those who wait have what came of it.
    func finish(_ result: Result<Token, any Error>) {
        self.result.withLock { $0 = result }
        gate.open()
    }

    /// The token, once it is there.
    ///
    /// - Throws: What the renewal threw; `CancellationError` where the one who waits is cancelled.
    var token: Token {
        get async throws {
            await gate.wait()
            guard let result = result.withLock({ $0 }) else { throw CancellationError() }
            return try result.get()
        }
    }
}
