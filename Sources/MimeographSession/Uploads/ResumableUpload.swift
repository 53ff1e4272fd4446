import Mimeograph
import MimeographSupport

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A resumable upload: the server creates an upload resource, reports its offset after a failure, and receives the rest.
///
/// The server's statements are checked. An offset must be within the body, at most the number of bytes sent, and at least any
/// earlier offset; otherwise the upload ends with ``SessionError/Code/uploadResumptionFailed``. The upload resource must have the
/// request's origin or an allowed one, because the request's secrets are sent to it.
///
/// Source: draft-ietf-httpbis-resumable-upload-12 §4.2 to §4.4.
struct ResumableUpload: Sendable {
    typealias Answer = (head: ResponseHead, body: [UInt8], trailers: HeaderFields)

    private enum Step { case create, ask, append }

    private enum Outcome {
        case done(Answer)
        /// The upload continues immediately.
        case next(Step)
        /// The upload continues after a pause, unless it has done so too often; the head gives the reason.
        case failed(ResponseHead)
    }

    struct State {
        var resource: RequestURL?
        /// Whether the request that names the resource is under way.
        var isCreating = false
        /// Whether the server has named a resource of another origin.
        var isElsewhere = false
        /// The bytes that the server is known to have.
        var offset: Int64 = 0
        /// The most bytes that the server may have received.
        var sent: Int64 = 0
        /// The most bytes of one request.
        var largestPiece: Int64?
        /// The number of resumptions: in all, and in a row without progress.
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
                "A resumable upload cannot have trailers, because its last request may have only part of the body.",
                remedy: "Put the fields into the head of the request."
            )
        }
        self.request = request
        url = try RequestURL(request.url)
        self.body = body
        self.resumability = resumability
        self.job = job
    }

    /// Sends the body in one or several requests.
    ///
    /// - Parameter resumption: The resumption of an earlier upload; nil starts at the beginning.
    /// - Returns: The response of the resource that the request is for.
    func run(resuming resumption: UploadResumption?) async throws(SessionError) -> Answer {
        // Only the last response belongs to the caller.
        job.transferState.countApart()
        // These closures keep this upload alive until the request releases them at its end.
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
                throw Self.failure("The server does not have the whole body, and names no resource for the rest.")
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
            throw Self.failure("The server no longer has the upload, or does not report its offset.").with(answer.head)
        }
        try follow(answer.head)
        guard let offset = told.offset else {
            throw Self.failure("The server does not report how much of the body it has.").with(answer.head)
        }
        try accept(offset, answer.head)
        guard told.length ?? body.length == body.length, told.maximumSize ?? .max >= body.length else {
            throw Self.failure("The server expects a body of another length, or rejects bodies of this length.").with(
                answer.head
            )
        }
        if told.isComplete == true { return .done(try await completed(answer, offset)) }
        try accept(largestPiece: told.maximumAppendSize, answer.head)
        return .next(.append)
    }

    /// Returns the response of a complete upload whose response was lost, because the server may repeat it.
    private func completed(_ asked: Answer, _ offset: Int64) async throws(SessionError) -> Answer {
        guard offset == body.length else {
            throw Self.failure("The server has completed the upload without the whole body.").with(asked.head)
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
            // If the server accepts only part of a piece, this counts as a failure, and its offset is requested.
            return isWholePiece ? .next(.append) : .failed(answer.head)
        // The offset has changed, or the failure may pass. The next step requests the offset.
        case 200..<300, 409, 500...599: return .failed(answer.head)
        default: throw Self.failure("The server rejects the rest of the body.").with(answer.head)
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

    /// Returns a request to the upload resource, with the caller's fields except those about the body.
    func message(_ method: HTTPMethod) -> RequestMessage {
        let resource = state.withLock { $0.resource } ?? url
        var message = RequestMessage(method: method, url: resource.text, fields: request.fields)
        // The user of the request's URL is used here too.
        if let user = url.userInformation {
            message.url = "\(resource.scheme)://\(user)@\(resource.text.dropFirst(resource.scheme.utf8.count + 3))"
        }
        message.fields.remove(contentsOf: Self.fieldsOfTheBody)
        message.fields["Upload-Draft-Interop-Version"] = String(UploadFields.interopVersion)
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
        message.fields["Upload-Draft-Interop-Version"] = String(UploadFields.interopVersion)
        job.transferState.sendsPart(from: offset, of: body.length)
        return try await job.read(message)
    }
}

// MARK: - Statements of the server

extension ResumableUpload {
    /// Source: draft-ietf-httpbis-resumable-upload-12 §5.
    private func receive(interim head: ResponseHead) {
        guard head.status == 104, UploadFields.isOfThisDraft(head.fields) else { return }
        let told = UploadFields(head.fields)
        record(resourceOf: head, told)
        guard let offset = told.offset, mayGo(to: origin(of: head)) else { return }
        // If this offset is wrong, the upload may still succeed, because a later request for the offset decides.
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
    /// After a redirect to another origin, the response is ignored: its server would choose the target of this origin's secrets.
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
            // A new resource has none of the earlier one's bytes.
            if isNews { state.offset = 0 }
            state.resource = named
            if let size = told.maximumAppendSize, size > 0 { state.largestPiece = size }
            return isNews
        }
        if isNews { tell() }
    }

    /// Returns the URL that sent a response.
    private func origin(of head: ResponseHead) -> RequestURL { head.url.flatMap { try? RequestURL($0) } ?? url }

    /// Whether a URL may be an upload resource, which receives the request's fields including its secrets.
    private func mayGo(to other: RequestURL) -> Bool {
        other.hasSameOrigin(as: url)
            || job.pipeline.home?.contain(other) == true && job.pipeline.home?.contain(url) == true
    }

    /// Continues at the target of a redirect.
    private func follow(_ head: ResponseHead) throws(SessionError) {
        guard let text = head.url, let other = try? RequestURL(text), let resource = state.withLock({ $0.resource }),
            other.text != resource.text
        else { return }
        guard mayGo(to: other) else { throw Self.failure("The upload was moved to another origin.").with(head) }
        state.withLock { $0.resource = other }
        tell()
    }

    /// Records an offset if it is plausible.
    private func accept(_ offset: Int64, _ head: ResponseHead) throws(SessionError) {
        let (reason, isNews) = state.withLock { state -> (String?, Bool) in
            if offset > body.length { return ("The server claims more bytes than the body has.", false) }
            if offset > state.sent { return ("The server claims more bytes of the body than were sent.", false) }
            if offset < state.offset { return ("The server has lost bytes of the body that it had.", false) }
            defer { state.offset = offset }
            if offset > state.offset { state.failures = 0 }
            return (nil, offset > state.offset)
        }
        if let reason { throw Self.failure(reason).with(head) }
        if isNews { tell() }
    }

    /// Records the most bytes of one request, unless the rest would need too many requests.
    private func accept(largestPiece: Int64?, _ head: ResponseHead) throws(SessionError) {
        let largest = state.withLock { state in
            if let largestPiece { state.largestPiece = largestPiece }
            return state.largestPiece
        }
        guard let largest else { return }
        guard largest > 0, (body.length - state.withLock { $0.offset }) / largest < 10_000 else {
            throw Self.failure("The server accepts so few bytes at a time that the upload needs thousands of requests.")
                .with(
                    head
                )
        }
    }

    private func adopt(_ resumption: UploadResumption) throws(SessionError) {
        guard resumption.length == body.length, resumption.offset >= 0, resumption.offset <= body.length,
            let resource = try? RequestURL(resumption.url), mayGo(to: resource)
        else {
            throw Self.failure("The upload to resume belongs to another body, or to another origin.")
        }
        state.withLock { state in
            state.resource = resource
            state.offset = resumption.offset
            // The number of bytes sent by then is unknown.
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
    func cancel(_ resumption: UploadResumption) async throws(SessionError) {
        try adopt(resumption)
        let answer = try await job.read(message(.delete))
        switch answer.head.status {
        case 200..<300, 404, 410: return
        default: throw Self.failure("The server does not remove the upload.").with(answer.head)
        }
    }

    /// Whether an error may pass, so that the upload can be resumed.
    private func isPassing(_ error: SessionError) -> Bool {
        if let deadline = job.transferState.deadline, deadline <= .now { return false }
        if error.transport?.mayPass == false { return false }
        return [.connectionLost, .timedOut, .hostNotFound, .cannotConnect, .tlsFailed, .invalidResponse].contains(
            error.code
        )
    }

    /// Waits before the upload is resumed.
    ///
    /// - Parameters:
    ///   - error: Thrown if the upload was resumed too often.
    ///   - head: The response that may say when to try again.
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

    /// Returns the error with the upload's resumption, unless the server has broken the protocol.
    private func marked(_ error: SessionError) -> SessionError {
        var error = error.about(request.method, request.url)
        if error.code != .uploadResumptionFailed { error.uploadResumption = resumption }
        if state.withLock({ $0.isElsewhere && $0.resource == nil }), isPassing(error) {
            error.remedy = "The server can resume uploads only at another origin, and the request is not sent there."
        }
        return error
    }

    private static func failure(_ message: String) -> SessionError {
        SessionError(.uploadResumptionFailed, message, remedy: "Start the upload from its beginning.")
    }

    private static func tooOften(_ head: ResponseHead) -> SessionError {
        failure("The upload was resumed as often as allowed, and the server answered \(head.status).").with(head)
    }
}
