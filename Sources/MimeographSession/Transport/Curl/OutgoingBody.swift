#if os(Linux)
    import Mimeograph
    import MimeographSupport

    /// The body of one request, between its producer and libcurl, which sends it as fast as the peer reads.
    ///
    /// The engine's thread calls ``fill(_:)``. What is not there yet is waited for without holding up other exchanges: the engine pauses
    /// sending, and ``onMore`` wakes it. At most 256 KiB and one chunk wait to be sent. The last byte of a body whose length was
    /// declared is held back until the producer has said that it was the last, so that a body that is too long fails as one
    /// that is too short.
    final class OutgoingBody: Sendable {
        /// What came of asking for bytes.
        enum Step {
            /// There were some.
            case filled
            /// There are none yet; ``onMore`` tells when there are.
            case wait
            /// There are none any more.
            case end
            /// They cannot be produced, or are more or fewer than was declared.
            case failed(TransportError)
        }

        /// The bytes that may wait before the producer must.
        static let highWater = 1 << 18

        let upload: UploadSource
        /// The length that the peer is told; nil where it is not.
        let declared: Int?
        let state = Locked(State())
        let threads: BlockingThreads
        private let makeTrailers: RequestTrailers?
        /// Holds a source back while the request's task is suspended.
        let transferState: TransferState?

        struct State {
            /// Counts the times that the body was begun; what a producer of an earlier one says is not heard.
            var generation = 0
            var chunks: [[UInt8]] = []
            /// How much of the first chunk has been removed.
            var offset = 0
            var waiting = 0
            var sent = 0
            var isComplete = false
            var failure: TransportError?
            var isAwaited = false
            var onMore: (@Sendable () -> Void)?
            /// The open source, while no thread reads from it.
            var reader: OpenBody?
            var isReading = false
            /// The fields that follow the body, once it has come to its end.
            var trailers: HeaderFields?
            /// What reads a stream, or waits until a source may be read again.
            var task: Task<Void, Never>?
            var room: CheckedContinuation<Void, Never>?
        }

        /// Makes a body ready; nil where there is none. Nothing is opened yet.
        init?(
            _ upload: UploadSource,
            framing: RequestFraming,
            threads: BlockingThreads,
            transferState: TransferState?
        ) {
            switch framing.length {
            case .none: return nil
            case .known(let length): declared = length
            case .unknown: declared = nil
            }
            if case .none = upload { self.upload = .bytes([]) } else { self.upload = upload }
            makeTrailers = framing.trailers
            self.threads = threads
            self.transferState = transferState
        }

        /// Begins to produce.
        ///
        /// - Parameter onMore: Called, from any thread, when there is something after ``fill(_:)`` said to wait.
        func start(onMore: @escaping @Sendable () -> Void) {
            state.withLock { $0.onMore = onMore }
            produce()
        }

        /// Copies the next bytes; called on one thread only.
        func fill(_ output: inout OutputSpan<UInt8>) -> Step {
            if case .bytes(let bytes) = upload { return fill(&output, from: bytes) }
            let capacity = output.freeCapacity
            var room: CheckedContinuation<Void, Never>?
            let step: Step = state.withLock { state in
                if let failure = state.failure { return .failed(failure) }
                if let declared, state.sent + state.waiting > declared { return .failed(Self.wrongLength(declared)) }
                if state.waiting == 0, state.isComplete {
                    return declared.map { $0 == state.sent } ?? true ? .end : .failed(Self.wrongLength(declared ?? 0))
                }
                var most = min(capacity, state.waiting)
                if let declared, !state.isComplete { most = min(most, declared - state.sent - 1) }
                guard most > 0 else {
                    state.isAwaited = true
                    return .wait
                }
                state.remove(most, into: &output)
                if state.waiting < Self.highWater {
                    room = state.room
                    state.room = nil
                }
                return .filled
            }
            // Resumed after the lock is free: that may take the task's own lock, which a handler of its cancellation holds.
            room?.resume()
            if case .source = upload { produce() }
            return step
        }

        private func fill(_ output: inout OutputSpan<UInt8>, from bytes: [UInt8]) -> Step {
            let (range, failure) = state.withLock { state in
                let start = state.sent
                state.sent += min(output.freeCapacity, bytes.count - start)
                return (start..<state.sent, state.failure)
            }
            if let failure { return .failed(failure) }
            bytes[range].append(to: &output)
            if !range.isEmpty { return .filled }
            return makeTrailers == nil || hasTrailers() ? .end : .wait
        }

        /// Whether the body in memory has its trailers; else these are made on another thread, since the closure is the caller's.
        private func hasTrailers() -> Bool {
            let (isComplete, generation) = state.withLock { state -> (Bool, Int?) in
                if state.isComplete { return (true, nil) }
                state.isAwaited = true
                defer { state.isReading = true }
                return (false, state.isReading ? nil : state.generation)
            }
            if let generation { threads.run { [self] in finish(generation, nil) } }
            return isComplete
        }

        /// The fields that follow the body; nil before that has come to its end.
        var trailers: HeaderFields? { state.withLock { $0.trailers } }

        /// Makes the fields that follow the body, by the caller's closure.
        func madeTrailers() throws(TransportError) -> HeaderFields { try makeTrailers?.checkedFields() ?? [:] }

        /// Begins again at the first byte.
        func restart() {
            let old = state.withLock { state in
                defer { state = State(generation: state.generation + 1, onMore: state.onMore) }
                return state
            }
            Self.release(old)
            produce()
        }

        /// Ends producing: no more bytes will be asked for.
        func stop() {
            let old = state.withLock { state in
                defer { state = State(generation: state.generation + 1, isComplete: true) }
                return state
            }
            Self.release(old)
        }

        private static func release(_ old: State) {
            old.task?.cancel()
            old.room?.resume()
        }

        private static func wrongLength(_ declared: Int) -> TransportError {
            .bodyFailed(
                SerializationError(
                    .lengthMismatch,
                    "The body has more or fewer bytes than the \(declared) that were declared.",
                    remedy: "Correct the length, or leave it out."
                )
            )
        }
    }

    extension OutgoingBody.State {
        /// Removes bytes that wait, and copies them; there must be so many.
        fileprivate mutating func remove(_ count: Int, into output: inout OutputSpan<UInt8>) {
            var left = count
            var used = 0
            while left > 0, used < chunks.count {
                let chunk = chunks[used]
                let end = min(chunk.count, offset + left)
                chunk[offset..<end].append(to: &output)
                left -= end - offset
                offset = end
                if end == chunk.count {
                    used += 1
                    offset = 0
                }
            }
            chunks.removeFirst(used)
            waiting -= count
            sent += count
        }
    }
#endif
