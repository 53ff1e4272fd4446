import Mimeograph

/// The state that an exchange's task and its transport share, protected by a lock.
struct ExchangeState {
    typealias HeadWaiter = CheckedContinuation<Result<ResponseHead, TransportError>, Never>
    typealias ChunkWaiter = CheckedContinuation<Result<[UInt8]?, TransportError>, Never>

    enum Outcome {
        case complete
        case failed(TransportError)
    }

    enum Reading {
        case chunk([UInt8])
        case end
        case failure(TransportError)
        /// Nothing has arrived yet.
        case wait
    }

    var headWaiter: HeadWaiter?
    var chunkWaiter: ChunkWaiter?
    var head: ResponseHead?
    /// The bytes that have arrived and were not read yet.
    var buffer: [UInt8] = []
    /// The number of bytes to reserve memory for: the announced length, but at most the size of the buffer.
    var expected = 0
    /// Whether the transport waits for the reader.
    var isPaused = false
    /// Whether a task of `URLSession` is suspended, and whether a thread changes that now. See `TaskPause.swift`.
    var isSuspended = false
    var isSettling = false
    /// Whether the reader has asked to end the exchange.
    var isAbandoned = false
    var outcome: Outcome?
    var metrics = TransportMetrics()
    /// The fields after the body, once the exchange is complete.
    var trailers = HeaderFields()
    /// An object that the transport no longer needs. The reader's thread frees it, since all exchanges share the transport's one
    /// thread.
    var spent: (any AnyObject & Sendable)?
}

extension ExchangeState {
    /// Removes and returns the next bytes for the reader.
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

    /// Removes the object that the transport no longer needs. The caller frees it after the lock is released.
    mutating func removeSpent() -> (any AnyObject & Sendable)? {
        defer { spent = nil }
        return spent
    }

    /// Ends a pause. Returns whether there was one, in which case the transport must learn that there is room again.
    mutating func clearPause() -> Bool {
        defer { if outcome == nil { isPaused = false } }
        return isPaused && outcome == nil
    }

    /// Removes the task that waits for the head, if there is a result for it. The caller resumes it after the lock is released.
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

    /// Removes the task that waits for a chunk, if there is a result for it. The caller resumes it after the lock is released.
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
