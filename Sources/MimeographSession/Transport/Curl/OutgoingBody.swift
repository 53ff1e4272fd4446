#if os(Linux)
    import Mimeograph
    import MimeographSupport

    /// The body of one request, between its producer and libcurl, which sends it as fast as the peer reads.
    ///
    /// The engine's thread calls ``fill(_:)``. If no bytes are available, other exchanges continue: the engine pauses sending,
    /// and ``State/onMore`` wakes it. At most 256 KiB and one chunk are buffered. If the length was declared, the last byte is
    /// held back until the producer has ended. A body that is too long therefore fails like one that is too short.
    final class OutgoingBody: Sendable {
        /// The result of a request for bytes.
        enum Step {
            case filled
            /// No bytes are available yet. ``State/onMore`` is called when there are some.
            case wait
            case end
            /// The bytes cannot be produced, or their number differs from the declared length.
            case failed(TransportError)
        }

        /// The number of buffered bytes at which the producer must wait.
        static let highWater = 1 << 18

        let upload: UploadSource
        /// The length that the peer learns; nil if it learns no length.
        let declared: Int?
        let state = Locked(State())
        let threads: BlockingThreads
        private let makeTrailers: RequestTrailers?
        /// The state that stops reading from a source while the request's task is suspended.
        let transferState: TransferState?

        struct State {
            /// The number of starts. A result of a producer of an earlier start is ignored.
            var generation = 0
            var chunks: [[UInt8]] = []
            /// The number of bytes that were removed from the first chunk.
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
            /// The fields that follow the body, once the body has ended.
            var trailers: HeaderFields?
            /// The task that reads a stream, or that waits until a source may be read again.
            var task: Task<Void, Never>?
            var room: CheckedContinuation<Void, Never>?
        }

        /// Prepares a body; nil without a body. It opens nothing yet.
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

        /// Starts the producer.
        ///
        /// - Parameter onMore: A closure that is called from any thread when bytes are available after ``fill(_:)`` returned
        ///   `wait`.
        func start(onMore: @escaping @Sendable () -> Void) {
            state.withLock { $0.onMore = onMore }
            produce()
        }

        /// Copies the next bytes. It is called on one thread only.
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
            // Resumed after the lock is released, because resuming may take the task's own lock, which its cancellation handler
            // holds.
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

        /// Whether a body in memory has its trailers. If not, another thread calls the caller's closure for them.
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

        /// The fields that follow the body; nil before the body has ended.
        var trailers: HeaderFields? { state.withLock { $0.trailers } }

        /// Returns the fields that follow the body, from the caller's closure.
        func madeTrailers() throws(TransportError) -> HeaderFields { try makeTrailers?.checkedFields() ?? [:] }

        /// Starts again at the first byte.
        func restart() {
            let old = state.withLock { state in
                defer { state = State(generation: state.generation + 1, onMore: state.onMore) }
                return state
            }
            Self.release(old)
            produce()
        }

        /// Stops the producer. No more bytes are needed.
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
                    "The body has more or fewer bytes than the declared \(declared).",
                    remedy: "Correct the length, or omit it."
                )
            )
        }
    }

    extension OutgoingBody.State {
        /// Removes and copies buffered bytes. At least `count` bytes must be buffered.
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
