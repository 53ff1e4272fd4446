// One loop over a source. It is always in one of five phases, and each turn of `next` either hands out an event that is there or
// does what its phase says:
//
//     unstarted ──▶ connecting ──▶ reading ──▶ ended
//                     ▲   │           │          ▲
//                     │   ▼           ▼          │
//                     waiting ◀── lost ──────────┘   an error that would come again, or no more to come
//
// Events that came before a failure are handed out before it.

import Mimeograph
import MimeographEventStream
import MimeographSession
import MimeographSupport

/// Reads the events of one source for one loop, and connects again.
final class EventCursor {
    private enum Phase {
        case unstarted
        case connecting
        case reading(SessionBody.Iterator)
        case waiting(EventSource.Wait)
        /// The error is to be thrown.
        case failing(SessionError)
        /// Nothing more comes, and that is to be said.
        case ending
        case ended
    }

    private let source: EventSource
    private var phase = Phase.unstarted
    /// The request, once it is written.
    private var message: RequestMessage?
    private var head: ResponseHead?
    /// Beside the phase and used in place: were it held twice while it is fed, each chunk would copy what it has buffered.
    private var parser: (any IncrementalParser<StreamItem>)?
    private var items: [StreamItem] = []
    private var position = 0
    /// How many connections were lost without an event.
    private var losses = 0
    /// Whether the source counts this loop as the one that reads it.
    private var isReader = false

    init(_ source: EventSource) { self.source = source }

    deinit { finish(.byReader) }

    /// The next event, or nil when nothing more comes.
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

    /// Ends the loop; the exchange ends with it.
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
    /// - Returns: The error, which says what request it is about.
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
                remedy: "Make a source for each loop, or end the other one before."
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
                return .success(try await manager.streamedResponse(for: request))
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
            // Many sources end quietly when they are cancelled; that is not the end of the body.
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

    /// Says that no bytes follow. An event that is not complete is dropped; a content coding that is not is a lost connection.
    private func endParsing() throws(SessionError) {
        do throws(SerializationError) {
            try parser?.finish(into: &items)
        } catch {
            throw SessionError(
                .connectionLost,
                "The stream ended within its content coding.",
                remedy: "Ask for no content coding, as an EventSource does by itself.",
                underlying: [error]
            )
        }
    }

    /// Decides what follows a connection that is over.
    ///
    /// - Parameter cause: Why it is; nil where the stream came to its end.
    private func lose(_ cause: SessionError?, retryAfter: Duration? = nil) {
        let rules = source.reconnection
        let cause = cause.map(about)
        dropConnection()
        guard rules.methods.contains(source.request.method) else {
            // The items that wait, if any, are events of a content coding's end, which are handed out first.
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
        // Events that wait to be read, of a stream that was lost behind them, are events that it had.
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

    /// Does what was asked for from outside; whether there was something, or the task is cancelled.
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

    /// Waits for something that the task's cancellation ends, and what is asked for from outside.
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
            "The stream was lost \(limit + 1) times one after the other without an event.",
            remedy: "See whether the server works; Reconnection.limit allows more.",
            underlying: cause.map { [$0] } ?? []
        )
    }
}
