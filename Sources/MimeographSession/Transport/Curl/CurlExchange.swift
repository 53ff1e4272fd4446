#if os(Linux)
    import Mimeograph

    /// What the reader of a body holds: when it goes, the exchange ends.
    ///
    /// The engine holds the ``CurlTransfer`` only.
    final class CurlExchange: TransportExchange {
        private let transfer: CurlTransfer

        init(_ transfer: CurlTransfer) { self.transfer = transfer }

        deinit { transfer.abandon() }

        /// Begins the exchange and waits for the head.
        func start() async throws(TransportError) -> ResponseHead {
            let transfer = transfer
            let result = await withTaskCancellationHandler {
                await withCheckedContinuation { transfer.start($0) }
            } onCancel: {
                transfer.abandon()
            }
            return try result.get()
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
    }
#endif
