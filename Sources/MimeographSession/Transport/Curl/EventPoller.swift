#if os(Linux)
    import CCurl
    import Glibc

    /// A poller that waits for sockets with epoll. It is used on one thread.
    @safe
    struct EventPoller: ~Copyable {
        private let poller: Int32
        private let capacity = 64
        private let ready: UnsafeMutablePointer<mimeograph_ready>
        /// Whether each socket is watched, by descriptor.
        private var isWatched: [Bool] = []

        /// Makes a poller that an event's descriptor wakes; nil if the system has no descriptor left.
        init?(wakeUp: Int32) {
            poller = mimeograph_epoll_make()
            // SAFETY: this value owns the memory, which `wait` fills and `deinit` frees.
            unsafe ready = .allocate(capacity: capacity)
            unsafe ready.initialize(repeating: mimeograph_ready(), count: capacity)
            // A failure from here on runs `deinit`, which needs all of this.
            guard poller >= 0 else { return nil }
            _ = mimeograph_epoll_watch_event(poller, wakeUp)
        }

        deinit {
            // SAFETY: this value owns the memory.
            unsafe ready.deallocate()
            if poller >= 0 { close(poller) }
        }

        /// Watches a socket for `CURL_POLL_IN`, `CURL_POLL_OUT` or both, or ends that with `CURL_POLL_REMOVE`.
        ///
        /// - Returns: Whether the system succeeded.
        mutating func watch(_ descriptor: Int32, for wanted: Int32) -> Bool {
            let index = Int(descriptor)
            guard index >= 0 else { return false }
            if index >= isWatched.count {
                isWatched += Array(repeating: false, count: index + 64 - isWatched.count)
            }
            if wanted == CURL_POLL_REMOVE {
                guard isWatched[index] else { return true }
                isWatched[index] = false
                // The socket may already be closed, which is not a failure.
                _ = mimeograph_epoll_watch_socket(poller, descriptor, wanted, 0)
                return true
            }
            guard mimeograph_epoll_watch_socket(poller, descriptor, wanted, isWatched[index] ? 1 : 0) == 0 else {
                return false
            }
            isWatched[index] = true
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

        /// A ready socket and its events, as libcurl's `CURL_CSELECT_…` bits.
        subscript(index: Int) -> (descriptor: Int32, events: Int32) {
            precondition(index >= 0 && index < capacity, "The index of the socket is out of range.")
            // SAFETY: the index was checked, and all elements are initialized.
            return unsafe (ready[index].descriptor, ready[index].events)
        }
    }
#endif
