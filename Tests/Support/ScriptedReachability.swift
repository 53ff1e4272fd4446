public import MimeographReachability
import Synchronization

/// A source that says what a test tells it to.
public final class ScriptedReachability: ReachabilitySource {
    private struct State {
        var status: ReachabilityMonitor.Status?
        var reports: [Int: @Sendable (ReachabilityMonitor.Status) -> Void] = [:]
        var count = 0
    }

    private let state: Mutex<State>

    /// Makes one whose watches begin with that status, or say nothing until one is set.
    public init(_ status: ReachabilityMonitor.Status? = nil) { state = Mutex(State(status: status)) }

    /// How many watches there are now.
    public var openCount: Int { state.withLock { $0.reports.count } }
    /// How many there were.
    public var count: Int { state.withLock { $0.count } }

    /// Reports the status now, if there is one, and each that is set.
    public func watch(_ report: @escaping @Sendable (ReachabilityMonitor.Status) -> Void) -> any ReachabilityWatch {
        let (id, status) = state.withLock { state in
            state.count += 1
            state.reports[state.count] = report
            return (state.count, state.status)
        }
        if let status { report(status) }
        return Watch(id: id, source: self)
    }

    /// Tells all watches.
    public func set(_ status: ReachabilityMonitor.Status) {
        let reports = state.withLock { state in
            state.status = status
            return Array(state.reports.values)
        }
        for report in reports { report(status) }
    }

    private struct Watch: ReachabilityWatch {
        let id: Int
        let source: ScriptedReachability

        func stop() {
            let report = source.state.withLock { $0.reports.removeValue(forKey: id) }
            withExtendedLifetime(report) {}
        }
    }
}

/// Waits until something is so; half a minute, because all tests run at once.
public func eventually(_ condition: () -> Bool) async throws -> Bool {
    for _ in 0..<3000 {
        if condition() { return true }
        try await Task.sleep(for: .milliseconds(10))
    }
    return false
}
