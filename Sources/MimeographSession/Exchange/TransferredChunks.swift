import Mimeograph

/// The chunks of an exchange: counted, held back while the task is suspended, and ended when the time is over.
final class TransferredChunks: BodyChunks {
    private let body: TransportBody
    private let control: TransferControl
    private let request: (method: HTTPMethod, url: KnownURL)
    /// What Content-Length promises; nil where there is none, or no body.
    private let expected: Int64?
    /// Ends the body when the time for the whole is over.
    private let watchdog: Task<Void, Never>?
    private struct State {
        var isLate = false
        var isOver = false
        /// The bytes that have come.
        var count: Int64 = 0
    }
    private let state: Guarded<State>

    init(_ body: TransportBody, head: ResponseHead, control: TransferControl, request: (HTTPMethod, KnownURL)) {
        self.body = body
        self.control = control
        self.request = request
        expected = head.mayHaveBody ? head.contentLength : 0
        control.expect(.receiving, total: expected)
        let state = Guarded(State())
        self.state = state
        watchdog = control.deadline.map { deadline in
            Task {
                guard (try? await Task.sleep(until: deadline, clock: .continuous)) != nil else { return }
                state.withLock { $0.isLate = true }
                body.cancel()
            }
        }
    }

    deinit { finish() }

    func nextChunk() async throws(SessionError) -> [UInt8]? {
        if let gate = control.closedGate { await gate.wait() }
        do throws(TransportError) {
            var chunks = body.makeAsyncIterator()
            if let chunk = try await chunks.next() {
                if expected != nil { state.withLock { $0.count += Int64(chunk.count) } }
                control.received(chunk.count)
                return chunk
            }
        } catch {
            finish()
            let isLate = state.withLock { $0.isLate } && error.code == .cancelled
            throw (isLate ? SessionError.resourceTimedOut : SessionError(error)).about(request.method, request.url.text)
        }
        finish()
        if let expected, expected > 0, state.withLock({ $0.count }) != expected {
            throw SessionError(
                .connectionLost,
                "The body has another length than Content-Length says.",
                remedy: "Send the request again; where it happens always, the server is wrong."
            ).about(request.method, request.url.text)
        }
        return nil
    }

    func cancel() { body.cancel() }

    private func finish() {
        let isFirst = state.withLock { state in
            defer { state.isOver = true }
            return !state.isOver
        }
        guard isFirst else { return }
        watchdog?.cancel()
        control.endStep(status: nil, body.metrics)
    }
}

extension ResponseHead {
    /// The number that Content-Length names, where it is one number. Source: RFC 9110 §8.6.
    var contentLength: Int64? {
        // All lines in one, with commas between them.
        guard let joined = fields["Content-Length"] else { return nil }
        if let length = Self.number(joined) { return length }
        // Several lines may say the same.
        let values = fields.values(of: "Content-Length")
        guard let first = values.first, values.allSatisfy({ $0 == first }) else { return nil }
        return Self.number(first)
    }

    /// The number that one to 18 digits write.
    private static func number(_ text: String) -> Int64? {
        guard !text.isEmpty, text.utf8.count <= 18 else { return nil }
        var number: Int64 = 0
        for byte in text.utf8 {
            guard (0x30...0x39).contains(byte) else { return nil }
            number = number * 10 + Int64(byte - 0x30)
        }
        return number
    }
}

extension SessionError {
    static var resourceTimedOut: SessionError {
        SessionError(
            .timedOut,
            "The request took longer than it may as a whole.",
            remedy: "Raise SessionConfiguration.resourceTimeout, or ask for less at a time."
        )
    }
}
