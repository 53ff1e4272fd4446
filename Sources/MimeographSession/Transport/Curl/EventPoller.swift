#if os(Linux)
    import CCurl
    import Glibc

    /// Waits for sockets, by epoll; used on one thread.
    @safe
    struct EventPoller: ~Copyable {
        private let poller: Int32
        private let capacity = 64
        private let ready: UnsafeMutablePointer<mimeograph_ready>
        /// Which sockets are watched, by descriptor.
        private var isWatched: [Bool] = []

        /// Makes a poller that is woken through an event's descriptor; nil where the system has none left.
        init?(wakeUp: Int32) {
            poller = mimeograph_epoll_make()
            // SAFETY: the memory is this value's alone, filled by the wait below and freed in `deinit`.
            unsafe ready = .allocate(capacity: capacity)
            unsafe ready.initialize(repeating: mimeograph_ready(), count: capacity)
            // What fails from here on ends in `deinit`, which needs all of it.
            guard poller >= 0 else { return nil }
            _ = mimeograph_epoll_watch_event(poller, wakeUp)
        }

        deinit {
            // SAFETY: the memory is this value's alone.
            unsafe ready.deallocate()
            if poller >= 0 { close(poller) }
        }

        /// Watches a socket as libcurl asks: `CURL_POLL_IN`, `CURL_POLL_OUT`, both, or `CURL_POLL_REMOVE`.
        ///
        /// - Returns: Whether the system could.
        mutating func watch(_ descriptor: Int32, for wanted: Int32) -> Bool {
            let index = Int(descriptor)
            guard index >= 0 else { return false }
            if index >= isWatched.count {
                isWatched += Array(repeating: false, count: index + 64 - isWatched.count)
            }
            if wanted == CURL_POLL_REMOVE {
                guard isWatched[index] else { return true }
                isWatched[index] = false
                // That it is gone already is not a failure.
                _ = mimeograph_epoll_watch_socket(poller, descriptor, wanted, 0)
                return true
            }
            guard mimeograph_epoll_watch_socket(poller, descriptor, wanted, isWatched[index] ? 1 : 0) == 0 else {
                return false
            }
            isWatched[index] = true
            return true
        }

        /// Waits at most so many milliseconds, without limit if that is negative.
        ///
        /// - Returns: How many sockets are ready; the event that wakes counts as one.
        func wait(milliseconds: Int32) -> Int {
            // SAFETY: there is room for as many as are asked for.
            Int(unsafe mimeograph_epoll_wait(poller, ready, Int32(capacity), milliseconds))
        }

        /// Waits a little where there is no poller.
        static func pause() -> Int {
            usleep(10_000)
            return 0
        }

        /// One of the sockets that are ready, and what for: libcurl's `CURL_CSELECT_…` bits.
        subscript(index: Int) -> (descriptor: Int32, events: Int32) {
            precondition(index >= 0 && index < capacity, "there is no such socket")
            // SAFETY: the index was checked, and all elements are initialised.
            return unsafe (ready[index].descriptor, ready[index].events)
        }
    }
#endif
