#if os(Linux)
    /// Holds back exchanges with origins that have as many as they may. All of it is the engine's thread's.
    struct OriginQueues {
        private struct Queue {
            /// How many exchanges are under way.
            var running = 0
            var waiting: [CurlTransfer] = []
        }

        private let limit: Int?
        private var queues: [String: Queue] = [:]

        /// - Parameter limit: How many exchanges with one origin there may be at once; nil sets no limit.
        init(limit: Int?) { self.limit = limit }

        /// Whether an exchange may begin; if not, ``leave(_:)`` returns it when it may.
        mutating func enter(_ transfer: CurlTransfer) -> Bool {
            guard let limit, let origin = transfer.origin else { return true }
            var queue = queues[origin] ?? Queue()
            let isFull = queue.running >= limit
            if isFull { queue.waiting.append(transfer) } else { queue.running += 1 }
            queues[origin] = queue
            return !isFull
        }

        /// Removes an exchange that has ended, even before it began.
        ///
        /// - Returns: The exchange that begins in its place.
        mutating func leave(_ transfer: CurlTransfer) -> CurlTransfer? {
            guard limit != nil, let origin = transfer.origin, var queue = queues[origin] else { return nil }
            defer { queues[origin] = queue.running > 0 ? queue : nil }
            if let index = queue.waiting.firstIndex(where: { $0 === transfer }) {
                queue.waiting.remove(at: index)
                return nil
            }
            if !queue.waiting.isEmpty { return queue.waiting.removeFirst() }
            queue.running -= 1
            return nil
        }
    }

    extension CurlTransfer {
        /// The scheme, the host and the port of the URL, as far as it has one form.
        fileprivate var origin: String? { (try? request.parsedURL()).map { "\($0.scheme)://\($0.authority)" } }
    }
#endif
