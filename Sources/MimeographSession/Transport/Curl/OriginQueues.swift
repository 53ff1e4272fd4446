#if os(Linux)
    /// Queues that delay exchanges with origins that have reached the limit. Only the engine's thread uses them.
    struct OriginQueues {
        private struct Queue {
            var running = 0
            var waiting: [CurlTransfer] = []
        }

        private let limit: Int?
        private var queues: [String: Queue] = [:]

        /// - Parameter limit: The maximum number of simultaneous exchanges with one origin; nil sets no limit.
        init(limit: Int?) { self.limit = limit }

        /// Adds an exchange. Returns whether it may start now; if not, a later ``leave(_:)`` returns it.
        mutating func enter(_ transfer: CurlTransfer) -> Bool {
            guard let limit, let origin = transfer.origin else { return true }
            var queue = queues[origin] ?? Queue()
            let isFull = queue.running >= limit
            if isFull { queue.waiting.append(transfer) } else { queue.running += 1 }
            queues[origin] = queue
            return !isFull
        }

        /// Removes an exchange that has ended, possibly before it started.
        ///
        /// - Returns: The exchange that starts in its place.
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
        /// The scheme, the host and the port of the URL, in canonical form.
        fileprivate var origin: String? { (try? request.parsedURL())?.origin }
    }
#endif
