// One loop over a source. It is always in one of five phases. Each iteration of `next` either returns an event that has been read
// or performs the step of its phase:
//
//     unstarted ──▶ connecting ──▶ reading ──▶ ended
//                     ▲   │           │          ▲
//                     │   ▼           ▼          │
//                     waiting ◀── lost ──────────┘   a permanent error, or no more events
//
// Events that arrive before a failure are returned before it.

import Mimeograph
import MimeographEventStream
import MimeographSession
import MimeographSupport

/// A reader of the events of one source for one loop. It also connects again.
final class EventCursor {
    private enum Phase {
        case unstarted
        case connecting
        case reading(SessionBody.Iterator)
        case waiting(EventSource.Wait)
        /// The error is thrown next.
        case failing(SessionError)
        /// The stream has ended, and the source is closed next.
        case ending
        case ended
    }

    private let source: EventSource
    private var phase = Phase.unstarted
    /// The request, after it has been written.
    private var message: RequestMessage?
    private var head: ResponseHead?
    /// Stored separately from the phase and used in place: a second reference to it would cause a copy of its buffers for each
    /// chunk.
    private var parser: (any IncrementalParser<StreamItem>)?
    private var items: [StreamItem] = []
    private var position = 0
    /// The number of consecutive connections lost without an event.
    private var losses = 0
    /// Whether this loop is registered as the reader of the source.
    private var isReader = false

    init(_ source: EventSource) { self.source = source }

    deinit { finish(.byReader) }

    /// Returns the next event, or nil if the stream has ended.
    func next(isolation actor: isolated (any Actor)?) async throws(SessionError) -> FoundEvent? {
        while true {
            if Task.isCancelled, isReader {
                finish(.byReader)
                throw about(SessionError(TransportError.cancelledByCaller))
            }
            while position < items.count {
                let item = items[position]
                position += 1
                switch item {
                case .progress(let id, let time): _ = source.record(id, time)
                case .event(let found):
                    guard source.record(found.event.lastEventID, found.event.retry) else {
                        finish(.byCaller)
                        return nil
                    }
                    losses = 0
                    if let terminator = source.request.terminator, found.event.data.hasSameBytes(as: terminator) {
                        finish(.terminator)
                        return nil
                    }
                    return found
                }
            }
            switch phase {
            case .unstarted: try start()
            case .connecting: await connect(isolation: actor)
            case .reading(let chunks): await read(chunks, isolation: actor)
            case .waiting(let wait): await self.wait(wait, isolation: actor)
            case .failing(let error): throw failed(error)
            case .ending:
                finish(.streamEnded)
                return nil
            case .ended: return nil
            }
        }
    }

    /// Ends the loop and its exchange.
    func finish(_ reason: EventSource.ClosingReason) {
        phase = .ended
        dropConnection()
        items = []
        position = 0
        guard isReader else { return }
        isReader = false
        source.endReading(reason)
    }

    /// Ends the loop with an error.
    ///
    /// - Returns: The error, with the request that it is about.
    func failed(_ error: SessionError) -> SessionError {
        let error = about(error)
        finish(.failed(error))
        return error
    }

    private func start() throws(SessionError) {
        guard source.beginReading() else {
            phase = .ended
            throw SessionError(
                .eventSourceInUse,
                "Another loop reads the events of this source.",
                remedy: "Create a source for each loop, or end the other loop first."
            )
        }
        isReader = true
        phase = .connecting
        if source.takeInterruption() == .close { finish(.byCaller) }
    }

    private func about(_ error: SessionError) -> SessionError {
        var error = error
        if error.head == nil { error.head = head }
        if error.url == nil {
            error.method = source.request.method
            error.url = RequestURL.redacted(head?.url ?? message?.url ?? source.request.path)
        }
        return error
    }

    private func dropConnection() {
        parser = nil
        if isReader { source.onInterruption(nil) }
    }
}

// MARK: - The connection

extension EventCursor {
    private func connect(isolation actor: isolated (any Actor)?) async {
        source.change(to: .connecting(attempt: losses + 1))
        head = nil
        let request: RequestMessage
        do throws(SessionError) {
            request = try source.connecting(&message)
        } catch {
            phase = .failing(error)
            return
        }
        let manager = source.uncachedManager
        let result = await interruptible(isolation: actor) { () async -> Result<SessionResponse, SessionError> in
            do throws(SessionError) {
                return .success(try await manager.response(for: request))
            } catch {
                return .failure(error)
            }
        }
        if isInterrupted() { return }
        switch result {
        case .failure(let error): lose(error)
        case .success(let response): await open(response, isolation: actor)
        }
    }

    private func open(_ response: SessionResponse, isolation actor: isolated (any Actor)?) async {
        let head = response.head
        self.head = head
        if head.status == 204 { return finish(.noContent) }
        guard head.status == 200 else {
            let source = source
            let error = await interruptible(isolation: actor) { await source.statusError(response) }
            if isInterrupted() { return }
            return lose(error, retryAfter: RetryPolicy.retryAfter(head))
        }
        do throws(SerializationError) {
            try source.check(contentTypeOf: head)
            parser = try source.makeParser(for: head)
        } catch {
            phase = .failing(SessionError(error))
            return
        }
        source.change(to: .open(head))
        phase = .reading(response.body.makeAsyncIterator())
        source.onInterruption { [body = response.body] in body.cancel() }
    }

    private func read(_ chunks: SessionBody.Iterator, isolation actor: isolated (any Actor)?) async {
        var chunks = chunks
        do throws(SessionError) {
            let chunk = try await chunks.next(isolation: actor)
            // Many sources end without an error when they are cancelled. That is not the end of the body.
            if Task.isCancelled { return }
            items.removeAll(keepingCapacity: true)
            position = 0
            if let chunk {
                try parse(chunk)
            } else {
                try endParsing()
                if !isInterrupted() { lose(nil) }
            }
        } catch {
            if Task.isCancelled || isInterrupted() { return }
            lose(error)
        }
    }

    private func parse(_ chunk: [UInt8]) throws(SessionError) {
        do throws(SerializationError) {
            try parser?.consume(chunk.span, into: &items)
        } catch {
            dropConnection()
            phase = .failing(SessionError(error))
        }
    }

    /// Ends the body. An incomplete event is discarded. An incomplete content coding counts as a lost connection.
    private func endParsing() throws(SessionError) {
        do throws(SerializationError) {
            try parser?.finish(into: &items)
        } catch {
            throw SessionError(
                .connectionLost,
                "The stream ended within its content coding.",
                remedy: "Request no content coding, which is the default of an EventSource.",
                underlying: [error]
            )
        }
    }

    /// Decides what follows a connection that has ended.
    ///
    /// - Parameter cause: The error, or nil if the stream ended regularly.
    private func lose(_ cause: SessionError?, retryAfter: Duration? = nil) {
        let rules = source.reconnection
        let cause = cause.map(about)
        dropConnection()
        guard rules.methods.contains(source.request.method) else {
            // Pending items, if any, are events from the end of a content coding. They are returned first.
            phase = cause.map(Phase.failing) ?? .ending
            return
        }
        if let cause {
            let mayPass =
                if cause.code == .unacceptableStatus { cause.status.map(rules.statuses.contains) ?? false } else {
                    rules.codes.contains(cause.code) && cause.transport?.mayPass != false
                }
            guard mayPass, retryAfter ?? .zero <= rules.maximumDelay else {
                phase = .failing(cause)
                return
            }
        }
        // Pending events arrived before the stream was lost, so they count as events of this connection.
        if items.contains(where: \.isEvent) { losses = 0 }
        if let limit = rules.limit, losses >= limit {
            phase = .failing(.tooManyReconnections(limit, cause))
            return
        }
        let delay = rules.delay(
            after: losses,
            reconnectionTime: source.shared.withLock { $0.reconnectionTime },
            chance: .random(in: 0...1)
        )
        losses += 1
        phase = .waiting(EventSource.Wait(attempt: losses, delay: max(delay, retryAfter ?? .zero), cause: cause))
    }

    private func wait(_ wait: EventSource.Wait, isolation actor: isolated (any Actor)?) async {
        source.change(to: .waiting(wait))
        let clock = source.clock
        await interruptible(isolation: actor) { try? await clock.sleep(for: wait.delay) }
        if !isInterrupted() { phase = .connecting }
    }

    /// Performs an interruption that was requested from outside. Returns whether there was one or the task is cancelled.
    private func isInterrupted() -> Bool {
        if Task.isCancelled { return true }
        switch source.takeInterruption() {
        case nil: return false
        case .close: finish(.byCaller)
        case .reconnect:
            dropConnection()
            phase = .connecting
        }
        return true
    }

    /// Waits for work that is cancelled with the task or by an interruption from outside.
    private func interruptible<Value: Sendable>(
        isolation actor: isolated (any Actor)?,
        _ work: @escaping @Sendable () async -> Value
    ) async -> Value {
        let task = Task { await work() }
        source.onInterruption { task.cancel() }
        defer { source.onInterruption(nil) }
        return await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
    }
}

extension SessionError {
    fileprivate static func tooManyReconnections(_ limit: Int, _ cause: SessionError?) -> SessionError {
        SessionError(
            .tooManyReconnections,
            "The stream was lost \(limit + 1) times in a row without an event.",
            remedy: "Check whether the server works, or raise Reconnection.limit.",
            underlying: cause.map { [$0] } ?? []
        )
    }
}
