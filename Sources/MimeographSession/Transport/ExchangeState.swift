import Mimeograph

/// What an exchange's task and its carrier share, behind a lock.
struct ExchangeState {
    typealias HeadWaiter = CheckedContinuation<Result<ResponseHead, TransportError>, Never>
    typealias ChunkWaiter = CheckedContinuation<Result<[UInt8]?, TransportError>, Never>

    /// How an exchange ended.
    enum Outcome {
        case complete
        case failed(TransportError)
    }

    /// What the reader gets.
    enum Reading {
        case chunk([UInt8])
        case end
        case failure(TransportError)
        /// There is nothing yet.
        case wait
    }

    var headWaiter: HeadWaiter?
    var chunkWaiter: ChunkWaiter?
    var head: ResponseHead?
    /// What has arrived and was not read yet.
    var buffer: [UInt8] = []
    /// How many bytes to make room for: what the peer has announced, at most what may wait.
    var expected = 0
    /// Whether the carrier waits for the reader.
    var isPaused = false
    /// Whether the end of the exchange was asked for.
    var isAbandoned = false
    var outcome: Outcome?
    var metrics = TransportMetrics()
    /// The fields that came behind the body, once the exchange is complete.
    var trailers = HeaderFields()
    /// What the carrier needs no more. The thread that reads the end frees it: there may be many, and but one carrier's.
    var spent: (any AnyObject & Sendable)?
}

extension ExchangeState {
    /// Removes what the reader gets next.
    mutating func read() -> Reading {
        if !buffer.isEmpty {
            defer { buffer = [] }
            return .chunk(buffer)
        }
        return switch outcome {
        case .complete: .end
        case .failed(let error): .failure(error)
        case nil: .wait
        }
    }

    /// Removes what the carrier needs no more, to be freed after the lock is free.
    mutating func removeSpent() -> (any AnyObject & Sendable)? {
        defer { spent = nil }
        return spent
    }

    /// Ends a pause; whether there was one, so that the exchange must be told that there is room again.
    mutating func clearPause() -> Bool {
        defer { if outcome == nil { isPaused = false } }
        return isPaused && outcome == nil
    }

    /// Removes the task that waits for the head, where there is something to resume it with. It is resumed after the lock is free.
    mutating func removeHeadWaiter() -> (HeadWaiter, Result<ResponseHead, TransportError>)? {
        guard let waiter = headWaiter else { return nil }
        let result: Result<ResponseHead, TransportError>
        switch (head, outcome) {
        case (let head?, _): result = .success(head)
        case (nil, .failed(let error)): result = .failure(error)
        case (nil, .complete):
            result = .failure(TransportError(.connectionLost, "The connection was closed without a response."))
        case (nil, nil): return nil
        }
        headWaiter = nil
        return (waiter, result)
    }

    /// Removes the task that waits for a chunk, where there is something to resume it with. It is resumed after the lock is free.
    mutating func removeChunkWaiter() -> (ChunkWaiter, Result<[UInt8]?, TransportError>)? {
        guard let waiter = chunkWaiter else { return nil }
        let result: Result<[UInt8]?, TransportError>
        switch read() {
        case .chunk(let chunk): result = .success(chunk)
        case .end: result = .success(nil)
        case .failure(let error): result = .failure(error)
        case .wait: return nil
        }
        chunkWaiter = nil
        return (waiter, result)
    }
}
