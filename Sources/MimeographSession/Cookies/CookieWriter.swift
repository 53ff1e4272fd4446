import MimeographSupport

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A writer that keeps the file of a cookie storage up to date.
///
/// The file may be on a slow disk. A response that sets a cookie only records the change; another thread writes it.
final class CookieWriter: Sendable {
    private struct Changes {
        /// When the file may be written again.
        var next = ContinuousClock.now
        /// Whether the file lacks a change.
        var isDue = false
        /// Whether the file is being written, or will be without a further change.
        var isScheduled = false
    }

    private let file: CookieFile
    private let jar: Locked<CookieJar>
    private let changes = Locked(Changes())
    /// The cookies that were written last; nil before the first write.
    ///
    /// Unlike other locks, this one is held during the write. ``save()`` waits for it; no request does.
    let written = Locked<[Cookie]?>(nil)
    private let queue = CallbackQueue()

    init(_ file: CookieFile, _ jar: Locked<CookieJar>) {
        self.file = file
        self.jar = jar
    }

    /// Records that the cookies have changed. The file is written now, or as soon as it may be written again.
    ///
    /// - Parameter mayWait: Whether the caller may wait for a write that begins now.
    func recordChange(mayWait: Bool) {
        let wait: Duration? = changes.withLock { changes in
            changes.isDue = true
            if changes.isScheduled { return nil }
            changes.isScheduled = true
            return changes.next - ContinuousClock.now
        }
        guard let wait else { return }
        if wait > .zero {
            Task { [weak self] in
                try? await Task.sleep(for: wait)
                self?.saveInBackground()
            }
        } else if mayWait {
            save()
        } else {
            saveInBackground()
        }
    }

    private func saveInBackground() { queue.call { [self] in _ = save() } }

    /// Writes the changes that the file lacks, after a write in progress.
    ///
    /// - Returns: Whether the file is up to date.
    @discardableResult
    func save() -> Bool {
        let (isWritten, isChanged) = written.withLock { written -> (Bool, Bool) in
            // Runs before the cookies are read, so that a later change is due again.
            let isDue = changes.withLock { changes in
                defer { changes.isDue = false }
                if changes.isDue { changes.isScheduled = true }
                return changes.isDue
            }
            return isDue ? write(&written) : (true, false)
        }
        if isChanged { recordChange(mayWait: false) }
        return isWritten
    }

    /// Writes the file. A failure does not fail a request, because memory still has the cookies.
    ///
    /// - Returns: Whether the file has the cookies, and whether they changed during the write.
    private func write(_ written: inout [Cookie]?) -> (Bool, Bool) {
        let start = ContinuousClock.now
        let now = Date()
        let kept = jar.withLock { jar in
            jar.lastUsed(bytes: CookieStorage.mostBytesOfAFile) { !$0.hasEnded(now) && file.keeps($0) }
        }
        let isWritten = kept == written || file.write(kept)
        if isWritten { written = kept }
        let cost = ContinuousClock.now - start
        let isChanged = changes.withLock { changes in
            changes.next = cost < .milliseconds(5) ? start : .now + cost * 20
            changes.isScheduled = false
            defer { if !isWritten { changes.isDue = true } }
            return changes.isDue
        }
        return (isWritten, isChanged)
    }
}
