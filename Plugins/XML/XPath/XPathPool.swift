import Mimeograph
import Synchronization

/// The evaluators of one expression that nobody uses at the moment.
///
/// libxml2 writes into a compiled expression while it evaluates it, so each caller gets one for himself. As many are kept
/// as were in use at once, up to a limit.
final class XPathPool: Sendable {
    private static let limit = 16
    private let idle: Mutex<[XPathEvaluator]>

    init(_ first: XPathEvaluator) { idle = Mutex([first]) }

    /// Takes one out, if there is one.
    func take() -> XPathEvaluator? { idle.withLock { $0.popLast() } }

    /// Puts one back.
    func put(_ evaluator: XPathEvaluator) {
        idle.withLock { evaluators in
            if evaluators.count < XPathPool.limit { evaluators.append(evaluator) }
        }
    }
}
