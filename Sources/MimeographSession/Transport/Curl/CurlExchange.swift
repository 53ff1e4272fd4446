#if os(Linux)
    import Mimeograph
    import MimeographSupport

    /// What the reader of a body holds: when it goes, the exchange ends.
    ///
    /// The engine holds the ``CurlTransfer`` only.
    final class CurlExchange: TransportExchange {
        private let transfer: CurlTransfer

        init(_ transfer: CurlTransfer) { self.transfer = transfer }

        deinit { transfer.abandon() }

        /// Begins the exchange and waits for the head.
        func start() async -> Result<ResponseHead, TransportError> {
            let transfer = transfer
            return transfer.engine.isQuiet
                ? await withTaskExecutorPreference(transfer.engine) { await Self.head(of: transfer) }
                : await Self.head(of: transfer)
        }

        private static func head(of transfer: CurlTransfer) async -> Result<ResponseHead, TransportError> {
            await withTaskCancellationHandler {
                await withCheckedContinuation { transfer.start($0) }
            } onCancel: {
                transfer.abandon()
            }
        }

        func nextChunk() async throws(TransportError) -> [UInt8]? {
            let transfer = transfer
            // A task that was cancelled ends the exchange even if its reader never has to wait.
            if Task.isCancelled { transfer.abandon() }
            switch transfer.read() {
            case .chunk(let chunk): return chunk
            case .end: return nil
            case .failure(let error): throw error
            case .wait: break
            }
            let result = await withTaskCancellationHandler {
                await withCheckedContinuation { transfer.wait($0) }
            } onCancel: {
                transfer.abandon()
            }
            return try result.get()
        }

        func cancel() { transfer.cancel() }

        var metrics: TransportMetrics { transfer.state.withLock { $0.metrics } }

        var trailers: HeaderFields { transfer.state.withLock { $0.trailers } }
    }

    extension CurlTransfer {
        /// Waits for the head, and begins the exchange.
        func start(_ waiter: ExchangeState.HeadWaiter) {
            state.withLock { $0.headWaiter = waiter }
            CurlLibrary.prepare()
            prepared = engine.makeHandle().map { ($0, $0.prepare(for: self)) }
            do throws(TransportError) {
                try engine.start(self)
            } catch {
                let waiter = state.withLock { state in
                    state.outcome = .failed(error)
                    defer { state.headWaiter = nil }
                    return state.headWaiter
                }
                waiter?.resume(returning: .failure(error))
            }
        }

        /// The next chunk, if there is one already.
        func read() -> ExchangeState.Reading {
            let (reading, mustResume, spent) = state.withLock { state in
                (state.read(), state.clearPause(), state.outcome == nil ? nil : removeSpent())
            }
            // It is freed after the lock is free.
            _ = spent
            if mustResume { engine.submit(.resume(self)) }
            return reading
        }

        /// Waits for the next chunk.
        func wait(_ waiter: ExchangeState.ChunkWaiter) {
            let (reading, mustResume) = state.withLock { state -> (ExchangeState.Reading, Bool) in
                let reading: ExchangeState.Reading
                if state.chunkWaiter == nil {
                    reading = state.read()
                    if case .wait = reading { state.chunkWaiter = waiter }
                } else {
                    reading = .failure(
                        TransportError(
                            .other,
                            "Two tasks read one body at once.",
                            remedy: "Read a body in one task, and hand its chunks on."
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

        /// Asks the engine to end the exchange, if it is under way; its tasks hear of it from there.
        func abandon() {
            let isUnderWay = state.withLock { state in
                state.isAbandoned = true
                return state.outcome == nil
            }
            if isUnderWay { engine.submit(.cancel(self)) }
        }

        /// Ends the exchange for its reader now.
        func cancel() {
            let (old, isUnderWay) = state.withLock { state -> ([UInt8], Bool) in
                let isUnderWay = state.outcome == nil
                // A body that was read to its end stays so.
                if isUnderWay || !state.buffer.isEmpty { state.outcome = .failed(.cancelled) }
                defer { state.buffer = [] }
                return (state.buffer, isUnderWay)
            }
            _ = old
            if isUnderWay { engine.submit(.cancel(self)) }
        }

        /// Resumes the tasks for which something has come; called by the engine's thread.
        func resumeTasks() {
            let (heads, chunks) = state.withLock { state in (state.removeHeadWaiter(), state.removeChunkWaiter()) }
            if let (waiter, result) = heads { waiter.resume(returning: result) }
            if let (waiter, result) = chunks { waiter.resume(returning: result) }
        }
    }
#endif
