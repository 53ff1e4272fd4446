import Mimeograph
import MimeographSupport

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// One upload that goes on: it has an upload resource made, asks that for its offset after a failure, and sends the rest.
///
/// The server is believed within bounds. An offset is one of the body, no larger than what was sent, and no smaller than what the
/// server has had before; the upload resource is of the request's origin, so that the request's secrets may go there. What is out of
/// these bounds ends the upload with ``SessionError/Code/uploadResumptionFailed``.
///
/// Source: draft-ietf-httpbis-resumable-upload-12 §4.2 to §4.4.
struct ResumableUpload: Sendable {
    typealias Answer = (head: ResponseHead, body: [UInt8], trailers: HeaderFields)

    /// What is done next.
    private enum Step { case create, ask, append }

    /// What came of a step.
    private enum Outcome {
        case done(Answer)
        /// It goes on without a pause.
        case next(Step)
        /// It goes on after a pause, unless it has done so too often; the head says why.
        case failed(ResponseHead)
    }

    struct State {
        /// The upload resource.
        var resource: RequestURL?
        /// Whether the request that names the resource is under way.
        var isCreating = false
        /// Whether the server has named a resource of another origin.
        var isElsewhere = false
        /// The bytes that the server is known to have.
        var offset: Int64 = 0
        /// The most bytes that may have reached it.
        var sent: Int64 = 0
        /// The most bytes of one request.
        var largestPiece: Int64?
        /// How often the upload went on: in all, and in a row without progress.
        var total = 0
        var failures = 0
    }

    let request: RequestMessage
    let url: RequestURL
    let body: UploadBody
    let resumability: UploadResumability
    let job: SessionManager.Job
    let state = Locked(State())

    init(
        _ request: RequestMessage,
        _ body: UploadBody,
        _ resumability: UploadResumability,
        _ job: SessionManager.Job
    ) throws(SessionError) {
        guard request.trailers == nil else {
            throw SessionError(
                .invalidRequest,
                "An upload that goes on has no trailers: its last request may not have all of the body.",
                remedy: "Put the fields into the head of the request."
            )
        }
        self.request = request
        url = try RequestURL(request.url)
        self.body = body
        self.resumability = resumability
        self.job = job
    }

    /// Sends the body, in one request or in several.
    ///
    /// - Parameter resumption: What an earlier upload has left; nil begins anew.
    /// - Returns: The response of the resource that the request is for.
    func run(resuming resumption: UploadResumption?) async throws(SessionError) -> Answer {
        // Nothing of the responses but the last is the caller's.
        job.transferState.countApart()
        // The request drops these closures when it is over; until then they keep this upload.
        job.transferState.observeInterimResponses(isOwn: true) { [self] in receive(interim: $0) }
        job.transferState.observe(.sending, isOwn: true) { [state] progress in
            state.withLock { $0.sent = max($0.sent, progress.completedBytes) }
        }
        var step = Step.create
        if let resumption {
            try adopt(resumption)
            step = .ask
        }
        while true {
            do throws(SessionError) {
                switch try await perform(step) {
                case .done(let answer): return answer
                case .next(let next): step = next
                case .failed(let head):
                    step = .ask
                    try await pause(or: Self.tooOften(head), head)
                }
            } catch {
                guard isPassing(error), state.withLock({ $0.resource != nil }) else { throw marked(error) }
                step = .ask
                do throws(SessionError) {
                    try await pause(or: error, nil)
                } catch {
                    throw marked(error)
                }
            }
        }
    }

    private func perform(_ step: Step) async throws(SessionError) -> Outcome {
        switch step {
        case .create: try await create()
        case .ask: try await ask()
        case .append: try await append()
        }
    }
}

// MARK: - Steps

extension ResumableUpload {
    private func create() async throws(SessionError) -> Outcome {
        var message = request
        message.body = body.piece(from: 0, count: body.length)
        message.fields["Upload-Complete"] = "?1"
        message.fields["Upload-Length"] = "\(body.length)"
        state.withLock { $0.isCreating = true }
        defer { state.withLock { $0.isCreating = false } }
        let answer = try await send(message, from: 0)
        let told = UploadFields(answer.head.fields)
        if told.isComplete == true { return .done(answer) }
        switch answer.head.status {
        case 200..<300 where told.isComplete == false:
            if state.withLock({ $0.resource == nil }) { record(resourceOf: answer.head, told) }
            guard state.withLock({ $0.resource != nil }) else {
                throw Self.failure("The server has not all of the body, and does not say where the rest is to go.")
            }
            return .failed(answer.head)
        case 500...599 where state.withLock({ $0.resource != nil }),
            413 where state.withLock({ $0.resource != nil && $0.largestPiece != nil }):
            return .failed(answer.head)
        default: return .done(answer)
        }
    }

    private func ask() async throws(SessionError) -> Outcome {
        let answer = try await job.read(message(.head))
        let told = UploadFields(answer.head.fields)
        switch answer.head.status {
        case 200..<300: break
        case 500...599: return .failed(answer.head)
        default:
            throw Self.failure("The server has the upload no more, or refuses to say how much of it.").with(answer.head)
        }
        try follow(answer.head)
        guard let offset = told.offset else {
            throw Self.failure("The server does not say how much of the body it has.").with(answer.head)
        }
        try accept(offset, answer.head)
        guard told.length ?? body.length == body.length, told.maximumSize ?? .max >= body.length else {
            throw Self.failure("The server expects a body of another length, or takes none as long as this.").with(
                answer.head
            )
        }
        if told.isComplete == true { return .done(try await completed(answer, offset)) }
        try accept(largestPiece: told.maximumAppendSize, answer.head)
        return .next(.append)
    }

    /// The response of an upload that was complete, and whose response was lost: the server may say it again.
    private func completed(_ asked: Answer, _ offset: Int64) async throws(SessionError) -> Answer {
        guard offset == body.length else {
            throw Self.failure("The server has ended the upload before it had all of the body.").with(asked.head)
        }
        do throws(SessionError) {
            let answer = try await send(piece(from: offset, count: 0), from: offset)
            let isLast = UploadFields(answer.head.fields).isComplete == true
            return isLast ? answer : asked
        } catch {
            guard isPassing(error) else { throw error }
            return asked
        }
    }

    private func append() async throws(SessionError) -> Outcome {
        let (offset, largest) = state.withLock { ($0.offset, $0.largestPiece) }
        let count = min(body.length - offset, largest ?? .max)
        let answer = try await send(piece(from: offset, count: count), from: offset)
        let told = UploadFields(answer.head.fields)
        if told.isComplete == true { return .done(answer) }
        switch answer.head.status {
        case 200..<300 where offset + count < body.length:
            let isWholePiece = told.offset ?? offset + count == offset + count
            try accept(told.offset ?? offset + count, answer.head)
            // A server that takes less of a piece than it was sent is asked again as after a failure: such times are counted.
            return isWholePiece ? .next(.append) : .failed(answer.head)
        // The offset is another one: it is asked for, as after all that may pass.
        case 200..<300, 409, 500...599: return .failed(answer.head)
        default: throw Self.failure("The server does not take the rest of the body.").with(answer.head)
        }
    }

    private func piece(from offset: Int64, count: Int64) -> RequestMessage {
        var message = message(.patch)
        message.body = body.piece(from: offset, count: count)
        message.fields["Content-Type"] = "application/partial-upload"
        message.fields["Upload-Offset"] = "\(offset)"
        message.fields["Upload-Complete"] = offset + count == body.length ? "?1" : "?0"
        return message
    }

    /// A request to the upload resource, with what the caller has set that is not about the body.
    func message(_ method: HTTPMethod) -> RequestMessage {
        let resource = state.withLock { $0.resource } ?? url
        var message = RequestMessage(method: method, url: resource.text, fields: request.fields)
        // The user that the request names is the one that asks here, too.
        if let user = url.userInformation {
            message.url = "\(resource.scheme)://\(user)@\(resource.authority)\(resource.target)"
        }
        message.fields.remove(contentsOf: Self.fieldsOfTheBody)
        message.fields["Upload-Draft-Interop-Version"] = UploadFields.interopVersion
        return message
    }

    private static let fieldsOfTheBody = [
        "Content-Type", "Content-Encoding", "Content-Language", "Content-Location", "Content-Length", "Content-Range",
        "Content-Disposition", "Content-Digest", "Repr-Digest", "Content-MD5", "Digest", "Transfer-Encoding", "Trailer",
        "Expect",
        "Range", "If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since", "If-Range",
        "Upload-Complete", "Upload-Length", "Upload-Offset",
    ]

    /// Sends a request whose body begins at an offset of the whole.
    private func send(_ message: RequestMessage, from offset: Int64) async throws(SessionError) -> Answer {
        var message = message
        message.fields["Upload-Draft-Interop-Version"] = UploadFields.interopVersion
        job.transferState.sendsPart(from: offset, of: body.length)
        return try await job.read(message)
    }
}

// MARK: - What the server says

extension ResumableUpload {
    /// Source: draft-ietf-httpbis-resumable-upload-12 §5.
    private func receive(interim head: ResponseHead) {
        guard head.status == 104, UploadFields.isOfThisDraft(head.fields) else { return }
        let told = UploadFields(head.fields)
        record(resourceOf: head, told)
        guard let offset = told.offset, mayGo(to: origin(of: head)) else { return }
        // Where it is a lie, the upload may end well all the same; the offset that counts is the one that is asked for.
        let isNews = state.withLock { state in
            guard state.resource != nil, offset > state.offset, offset <= min(state.sent, body.length) else {
                return false
            }
            state.offset = offset
            return true
        }
        if isNews { tell() }
    }

    /// Records the upload resource that the response to the first request names.
    ///
    /// A server of another origin, to which that was redirected, names none: it would choose what is written with the secrets of this one.
    private func record(resourceOf head: ResponseHead, _ told: UploadFields) {
        guard let location = head.fields.values(of: "Location").first, !location.isEmpty else { return }
        let base = origin(of: head)
        let named = try? RequestURL(location, relativeTo: base)
        let isNews = state.withLock { state in
            guard state.isCreating else { return false }
            guard let named, mayGo(to: named), mayGo(to: base) else {
                state.isElsewhere = true
                return false
            }
            let isNews = state.resource?.text != named.text
            // Another resource does not have what the one before has.
            if isNews { state.offset = 0 }
            state.resource = named
            if let size = told.maximumAppendSize, size > 0 { state.largestPiece = size }
            return isNews
        }
        if isNews { tell() }
    }

    /// The URL that a response came from.
    private func origin(of head: ResponseHead) -> RequestURL { head.url.flatMap { try? RequestURL($0) } ?? url }

    /// Whether a URL may be the upload resource's: it gets what the request has, also what is secret.
    private func mayGo(to other: RequestURL) -> Bool {
        other.hasSameOrigin(as: url)
            || job.pipeline.home?.contain(other) == true && job.pipeline.home?.contain(url) == true
    }

    /// Goes on where a redirect of the question has led.
    private func follow(_ head: ResponseHead) throws(SessionError) {
        guard let text = head.url, let other = try? RequestURL(text), let resource = state.withLock({ $0.resource }),
            other.text != resource.text
        else { return }
        guard mayGo(to: other) else { throw Self.failure("The upload was moved to another origin.").with(head) }
        state.withLock { $0.resource = other }
        tell()
    }

    /// Takes an offset for what the server has, where it can be.
    private func accept(_ offset: Int64, _ head: ResponseHead) throws(SessionError) {
        let (reason, isNews) = state.withLock { state -> (String?, Bool) in
            if offset > body.length { return ("The server has more bytes of the body than there are.", false) }
            if offset > state.sent { return ("The server has more bytes of the body than were sent.", false) }
            if offset < state.offset { return ("The server has lost bytes of the body that it had.", false) }
            defer { state.offset = offset }
            if offset > state.offset { state.failures = 0 }
            return (nil, offset > state.offset)
        }
        if let reason { throw Self.failure(reason).with(head) }
        if isNews { tell() }
    }

    /// Takes a limit of the bytes of one request, unless it would make too many requests of the rest.
    private func accept(largestPiece: Int64?, _ head: ResponseHead) throws(SessionError) {
        let largest = state.withLock { state in
            if let largestPiece { state.largestPiece = largestPiece }
            return state.largestPiece
        }
        guard let largest else { return }
        guard largest > 0, (body.length - state.withLock { $0.offset }) / largest < 10_000 else {
            throw Self.failure("The server takes so few bytes at once that the upload would be thousands of requests.")
                .with(
                    head
                )
        }
    }

    private func adopt(_ resumption: UploadResumption) throws(SessionError) {
        guard resumption.length == body.length, resumption.offset >= 0, resumption.offset <= body.length,
            let resource = try? RequestURL(resumption.url), mayGo(to: resource)
        else {
            throw Self.failure("The upload that is to go on is of another body, or of another origin.")
        }
        state.withLock { state in
            state.resource = resource
            state.offset = resumption.offset
            // What was sent by then is not known.
            state.sent = body.length
        }
    }

    private func tell() {
        guard let resumption, let onResumption = resumability.onResumption else { return }
        job.transferState.callBack { onResumption(resumption) }
    }

    private var resumption: UploadResumption? {
        state.withLock { state in
            state.resource.map { UploadResumption(url: $0.text, offset: state.offset, length: body.length) }
        }
    }
}

// MARK: - Failures

extension ResumableUpload {
    /// Has the server remove what it has.
    func cancel(_ resumption: UploadResumption) async throws(SessionError) {
        try adopt(resumption)
        let answer = try await job.read(message(.delete))
        switch answer.head.status {
        case 200..<300, 404, 410: return
        default: throw Self.failure("The server does not remove the upload.").with(answer.head)
        }
    }

    /// Whether a failure may pass, so that the upload can go on.
    private func isPassing(_ error: SessionError) -> Bool {
        if let deadline = job.transferState.deadline, deadline <= .now { return false }
        if error.transport?.mayPass == false { return false }
        return [.connectionLost, .timedOut, .hostNotFound, .cannotConnect, .tlsFailed, .invalidResponse].contains(
            error.code
        )
    }

    /// Waits before the upload goes on.
    ///
    /// - Parameters:
    ///   - error: Thrown where it has gone on too often.
    ///   - head: The response that says when to come back.
    private func pause(or error: SessionError, _ head: ResponseHead?) async throws(SessionError) {
        let failures: Int? = state.withLock { state in
            state.total += 1
            state.failures += 1
            return state.total <= resumability.totalLimit && state.failures <= resumability.limit ? state.failures : nil
        }
        guard let failures else { throw error }
        let named = head.flatMap { RetryPolicy.retryAfter($0, now: Date()) } ?? .zero
        let wait = min(max(resumability.wait(after: failures), named), resumability.maximumDelay)
        if let deadline = job.transferState.deadline, .now + wait >= deadline { throw .resourceTimedOut }
        if wait > .zero { try? await Task.sleep(for: wait) }
        if Task.isCancelled { throw .cancelled }
        job.transferState.count { $0.retryCount += 1 }
    }

    /// The same error with what is needed to go on, where the server has not shown that it cannot be believed.
    private func marked(_ error: SessionError) -> SessionError {
        var error = error.about(request.method, request.url)
        if error.code != .uploadResumptionFailed { error.uploadResumption = resumption }
        if state.withLock({ $0.isElsewhere && $0.resource == nil }), isPassing(error) {
            error.remedy = "The server lets uploads go on at another origin only, which gets nothing of this request."
        }
        return error
    }

    private static func failure(_ message: String) -> SessionError {
        SessionError(.uploadResumptionFailed, message, remedy: "Start the upload from its beginning.")
    }

    private static func tooOften(_ head: ResponseHead) -> SessionError {
        failure("The upload went on as often as it may, and the server answered \(head.status).").with(head)
    }
}
