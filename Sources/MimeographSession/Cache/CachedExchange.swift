import Mimeograph

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What the cache has to do with one exchange.
struct CachedExchange: Sendable {
    /// What of a stored response the request asks for.
    private enum Form {
        case whole
        /// HEAD: the head of what GET would get.
        case head
        case part(RangeRequest)
    }

    let cache: ResponseCache
    let request: RequestMessage
    let url: RequestURL
    let partition: CachePartition
    let requestTime: Date
    /// How many requests had changed things before this one went out.
    let changesBefore: Int
    let directives: CacheDirectives
    private let staleResponses: StaleResponses
    /// Nil where the request asks for none of that, or with conditions of its own: its caller wants to see the answer to them.
    private let form: Form?
    /// What is stored and can answer such a request, fresh or not.
    let stored: CachedResponse?
    /// Fields that were sent and are not in the request, by their names in lower case. A response that varies with one is not stored.
    var namesAddedLater: Set<String> = []

    /// nil where there is no cache.
    ///
    /// - Parameters:
    ///   - route: How the request is sent, with the proxy that it goes through.
    ///   - staleResponses: When what is stale is given.
    init?(
        _ cache: ResponseCache?,
        _ request: RequestMessage,
        _ url: RequestURL,
        _ route: CachePartition.Route = CachePartition.Route(),
        _ staleResponses: StaleResponses = .whereAllowed
    ) {
        guard let cache else { return nil }
        self.cache = cache
        self.request = request
        self.url = url
        self.staleResponses = staleResponses
        partition = CachePartition(request, url, route)
        requestTime = cache.now()
        changesBefore = cache.changes
        directives = CacheDirectives(request: request.fields)
        let form = Self.form(of: request)
        self.form = form
        let found =
            form != nil && !directives.has("no-store") ? cache.response(to: request, url: url, partition) : nil
        stored = found.flatMap { found in
            let isAcceptable = AcceptedCodings(request.fields).allow(found.fields)
            return !isAcceptable || Self.answer(found, form, request, url) == nil ? nil : found
        }
    }

    private static let conditions = ["If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since"]

    private static func form(of request: RequestMessage) -> Form? {
        if conditions.contains(where: request.fields.contains) { return nil }
        if request.fields.contains("Range") {
            return request.method == .get ? RangeRequest(request.fields).map { .part($0) } : nil
        }
        if request.fields.contains("If-Range") { return nil }
        switch request.method {
        case .get: return .whole
        case .head: return .head
        default: return nil
        }
    }

    /// Whether all of the body is asked for.
    var asksForWhole: Bool { if case .whole? = form { true } else { false } }

    /// A digest of all that tells this request from others for the URL, where a response varies with these fields.
    func variant(_ names: [String]) -> String? {
        if !namesAddedLater.isEmpty, names.contains(where: namesAddedLater.contains) { return nil }
        return cache.variant(request, partition, names)
    }
}

// MARK: - What is stored answers

extension CachedExchange {
    /// A response that is given without asking the server first.
    struct Answer {
        var head: ResponseHead
        let body: [UInt8]
        let use: ExchangeMetrics.CacheUse
        /// Whether the server is to be asked in the background.
        var isToBeRevalidated = false
    }

    /// A response that may be given without asking the server.
    var freshResponse: Answer? {
        if let stored {
            if stored.isUsable(for: directives, now: requestTime) { return answer(stored, as: .hit) }
            if staleResponses != .never, case .whole? = form,
                stored.isUsableWhileRevalidating(for: directives, now: requestTime)
            {
                var given = answer(stored, as: .stale)
                // A request that wants what is stored and nothing else sends nothing.
                given?.isToBeRevalidated = !directives.has("only-if-cached")
                return given
            }
        }
        guard directives.has("only-if-cached") else { return nil }
        // Source: RFC 9111 §5.2.1.7.
        return Answer(
            head: ResponseHead(status: 504, requestMethod: request.method, url: url.text),
            body: [],
            use: .hit
        )
    }

    /// What is given in place of a response of the server that says that it failed; nil where that response counts.
    ///
    /// Source: RFC 5861 §4.
    func answer(inPlaceOf status: Int) -> Answer? {
        [500, 502, 503, 504].contains(status) ? staleAnswer(isDisconnected: false) : nil
    }

    /// What is given in place of an error; nil where the error counts. One that is about trust or about the request does.
    func answer(inPlaceOf error: SessionError) -> Answer? {
        switch error.code {
        case .hostNotFound, .cannotConnect, .connectionLost, .timedOut:
            staleAnswer(isDisconnected: staleResponses == .whenDisconnected)
        default: nil
        }
    }

    private func staleAnswer(isDisconnected: Bool) -> Answer? {
        guard staleResponses != .never, let stored,
            stored.isUsableOnError(for: directives, now: cache.now(), isDisconnected: isDisconnected)
        else { return nil }
        return answer(stored, as: .stale)
    }

    private func answer(_ stored: CachedResponse, as use: ExchangeMetrics.CacheUse) -> Answer? {
        guard let (head, body) = Self.answer(stored, form, request, url) else { return nil }
        var answer = Answer(head: head, body: body, use: use)
        answer.head.fields["Age"] = "\(Int(min(stored.age(cache.now()), DeltaSeconds.most)))"
        return answer
    }

    private static func answer(
        _ stored: CachedResponse,
        _ form: Form?,
        _ request: RequestMessage,
        _ url: RequestURL
    ) -> (head: ResponseHead, body: [UInt8])? {
        var (status, fields, body) = (stored.status, stored.fields, stored.body)
        switch form {
        case .whole?:
            guard stored.parts == nil else { return nil }
        case .head?:
            guard stored.parts == nil else { return nil }
            body = []
        case .part(let range)?:
            // Another representation than is stored: the server knows which one it has now.
            if let condition = request.fields["If-Range"], !stored.isMeant(by: condition) { return nil }
            guard let part = stored.answer(to: range) else { return nil }
            (status, fields, body) = part
        case nil: return nil
        }
        let head = ResponseHead(status: status, fields: fields, requestMethod: request.method, url: url.text)
        return (head, body)
    }
}

// MARK: - The server is asked whether it is still right

extension CachedExchange {
    /// Asks the server whether the stored response is still right. Source: RFC 9111 §4.3.1.
    func addValidators(to fields: inout HeaderFields) {
        guard let stored else { return }
        if let tag = stored.fields["ETag"] { fields["If-None-Match"] = tag }
        if let date = stored.fields["Last-Modified"] { fields["If-Modified-Since"] = date }
    }

    /// What a response says about the stored one.
    enum Validation {
        /// It is still right, and this is what is given.
        case confirmed(ResponseHead, [UInt8])
        /// The server speaks of another one than is stored: the request has to go out without conditions.
        case mismatch
        /// The response is a new one.
        case none
    }

    func validation(by head: ResponseHead) -> Validation {
        guard head.status == 304, let stored else { return .none }
        if let tag = head.fields["ETag"], let own = stored.fields["ETag"],
            !Self.weak(tag).hasSameBytes(as: Self.weak(own))
        {
            cache.remove(url)
            return .mismatch
        }
        let updated = update(stored, by: head)
        guard let (head, body) = Self.answer(updated, form, request, url) else { return .mismatch }
        return .confirmed(head, body)
    }

    /// Stores what is stored with what the server says of it now.
    ///
    /// It may have changed its mind: what it says now is what counts for storing, and for what tells variants apart.
    func update(_ stored: CachedResponse, by head: ResponseHead) -> CachedResponse {
        var updated = stored.updated(by: head, requestTime: requestTime, now: cache.now())
        cache.remove(stored, of: url)
        updated.varyingFields = CachedResponse.varyingFields(updated.fields)
        if CachedResponse.mayKeep(updated.status, updated.fields, for: request),
            let variant = variant(updated.varyingFields)
        {
            updated.variant = variant
            cache.store(updated, for: url, since: changesBefore)
        }
        return updated
    }

    /// What is compared of a tag, whether or not it is a weak one. Source: RFC 9110 §8.8.3.2.
    private static func weak(_ tag: String) -> Substring {
        tag.beginsWithBytes(of: "W/") ? Substring(tag.utf8.dropFirst(2)) : tag[...]
    }
}
