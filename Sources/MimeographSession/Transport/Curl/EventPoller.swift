#if os(Linux)
    import CCurl
    import Glibc

    /// A poller that waits for sockets with epoll. It is used on one thread.
    ///
    /// After each exchange, libcurl stops watching the connection's socket, and watches it again for the next exchange. The
    /// poller leaves such a socket registered in the meantime, which saves both system calls. If an event arrives while libcurl
    /// does not want it, the poller removes the socket, so an idle connection wakes the thread at most once.
    ///
    /// A closed socket leaves epoll, and a new socket may get its number. Only sockets whose opening and closing are reported
    /// therefore stay registered. A resolver's sockets, for example, do not.
    @safe
    struct EventPoller: ~Copyable {
        private let poller: Int32
        private let capacity = 64
        private let ready: UnsafeMutablePointer<mimeograph_ready>
        private let wakeUp: Int32
        /// The state of each socket, by descriptor.
        private var sockets: [Socket] = []

        private struct Socket {
            /// The registered events, as `CURL_POLL_…`; `CURL_POLL_NONE` without a registration.
            var registered = CURL_POLL_NONE
            /// Whether libcurl wants events of the socket.
            var isWanted = false
            /// Whether the closing of the socket will be reported.
            var isReported = false
        }

        /// Makes a poller that an event's descriptor wakes, unless it is negative; nil if the system has no descriptor or memory left.
        init?(wakeUp: Int32) {
            poller = mimeograph_epoll_make()
            self.wakeUp = wakeUp
            // SAFETY: this value owns the memory, which `wait` fills and `deinit` frees.
            unsafe ready = .allocate(capacity: capacity)
            unsafe ready.initialize(repeating: mimeograph_ready(), count: capacity)
            // A failure from here on runs `deinit`, which needs all of this.
            guard poller >= 0, wakeUp < 0 || mimeograph_epoll_watch_event(poller, wakeUp) == 0 else { return nil }
        }

        deinit {
            // SAFETY: this value owns the memory.
            unsafe ready.deallocate()
            if poller >= 0 { Glibc.close(poller) }
        }

        /// Records that a socket was opened whose closing will be reported.
        mutating func open(_ descriptor: Int32) {
            guard makeRoom(for: descriptor) else { return }
            sockets[Int(descriptor)] = Socket(isReported: true)
        }

        /// Removes a socket that is about to be closed.
        ///
        /// Closing is not enough if a child process still has the socket: its events would continue to arrive.
        mutating func close(_ descriptor: Int32) {
            guard makeRoom(for: descriptor) else { return }
            remove(descriptor)
            sockets[Int(descriptor)] = Socket()
        }

        /// Watches a socket for `CURL_POLL_IN`, `CURL_POLL_OUT` or both, or ends that with `CURL_POLL_REMOVE`.
        ///
        /// - Parameters:
        ///   - descriptor: The socket.
        ///   - wanted: The events.
        ///   - isQuiet: Whether no input is expected on a socket that is no longer watched.
        /// - Returns: Whether the system succeeded.
        mutating func watch(_ descriptor: Int32, for wanted: Int32, isQuiet: Bool) -> Bool {
            guard makeRoom(for: descriptor) else { return false }
            let index = Int(descriptor)
            let socket = sockets[index]
            if wanted == CURL_POLL_REMOVE {
                sockets[index].isWanted = false
                // A socket is nearly always ready for output, so it stays registered for input only.
                if !socket.isReported || !isQuiet || socket.registered != CURL_POLL_IN { remove(descriptor) }
                return true
            }
            if !socket.isReported || socket.registered != wanted {
                let isRegistered: Int32 = socket.registered == CURL_POLL_NONE ? 0 : 1
                guard mimeograph_epoll_watch_socket(poller, descriptor, wanted, isRegistered) == 0 else { return false }
                sockets[index].registered = wanted
            }
            sockets[index].isWanted = true
            return true
        }

        private mutating func remove(_ descriptor: Int32) {
            guard sockets[Int(descriptor)].registered != CURL_POLL_NONE else { return }
            sockets[Int(descriptor)].registered = CURL_POLL_NONE
            // The socket may already be closed, which is not a failure.
            _ = mimeograph_epoll_watch_socket(poller, descriptor, CURL_POLL_REMOVE, 0)
        }

        /// Makes room for the state of a socket. Returns false for an invalid descriptor.
        private mutating func makeRoom(for descriptor: Int32) -> Bool {
            guard descriptor >= 0 else { return false }
            let missing = Int(descriptor) - sockets.count
            if missing >= 0 { sockets += Array(repeating: Socket(), count: missing + 64) }
            return true
        }

        /// Waits for a number of milliseconds at most, or without limit if it is negative.
        ///
        /// - Returns: The number of ready sockets, including the event that wakes.
        func wait(milliseconds: Int32) -> Int {
            // SAFETY: the memory has room for `capacity` elements.
            Int(unsafe mimeograph_epoll_wait(poller, ready, Int32(capacity), milliseconds))
        }

        /// Waits a little without a poller.
        static func pause() -> Int {
            usleep(10_000)
            return 0
        }

        /// Returns a ready socket and its events, as libcurl's `CURL_CSELECT_…` bits, or nil if libcurl does not want the events.
        mutating func event(at index: Int) -> (descriptor: Int32, events: Int32)? {
            precondition(index >= 0 && index < capacity, "The index of the socket is out of range.")
            // SAFETY: the index was checked, and all elements are initialized.
            let (descriptor, events) = unsafe (ready[index].descriptor, ready[index].events)
            guard descriptor != wakeUp, makeRoom(for: descriptor) else { return nil }
            guard sockets[Int(descriptor)].isWanted else {
                remove(descriptor)
                return nil
            }
            return (descriptor, events)
        }
    }
#endif
