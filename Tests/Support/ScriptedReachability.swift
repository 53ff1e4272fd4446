public import MimeographReachability
import Synchronization

/// A reachability source that a test controls.
public final class ScriptedReachability: ReachabilitySource {
    private struct State {
        var status: ReachabilityMonitor.Status?
        var reports: [Int: @Sendable (ReachabilityMonitor.Status) -> Void] = [:]
        var count = 0
    }

    private let state: Mutex<State>

    /// Creates a source whose watches begin with that status. With nil, they report nothing until a status is set.
    public init(_ status: ReachabilityMonitor.Status? = nil) { state = Mutex(State(status: status)) }

    /// The current number of watches.
    public var openCount: Int { state.withLock { $0.reports.count } }
    /// The total number of watches.
    public var count: Int { state.withLock { $0.count } }

    /// Reports the current status, if there is one, and each later status.
    public func watch(_ report: @escaping @Sendable (ReachabilityMonitor.Status) -> Void) -> any ReachabilityWatch {
        let (id, status) = state.withLock { state in
            state.count += 1
            state.reports[state.count] = report
            return (state.count, state.status)
        }
        if let status { report(status) }
        return Watch(id: id, source: self)
    }

    /// Reports a status to all watches.
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

/// Waits up to half a minute for a condition. It waits that long because all tests run at once.
public func eventually(_ condition: () -> Bool) async throws -> Bool {
    for _ in 0..<3000 {
        if condition() { return true }
        try await Task.sleep(for: .milliseconds(10))
    }
    return false
}
