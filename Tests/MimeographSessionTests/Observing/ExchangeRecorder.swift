import Mimeograph
import MimeographSupport

@testable import MimeographSession

/// The caller of a request, in a task-local value as tracing uses it.
enum Caller {
    @TaskLocal static var name: String?
}

/// An observer that records everything it is notified of, and may add fields.
final class ExchangeRecorder: RequestObserver {
    /// One exchange.
    struct Seen {
        var exchange: ObservedExchange
        var caller: String?
        var outcomes: [ExchangeOutcome] = []
    }

    struct State {
        var requests: [ObservedRequest] = []
        var callers: [String?] = []
        var exchanges: [Seen] = []
        var completions: [(metrics: ExchangeMetrics, error: SessionError?)] = []
    }

    private let state = Locked(State())
    private let change: @Sendable (inout ObservedExchange) -> Void

    init(_ change: @escaping @Sendable (inout ObservedExchange) -> Void = { _ in }) { self.change = change }

    var seen: State { state.withLock { $0 } }

    /// One line for each exchange: its method, URL and end, or `open` if it has not ended. A repeated notification adds a line.
    var lines: [String] {
        seen.exchanges.map { seen in
            let ends = seen.outcomes.map { outcome in
                let status = outcome.head.map { "\($0.status) " } ?? ""
                return switch outcome.end {
                case .complete: "\(status)complete"
                case .dropped: "\(status)dropped"
                case .failed(let error): "\(status)\(error.code)"
                }
            }
            let home = seen.exchange.isHome ? "" : " (elsewhere)"
            return "\(seen.exchange.method) \(seen.exchange.url.text)\(home): "
                + (ends.isEmpty ? "open" : ends.joined(separator: "; "))
        }
    }

    /// How each request ended: the code of its error, or `ok`.
    var completions: [String] { seen.completions.map { $0.error?.code.rawValue ?? "ok" } }

    func observation(of request: ObservedRequest) -> (any RequestObservation)? {
        state.withLock {
            $0.requests.append(request)
            $0.callers.append(Caller.name)
        }
        return Observation(recorder: self)
    }

    private struct Observation: RequestObservation {
        let recorder: ExchangeRecorder

        func willSend(_ exchange: inout ObservedExchange) -> ExchangeEnding? {
            recorder.change(&exchange)
            let seen = Seen(exchange: exchange, caller: Caller.name)
            let index = recorder.state.withLock { state in
                state.exchanges.append(seen)
                return state.exchanges.count - 1
            }
            return { [recorder] outcome in
                recorder.state.withLock { $0.exchanges[index].outcomes.append(outcome) }
            }
        }

        func didComplete(_ metrics: ExchangeMetrics, error: SessionError?) {
            recorder.state.withLock { $0.completions.append((metrics, error)) }
        }
    }
}
