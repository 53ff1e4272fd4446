#if os(Linux)
    import Mimeograph
    import MimeographSupport

    extension OutgoingBody {
        /// Lets the producer continue if there is room.
        func produce() {
            switch upload {
            case .none, .bytes: break
            case .source(let source): readMore(source)
            case .stream(let stream): startTask(stream)
            }
        }

        // MARK: Sources, read on a thread that may wait

        private func readMore(_ source: any BodySource) {
            let generation: Int? = state.withLock { state in
                guard !state.isReading, !state.isComplete, state.failure == nil, state.waiting < Self.highWater else {
                    return nil
                }
                state.isReading = true
                return state.generation
            }
            guard let generation else { return }
            if let transferState, transferState.isSuspended {
                keep(
                    Task {
                        await transferState.waitWhileSuspended()
                        guard state.withLock({ $0.generation == generation }) else { return }
                        threads.run { [self] in read(source, generation) }
                    },
                    generation
                )
            } else {
                threads.run { [self] in read(source, generation) }
            }
        }

        /// Reads one chunk, and schedules the read of the next one.
        private func read(_ source: any BodySource, _ generation: Int) {
            let open = state.withLock { state in
                defer { state.reader = nil }
                return state.generation == generation ? state.reader : nil
            }
            let result: Result<([UInt8], OpenBody), SerializationError>
            do throws(SerializationError) {
                let body = if let open { open } else { OpenBody(try source.makeReader()) }
                result = .success((try body.read(), body))
            } catch {
                result = .failure(error)
            }
            if case .success((let chunk, _)) = result, chunk.isEmpty { return finish(generation, nil) }
            let onMore = state.withLock { state -> (@Sendable () -> Void)? in
                guard state.generation == generation else { return nil }
                state.isReading = false
                switch result {
                case .success((let chunk, let body)):
                    state.append(chunk)
                    state.reader = body
                case .failure(let error): state.failure = .bodyFailed(error)
                }
                return state.finishWaiting()
            }
            onMore?()
            readMore(source)
        }

        // MARK: Streams, read by a task

        private func startTask(_ stream: BodyStream) {
            let generation = state.withLock { $0.generation }
            keep(Task { await read(stream, generation) }, generation)
        }

        /// Stores a task, to cancel it together with the body.
        private func keep(_ task: Task<Void, Never>, _ generation: Int) {
            let isLate = state.withLock { state in
                guard state.generation == generation else { return true }
                state.task = task
                return false
            }
            if isLate { task.cancel() }
        }

        private func read(_ stream: BodyStream, _ generation: Int) async {
            do {
                for try await chunk in stream {
                    guard await offer(chunk, generation) else { return }
                }
                finish(generation, nil)
            } catch {
                finish(generation, .bodyFailed(error))
            }
        }

        /// Adds a chunk, and waits while the buffer is full.
        ///
        /// - Returns: Whether more chunks are needed.
        private func offer(_ chunk: [UInt8], _ generation: Int) async -> Bool {
            let (isWanted, isFull, onMore) = state.withLock { state -> (Bool, Bool, (@Sendable () -> Void)?) in
                guard state.generation == generation else { return (false, false, nil) }
                state.append(chunk)
                return (true, state.waiting >= Self.highWater, state.finishWaiting())
            }
            onMore?()
            guard isWanted, isFull else { return isWanted }
            // Stopping the body resumes this continuation, so no cancellation handler is needed.
            await withCheckedContinuation { room in
                let isRoom = state.withLock { state in
                    if state.generation != generation || state.waiting < Self.highWater { return true }
                    state.room = room
                    return false
                }
                if isRoom { room.resume() }
            }
            return state.withLock { $0.generation == generation }
        }

        /// Ends the body, after making the trailers.
        func finish(_ generation: Int, _ failure: TransportError?) {
            var (failure, trailers) = (failure, HeaderFields())
            if failure == nil, state.withLock({ $0.generation == generation }) {
                do throws(TransportError) { trailers = try madeTrailers() } catch { failure = error }
            }
            let onMore = state.withLock { [failure, trailers] state -> (@Sendable () -> Void)? in
                guard state.generation == generation else { return nil }
                state.failure = failure
                state.trailers = trailers
                state.isComplete = failure == nil
                return state.finishWaiting()
            }
            onMore?()
        }
    }

    extension OutgoingBody.State {
        /// Appends a chunk. Small chunks are joined, so a producer of single bytes does not need one array for each.
        fileprivate mutating func append(_ chunk: [UInt8]) {
            waiting += chunk.count
            if let last = chunks.indices.last, chunks[last].count + chunk.count <= 1 << 16 {
                chunks[last] += chunk
            } else {
                chunks.append(chunk)
            }
        }

        /// Returns the closure to call after the lock is released, if the engine waits for bytes.
        fileprivate mutating func finishWaiting() -> (@Sendable () -> Void)? {
            defer { isAwaited = false }
            return isAwaited ? onMore : nil
        }
    }

    /// An open source.
    ///
    /// It is unchecked because readers are not safe for several threads. Only one thread at a time uses this reader: it takes the
    /// reader out under a lock and puts it back under the lock.
    final class OpenBody: @unchecked Sendable {
        private var reader: any BodyReader

        init(_ reader: any BodyReader) { self.reader = reader }

        /// Returns the next bytes, or an empty array at the end.
        func read() throws(SerializationError) -> [UInt8] { try reader.readChunk() }
    }
#endif
