import Mimeograph
import MimeographSession
import Synchronization

/// The results of the requests.
final class SoakLedger: Sendable {
    struct Entries: Sendable {
        var requests = 0
        var right = 0
        var errors: [String: Int] = [:]
        var violations: [String] = []
        var restarts = 0
        var isDown = false
        /// The number of times that the server has stopped or started.
        var disturbances = 0
    }

    private let entries = Mutex(Entries())

    var now: Entries { entries.withLock { $0 } }

    func serverWent() {
        entries.withLock { entries in
            entries.isDown = true
            entries.disturbances += 1
        }
    }

    func serverCame() {
        entries.withLock { entries in
            entries.isDown = false
            entries.restarts += 1
            entries.disturbances += 1
        }
    }

    /// Records a response, and whether it was right.
    func note(_ soak: SoakCase, began: Entries, difference: String?) {
        entries.withLock { entries in
            entries.requests += 1
            if let difference {
                entries.violations.append("\(soak): \(difference)")
            } else if soak.mustFail {
                entries.violations.append("\(soak): no error")
            } else {
                entries.right += 1
            }
        }
    }

    /// Records an error, and whether the request may fail with it.
    func note(_ soak: SoakCase, began: Entries, error: any Error, wasCancelled: Bool) {
        entries.withLock { entries in
            entries.requests += 1
            guard let error = error as? SessionError else {
                entries.violations.append("\(soak): an error that is not one of the session's types: \(error)")
                return
            }
            entries.errors[error.code.rawValue, default: 0] += 1
            let isDisturbed = began.isDown || entries.disturbances != began.disturbances
            if error.code == .cancelled ? wasCancelled : soak.mustFail || isDisturbed { return }
            entries.violations.append("\(soak): \(error)")
        }
    }
}
