/// Ends what takes too long.
enum Deadline {
    /// What the operation gives, unless the time is over before: then it is cancelled, and
    /// ``TransportError/Code/timedOut`` is thrown.
    static func within<Value: Sendable>(
        _ deadline: ContinuousClock.Instant?,
        _ operation: @escaping @Sendable () async throws(TransportError) -> Value
    ) async throws(TransportError) -> Value {
        // Without a limit there is no task beside the caller's, which would cost more than all the rest.
        guard deadline != nil else { return try await operation() }
        do {
            return try await cutShort(at: deadline) { try await operation() }
        } catch let error as TransportError {
            throw error
        } catch is SessionError {
            throw TransportError(.timedOut, "The request took longer than it may as a whole.")
        } catch {
            throw .cancelledByCaller
        }
    }

    /// What others' code gives, an interceptor's for example, unless the time is over before: then it is cancelled.
    ///
    /// - Throws: What it throws; ``SessionError/Code/timedOut``.
    static func cutShort<Value: Sendable>(
        at deadline: ContinuousClock.Instant?,
        _ operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        guard let deadline else { return try await operation() }
        return try await withThrowingTaskGroup(of: Value.self) { group in
            group.addTask { try await operation() }
            group.addTask {
                try await Task.sleep(until: deadline, clock: .continuous)
                throw SessionError.resourceTimedOut
            }
            defer { group.cancelAll() }
            guard let value = try await group.next() else { throw SessionError.resourceTimedOut }
            return value
        }
    }
}
