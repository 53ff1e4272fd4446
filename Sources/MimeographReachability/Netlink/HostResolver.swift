#if os(Linux)
    import CLinux
    import Glibc
    import MimeographSupport

    /// Finds the addresses of a host, on a thread of its own: it may take half a minute, and cannot be ended.
    ///
    /// There is never more than one such thread for a resolver; who asks meanwhile gets what it finds.
    final class HostResolver: Sendable {
        /// What a thread has found.
        enum Outcome: Sendable {
            case addresses([NetworkAddress])
            /// There is no such host, or no server that knows.
            case failed
        }

        private struct State {
            var isRunning = false
            var waiting: [Waiting] = []
        }

        private struct Waiting {
            let mailbox: Locked<Outcome?>
            let wakeUp: WakeUp
        }

        private let host: String
        private let state = Locked(State())
        private static let capacity = 64

        init(_ host: String) { self.host = host }

        /// The address that the text is; nil where it is a name.
        static func literal(_ text: String) -> NetworkAddress? { resolve(text, namesToo: false).first }

        /// Begins to look.
        ///
        /// - Parameters:
        ///   - mailbox: Where the outcome is put.
        ///   - wakeUp: What is signalled then.
        func begin(_ mailbox: Locked<Outcome?>, _ wakeUp: WakeUp) {
            let isFirst = state.withLock { state in
                state.waiting.append(Waiting(mailbox: mailbox, wakeUp: wakeUp))
                defer { state.isRunning = true }
                return !state.isRunning
            }
            guard isFirst else { return }
            let isStarted = SystemThread.start { [self] in
                // SAFETY: a name of at most 15 bytes, as a C string that lives through the call.
                unsafe mimeograph_thread_prepare("mimeo-resolve")
                let addresses = Self.resolve(host, namesToo: true)
                finish(addresses.isEmpty ? .failed : .addresses(addresses))
            }
            if !isStarted { finish(.failed) }
        }

        private func finish(_ outcome: Outcome) {
            let waiting = state.withLock { state in
                state.isRunning = false
                defer { state.waiting = [] }
                return state.waiting
            }
            for one in waiting {
                one.mailbox.withLock { $0 = outcome }
                one.wakeUp.signal()
            }
        }

        private static func resolve(_ host: String, namesToo: Bool) -> [NetworkAddress] {
            // A name has at most 253 bytes, an address with the name of an interface fewer.
            guard !host.isEmpty, host.utf8.count <= 255, !host.utf8.contains(0) else { return [] }
            var count: Int32 = 0
            // SAFETY: the pointer and the count are the buffer's; the call says how many elements it has written. Swift hands over a
            // C string that lives through the call.
            let found = unsafe [mimeograph_address](unsafeUninitializedCapacity: capacity) { buffer, initializedCount in
                count = unsafe mimeograph_resolve(host, namesToo ? 0 : 1, buffer.baseAddress, Int32(buffer.count))
                initializedCount = Int(max(0, count))
            }
            return found.compactMap { address in
                // SAFETY: the tuple has 16 bytes, which are copied.
                let bytes = unsafe withUnsafeBytes(of: address.bytes) { unsafe Array($0) }
                return NetworkAddress(Array(bytes.prefix(Int(max(0, address.length)))), scope: address.scope)
            }
        }
    }
#endif
