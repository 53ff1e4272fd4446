import Mimeograph

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The use of the cache in one exchange.
struct CachedExchange: Sendable {
    /// The part of a stored response that the request asks for.
    private enum Form {
        case whole
        /// The head of the response to GET, for HEAD.
        case head
        case part(RangeRequest)
    }

    let cache: ResponseCache
    let request: RequestMessage
    let url: RequestURL
    let partition: CachePartition
    let requestTime: Date
    /// The number of requests with changes before this one was sent.
    let changesBefore: Int
    let directives: CacheDirectives
    private let staleResponses: StaleResponses
    /// The form that the request asks for. Nil if the cache cannot answer the request, for example because it has its own
    /// conditions.
    private let form: Form?
    /// The stored response that can answer the request, fresh or not.
    let stored: CachedResponse?
    /// The lowercased names of fields that were sent but are not in the request. A response that varies with one is not stored.
    var namesAddedLater: Set<String> = []

    /// Looks up the stored response of a request. Nil without a cache.
    ///
    /// - Parameters:
    ///   - route: The route of the request, including its proxy.
    ///   - staleResponses: When stale responses are returned.
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
        case .query: return CachePartition.holdsContent(of: request) ? .whole : nil
        default: return nil
        }
    }

    /// Whether the request asks for the whole body.
    var asksForWhole: Bool { if case .whole? = form { true } else { false } }

    /// Returns a digest that identifies this request among those for the URL, if a response varies with these fields.
    func variant(_ names: [String]) -> String? {
        if !namesAddedLater.isEmpty, names.contains(where: namesAddedLater.contains) { return nil }
        return cache.variant(request, partition, names)
    }
}

// MARK: - Stored answers

extension CachedExchange {
    /// A response that is returned without asking the server first.
    struct Answer {
        var head: ResponseHead
        let body: [UInt8]
        let use: ExchangeMetrics.CacheUse
        /// Whether to revalidate the response in the background.
        var isToBeRevalidated = false
    }

    /// The response to return without asking the server, if any.
    var freshResponse: Answer? {
        if let stored {
            if stored.isUsable(for: directives, now: requestTime) { return answer(stored, as: .hit) }
            if staleResponses != .never, case .whole? = form,
                stored.isUsableWhileRevalidating(for: directives, now: requestTime)
            {
                var given = answer(stored, as: .stale)
                // A request that accepts only a stored response sends nothing.
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

    /// Returns the response to use instead of one with a server error; nil if the server's response counts.
    ///
    /// Source: RFC 5861 §4.
    func answer(inPlaceOf status: Int) -> Answer? {
        [500, 502, 503, 504].contains(status) ? staleAnswer(isDisconnected: false) : nil
    }

    /// Returns the response to use instead of an error; nil if the error counts, such as one about trust or the request.
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
            // The condition names another representation, so the server has to answer.
            if let condition = request.fields["If-Range"], !stored.isMeant(by: condition) { return nil }
            guard let part = stored.answer(to: range) else { return nil }
            (status, fields, body) = part
        case nil: return nil
        }
        let head = ResponseHead(status: status, fields: fields, requestMethod: request.method, url: url.text)
        return (head, body)
    }
}

// MARK: - Validation

extension CachedExchange {
    /// Adds the conditions that validate the stored response. Source: RFC 9111 §4.3.1.
    func addValidators(to fields: inout HeaderFields) {
        guard let stored else { return }
        if let tag = stored.fields["ETag"] { fields["If-None-Match"] = tag }
        if let date = stored.fields["Last-Modified"] { fields["If-Modified-Since"] = date }
    }

    /// The effect of a response on the stored one.
    enum Validation {
        /// The stored response is still valid. The values are the head and the body to return.
        case confirmed(ResponseHead, [UInt8])
        /// The server confirms another response than the stored one, so the request must be sent without conditions.
        case mismatch
        /// The response is new.
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

    /// Updates the stored response from a new head.
    ///
    /// The new fields decide whether it may still be stored, and which variant it is.
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

    /// Returns the part of a tag that weak comparison compares. Source: RFC 9110 §8.8.3.2.
    private static func weak(_ tag: String) -> Substring {
        tag.beginsWithBytes(of: "W/") ? Substring(tag.utf8.dropFirst(2)) : tag[...]
    }
}
