import Mimeograph

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What the cache has to do with one exchange.
struct CachedExchange {
    private let cache: ResponseCache
    private let request: RequestMessage
    private let url: RequestURL
    private let partition: CachePartition
    private let requestTime: Date
    private let stored: CachedResponse?
    /// Fields that were sent and are not in the request, by their names in lower case. A response that varies with one is not stored.
    var namesAddedLater: Set<String> = []

    /// nil where there is no cache.
    ///
    /// - Parameter options: How the request is sent, with the proxy that it goes through.
    init?(
        _ cache: ResponseCache?,
        _ request: RequestMessage,
        _ url: RequestURL,
        _ options: TransportOptions = TransportOptions()
    ) {
        guard let cache else { return nil }
        self.cache = cache
        self.request = request
        self.url = url
        partition = CachePartition(request, url, options)
        requestTime = cache.now()
        // A caller that asks conditions of its own wants to see the answer to them.
        let isConditional = Self.conditions.contains(where: request.fields.contains)
        let isForbidden = CacheDirectives(request.fields).has("no-store")
        stored =
            request.method == .get && !isConditional && !isForbidden
            ? cache.response(to: request, url: url, partition) : nil
    }

    /// A digest of all that tells this request from others for the URL, where a response varies with these fields.
    func variant(_ names: [String]) -> String? {
        if !namesAddedLater.isEmpty, names.contains(where: namesAddedLater.contains) { return nil }
        return cache.variant(request, partition, names)
    }

    private static let conditions = [
        "If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since", "If-Range", "Range",
    ]

    /// A response that may be given without asking the server.
    var freshResponse: (head: ResponseHead, body: [UInt8])? {
        let directives = CacheDirectives(request.fields)
        let isPragma =
            !request.fields.contains("Cache-Control")
            && request.fields["Pragma"].map { $0.lowercased().hasSameBytes(as: "no-cache") } == true
        if let stored, !isPragma, stored.isUsable(for: directives, now: requestTime) {
            var given = answer(stored)
            given.head.fields["Age"] = "\(Int(min(stored.age(requestTime), DeltaSeconds.most)))"
            return given
        }
        guard directives.has("only-if-cached") else { return nil }
        // Source: RFC 9111 §5.2.1.7.
        return (ResponseHead(status: 504, requestMethod: request.method, url: url.text), [])
    }

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
        var updated = stored.updated(by: head, requestTime: requestTime, now: cache.now())
        // The server may have changed its mind: what it says now is what counts for storing, and for what tells variants apart.
        cache.remove(stored, of: url)
        updated.varyingFields = CachedResponse.varyingFields(updated.fields)
        if CachedResponse.mayStore(answer(updated).head, for: request),
            let variant = variant(updated.varyingFields)
        {
            updated.variant = variant
            cache.store(updated, for: url)
        }
        let given = answer(updated)
        return .confirmed(given.head, given.body)
    }

    /// The body, which is stored when it has come to its end. A request that changes things takes away what is stored.
    ///
    /// Source: RFC 9111 §4.4.
    func storing(_ body: SessionBody, head: ResponseHead, transferState: TransferState) -> SessionBody {
        let isSafe = [.get, .head, .options, .trace].contains(request.method)
        if !isSafe {
            if (200...399).contains(head.status) { invalidate(head) }
            return body
        }
        guard CachedResponse.mayStore(head, for: request), head.contentLength ?? 0 <= cache.largestEntry else {
            return body
        }
        let names = CachedResponse.varyingFields(head.fields)
        guard let variant = variant(names) else { return body }
        let empty = CachedResponse(
            status: head.status,
            fields: CachedResponse.storedFields(head.fields),
            body: [],
            requestTime: requestTime,
            responseTime: cache.now(),
            varyingFields: names,
            variant: variant
        )
        return SessionBody(
            StoringChunks(body.chunks, limit: cache.largestEntry) { [cache, url] bytes in
                var response = empty
                response.body = bytes
                cache.store(response, for: url)
                transferState.count { $0.cache = .stored }
            }
        )
    }

    private func invalidate(_ head: ResponseHead) {
        cache.remove(url)
        for name in ["Location", "Content-Location"] {
            guard let text = head.fields[name], let other = try? RequestURL(text, relativeTo: url),
                other.hasSameOrigin(as: url)
            else { continue }
            cache.remove(other)
        }
    }

    private func answer(_ stored: CachedResponse) -> (head: ResponseHead, body: [UInt8]) {
        let head = ResponseHead(
            status: stored.status,
            fields: stored.fields,
            requestMethod: request.method,
            url: url.text
        )
        return (head, stored.body)
    }

    /// What is compared of a tag, whether or not it is a weak one. Source: RFC 9110 §8.8.3.2.
    private static func weak(_ tag: String) -> Substring {
        tag.beginsWithBytes(of: "W/") ? Substring(tag.utf8.dropFirst(2)) : tag[...]
    }
}

/// Keeps a copy of the chunks, and hands it over when the last one has come.
private final class StoringChunks: BodyChunks {
    private let chunks: any BodyChunks
    private let limit: Int
    private let copy = Locked<[UInt8]?>([])
    private let store: @Sendable ([UInt8]) -> Void

    init(_ chunks: any BodyChunks, limit: Int, store: @escaping @Sendable ([UInt8]) -> Void) {
        self.chunks = chunks
        self.limit = limit
        self.store = store
    }

    func nextChunk() async throws(SessionError) -> [UInt8]? {
        guard let chunk = try await chunks.nextChunk() else {
            let whole = copy.withLock { copy in
                defer { copy = nil }
                return copy
            }
            if let whole { store(whole) }
            return nil
        }
        copy.withLock { copy in
            // What is too large is not kept, and what was kept of it is let go.
            guard let count = copy?.count, count + chunk.count <= limit else { return copy = nil }
            copy?.append(contentsOf: chunk)
        }
        return chunk
    }

    func cancel() { chunks.cancel() }
}
