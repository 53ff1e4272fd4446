#if os(Linux)
    import CLinux
    import Glibc

    /// An event by which a thread that waits for descriptors is woken.
    final class WakeUp: Sendable {
        /// What to wait for.
        let descriptor: Int32

        /// Makes one; nil where the system has no descriptors left.
        init?() {
            descriptor = mimeograph_event_make()
            guard descriptor >= 0 else { return nil }
        }

        deinit { close(descriptor) }

        /// Wakes, now or the next time.
        func signal() { mimeograph_event_signal(descriptor) }

        /// Forgets the signals that there were.
        func clear() { mimeograph_event_clear(descriptor) }

        /// Waits for a signal, at most so many milliseconds.
        func wait(milliseconds: Int32) {
            if mimeograph_netlink_wait(-1, descriptor, milliseconds) != 0 { clear() }
        }
    }
#endif
