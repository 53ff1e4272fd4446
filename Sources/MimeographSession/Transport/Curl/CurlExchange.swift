#if os(Linux)
    import Mimeograph
    import MimeographSupport

    // An exchange has three parts, and each has one owner:
    //
    //     CurlExchange ──▶ SharedExchange ◀── CurlTransfer ◀── CurlLoop
    //     the reader       (locked)           the engine's thread
    //
    // A `CurlTransfer` is not `Sendable`. The task that starts the exchange makes it and sends it to the engine. From then on,
    // only the engine's thread uses it.

    /// The reader's part of an exchange. Releasing it ends the exchange.
    final class CurlExchange: TransportExchange {
        private let shared: SharedExchange

        init(_ engine: CurlEngine) { shared = SharedExchange(engine) }

        deinit { shared.abandon() }

        /// Starts the exchange and waits for the head.
        func start(
            _ request: TransportRequest,
            _ framing: RequestFraming,
            _ body: OutgoingBody?
        ) async -> Result<ResponseHead, TransportError> {
            let shared = shared
            return shared.engine.isQuiet
                ? await withTaskExecutorPreference(shared.engine) {
                    await Self.head(of: shared, request, framing, body)
                }
                : await Self.head(of: shared, request, framing, body)
        }

        private static func head(
            of shared: SharedExchange,
            _ request: TransportRequest,
            _ framing: RequestFraming,
            _ body: OutgoingBody?
        ) async -> Result<ResponseHead, TransportError> {
            await withTaskCancellationHandler {
                await withCheckedContinuation { waiter in
                    shared.state.withLock { $0.headWaiter = waiter }
                    let transfer = CurlTransfer(request: request, framing: framing, body: body, shared: shared)
                    do throws(TransportError) {
                        try shared.engine.start(transfer)
                    } catch {
                        shared.end(.failed(error))
                        shared.resumeTasks()
                    }
                }
            } onCancel: {
                shared.abandon()
            }
        }

        func nextChunk() async throws(TransportError) -> [UInt8]? {
            let shared = shared
            // A cancelled task ends the exchange even if its reader never has to wait.
            if Task.isCancelled { shared.abandon() }
            switch shared.read() {
            case .chunk(let chunk): return chunk
            case .end: return nil
            case .failure(let error): throw error
            case .wait: break
            }
            let result = await withTaskCancellationHandler {
                await withCheckedContinuation { shared.wait($0) }
            } onCancel: {
                shared.abandon()
            }
            return try result.get()
        }

        func cancel() { shared.cancel() }

        var metrics: TransportMetrics { shared.state.withLock { $0.metrics } }

        var trailers: HeaderFields { shared.state.withLock { $0.trailers } }
    }

    /// The part of an exchange that its reader and the engine's thread share.
    ///
    /// A task is resumed after the lock is released, because resuming may take the task's own lock, which its cancellation
    /// handler holds.
    final class SharedExchange: Sendable {
        let engine: CurlEngine
        /// When the request was made, in nanoseconds of ``Monotonic``.
        let made = Monotonic.now
        let state = Locked(ExchangeState())

        init(_ engine: CurlEngine) { self.engine = engine }
    }

    // MARK: - For the reader

    extension SharedExchange {
        /// Returns the next chunk, if there is one already.
        fileprivate func read() -> ExchangeState.Reading {
            let (reading, mustResume, spent) = state.withLock { state in
                (state.read(), state.clearPause(), state.outcome == nil ? nil : state.removeSpent())
            }
            // It is freed after the lock is released.
            _ = spent
            if mustResume { engine.submit(.resume(self)) }
            return reading
        }

        fileprivate func wait(_ waiter: ExchangeState.ChunkWaiter) {
            let (reading, mustResume) = state.withLock { state -> (ExchangeState.Reading, Bool) in
                let reading: ExchangeState.Reading
                if state.chunkWaiter == nil {
                    reading = state.read()
                    if case .wait = reading { state.chunkWaiter = waiter }
                } else {
                    reading = .failure(
                        TransportError(
                            .other,
                            "Two tasks read one body at the same time.",
                            remedy: "Read a body in one task, and pass its chunks to the others."
                        )
                    )
                }
                return (reading, state.clearPause())
            }
            if mustResume { engine.submit(.resume(self)) }
            switch reading {
            case .chunk(let chunk): waiter.resume(returning: .success(chunk))
            case .end: waiter.resume(returning: .success(nil))
            case .failure(let error): waiter.resume(returning: .failure(error))
            case .wait: break
            }
        }

        /// Asks the engine to end the exchange if it is running. The engine then reports the end to the exchange's tasks.
        fileprivate func abandon() {
            let isUnderWay = state.withLock { state in
                state.isAbandoned = true
                return state.outcome == nil
            }
            if isUnderWay { engine.submit(.cancel(self)) }
        }

        /// Ends the exchange for its reader now.
        fileprivate func cancel() {
            let (old, isUnderWay) = state.withLock { state -> ([UInt8], Bool) in
                let isUnderWay = state.outcome == nil
                // A body that was read to its end stays complete.
                if isUnderWay || !state.buffer.isEmpty { state.outcome = .failed(.cancelled) }
                defer { state.buffer = [] }
                return (state.buffer, isUnderWay)
            }
            _ = old
            if isUnderWay { engine.submit(.cancel(self)) }
        }
    }

    // MARK: - For the engine

    extension SharedExchange {
        /// Whether the response is complete and so small that it usually needs little time and memory.
        ///
        /// Swift's own threads cannot use memory that one of the transport's threads has freed. glibc has a heap for each thread
        /// and keeps up to 64 MiB at the end of each, which `malloc_trim` does not return. Large responses, and coded ones, which
        /// may be large, therefore stay on Swift's threads.
        var hasSmallResponse: Bool {
            state.withLock { state in
                guard case .complete = state.outcome, state.buffer.count <= 16_384 else { return false }
                return state.head?.fields.contains("Content-Encoding") == false
            }
        }

        /// Whether its end was requested, possibly before it started.
        var isAbandoned: Bool { state.withLock { $0.isAbandoned } }

        /// Stores a handle that libcurl no longer uses, until the reader frees it.
        func spend(_ handle: CurlHandle) { state.withLock { $0.spent = handle } }

        /// Records the end of the exchange. Only the first end counts.
        ///
        /// - Parameter change: A closure that changes the state under the same lock. Its argument is whether this end counts.
        func end(
            _ outcome: ExchangeState.Outcome,
            _ change: (inout ExchangeState, _ isFirst: Bool) -> Void = { _, _ in }
        ) {
            state.withLock { state in
                let isFirst = state.outcome == nil
                if isFirst { state.outcome = outcome }
                change(&state, isFirst)
            }
        }

        func resumeTasks() {
            let (heads, chunks) = state.withLock { state in (state.removeHeadWaiter(), state.removeChunkWaiter()) }
            if let (waiter, result) = heads { waiter.resume(returning: result) }
            if let (waiter, result) = chunks { waiter.resume(returning: result) }
        }
    }
#endif
