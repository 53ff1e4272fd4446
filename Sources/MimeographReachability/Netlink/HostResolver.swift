#if os(Linux)
    import CLinux
    import Glibc
    import MimeographSupport

    /// A resolver of a host's addresses. It uses its own thread, because a lookup may take half a minute and cannot be stopped.
    ///
    /// A resolver has at most one such thread. Callers that ask meanwhile receive its result.
    final class HostResolver: Sendable {
        /// The result of a lookup.
        enum Outcome: Sendable {
            case addresses([NetworkAddress])
            /// The host does not exist, or no server knows it.
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

        /// Returns the address that a text contains; nil if the text is a name.
        static func literal(_ text: String) -> NetworkAddress? { resolve(text, namesToo: false).first }

        /// Starts a lookup.
        ///
        /// - Parameters:
        ///   - mailbox: A variable that receives the outcome.
        ///   - wakeUp: An event that is signaled then.
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
            // A name has at most 253 bytes; an address with the name of an interface has fewer.
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
