#if os(Linux)
    import CLinux
    import Glibc

    /// A socket to the kernel's routing.
    struct NetlinkSocket: ~Copyable {
        private let descriptor: Int32
        private var sequence: UInt32 = 0

        /// The largest accepted answer in bytes. An answer about an interface has two or three thousand.
        private static let capacity = 1 << 15

        /// Opens a socket that receives changes, or only answers; nil if the system has no more sockets or does not allow it.
        init?(hearsChanges: Bool) {
            descriptor = mimeograph_netlink_open(hearsChanges ? mimeograph_netlink_groups() : 0)
            guard descriptor >= 0 else { return nil }
        }

        deinit { close(descriptor) }

        /// Waits until a message arrives, the event is signaled, or the time is over.
        ///
        /// - Parameter milliseconds: The longest wait; without limit if negative.
        /// - Returns: Whether a message has arrived.
        func wait(orUntil event: WakeUp, milliseconds: Int32) -> Bool {
            let what = mimeograph_netlink_wait(descriptor, event.descriptor, milliseconds)
            if what & 2 != 0 { event.clear() }
            return what & 1 != 0
        }

        /// Reads and discards all messages. Their contents do not matter, because the check reads everything again.
        func forget() {
            // The limit ends the loop even if a program changes routes faster than they are read.
            for _ in 0..<4096 {
                switch receive() {
                case .success, .failure(.overflow): continue
                case .failure: return
                }
            }
        }

        private enum Failure: Error {
            /// No message is waiting.
            case nothing
            /// More arrived than the socket or its buffer can hold.
            case overflow
            case other
        }

        private func receive() -> Result<[UInt8], Failure> {
            var count = 0
            // SAFETY: the pointer and the count are the buffer's; the call says how many bytes it has written.
            let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Self.capacity) { buffer, initializedCount in
                count = unsafe mimeograph_netlink_receive(descriptor, buffer.baseAddress, buffer.count)
                initializedCount = max(0, count)
            }
            if count >= 0 { return .success(bytes) }
            switch Int32(-count) {
            case EAGAIN: return .failure(.nothing)
            case ENOBUFS, EMSGSIZE, EINTR: return .failure(.overflow)
            default: return .failure(.other)
            }
        }

        /// Sends a request and returns the result of `find` for its answer; nil if no answer arrives within a second.
        mutating func ask<Answer>(_ request: (UInt32) -> [UInt8], _ find: ([UInt8], UInt32) -> Answer?) -> Answer? {
            sequence &+= 1
            let bytes = request(sequence)
            // SAFETY: the pointer and the count are the array's, which lives through the call.
            let status = unsafe bytes.withUnsafeBytes { buffer in
                unsafe mimeograph_netlink_send(descriptor, buffer.baseAddress, buffer.count)
            }
            guard status == 0 else { return nil }
            // The kernel answers before the call above returns. Answers to earlier requests are skipped.
            for _ in 0..<64 {
                switch receive() {
                case .success(let datagram):
                    if let answer = find(datagram, sequence) { return answer }
                case .failure(.nothing):
                    guard mimeograph_netlink_wait(descriptor, -1, 1000) != 0 else { return nil }
                case .failure: return nil
                }
            }
            return nil
        }

        /// Returns whether an interface has the wireless extensions.
        func isWireless(_ name: String) -> Bool {
            // SAFETY: Swift hands over a C string that lives through the call.
            unsafe mimeograph_netlink_is_wireless(descriptor, name) != 0
        }
    }

    /// An event that wakes a thread that waits for descriptors.
    final class WakeUp: Sendable {
        /// The descriptor to wait for.
        let descriptor: Int32

        /// Makes an event; nil if the system has no more descriptors.
        init?() {
            descriptor = mimeograph_event_make()
            guard descriptor >= 0 else { return nil }
        }

        deinit { close(descriptor) }

        /// Wakes the thread now, or when it waits next.
        func signal() { mimeograph_event_signal(descriptor) }

        /// Discards earlier signals.
        func clear() { mimeograph_event_clear(descriptor) }

        /// Waits for a signal, at most this many milliseconds.
        func wait(milliseconds: Int32) {
            if mimeograph_netlink_wait(-1, descriptor, milliseconds) != 0 { clear() }
        }
    }
#endif
