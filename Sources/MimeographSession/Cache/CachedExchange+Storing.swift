import Mimeograph
import MimeographSupport

// MARK: - What comes is stored

extension CachedExchange {
    /// The body, which is stored when it has come to its end; nil where it is not to be stored.
    ///
    /// A request that changes things takes away what is stored, and HEAD tells whether it is still right.
    ///
    /// Source: RFC 9111 §4.3.5, §4.4.
    func storing(_ body: SessionBody, head: ResponseHead, transferState: TransferState) -> SessionBody? {
        guard [.get, .head, .options, .trace].contains(request.method) else {
            if (200...399).contains(head.status) { invalidate(head) }
            return nil
        }
        if request.method == .head { update(byHead: head) }
        let names = CachedResponse.varyingFields(head.fields)
        guard CachedResponse.mayStore(head, for: request), head.contentLength ?? 0 <= cache.largestEntry,
            let variant = variant(names)
        else {
            forgetReplaced(by: head)
            return nil
        }
        var empty = CachedResponse(
            status: head.status,
            fields: CachedResponse.storedFields(head.fields),
            body: [],
            requestTime: requestTime,
            responseTime: cache.now(),
            varyingFields: names,
            variant: variant
        )
        empty.addDate()
        return SessionBody(
            StoringChunks(body.chunks, limit: cache.largestEntry) { [self, empty] bytes, trailers in
                guard let bytes else { return forgetReplaced(by: head) }
                var empty = empty
                DigestField.merge(trailers, into: &empty.fields)
                guard let response = CachedResponse(head, for: request, body: bytes, like: empty) else { return }
                // A request that changed things meanwhile may have made it outdated before it was there.
                guard cache.store(joined(response), for: url, since: changesBefore) else { return }
                transferState.count { $0.cache = .stored }
            }
        )
    }

    /// Takes away what is stored where the server has answered the same request by what is not kept.
    ///
    /// What may be given stale would else be given for as long as that is allowed, though the server has said something new each
    /// time that it was asked.
    ///
    /// Source: RFC 9111 §4.3.3.
    private func forgetReplaced(by head: ResponseHead) {
        guard let stored, asksForWhole, head.status < 500, !Self.statusesOfTheMoment.contains(head.status) else {
            return
        }
        cache.remove(stored, of: url)
    }

    /// Those that say nothing of the resource: that the client is to wait, to ask elsewhere or in other words.
    ///
    /// Source: RFC 9110 §15.4.5, §15.5; RFC 8470 §5.2; RFC 6585.
    private static let statusesOfTheMoment: Set<Int> = [304, 407, 408, 421, 425, 429, 431, 511]

    /// A part together with what is stored by now of the same representation.
    private func joined(_ response: CachedResponse) -> CachedResponse {
        guard response.parts != nil, let stored = cache.response(to: request, url: url, partition) else {
            return response
        }
        return stored.joined(with: response, atMost: cache.largestEntry) ?? response
    }

    /// Takes over what a response to HEAD says of what is stored, or takes that away where it is another one by now.
    private func update(byHead head: ResponseHead) {
        guard head.status == 200, let stored, stored.status == 200 else { return }
        if stored.isDescribed(by: head) {
            _ = update(stored, by: head)
        } else {
            cache.remove(stored, of: url)
        }
    }

    private func invalidate(_ head: ResponseHead) {
        cache.invalidate(url)
        for name in ["Location", "Content-Location"] {
            guard let text = head.fields[name], let other = try? RequestURL(text, relativeTo: url),
                other.hasSameOrigin(as: url)
            else { continue }
            cache.invalidate(other)
        }
    }
}

/// Keeps a copy of the chunks, and hands it over when the last one has come; nil as soon as there are too many of them.
private final class StoringChunks: BodyChunks {
    private let chunks: any BodyChunks
    private let limit: Int
    private let copy = Locked<[UInt8]?>([])
    private let store: @Sendable ([UInt8]?, _ trailers: HeaderFields) -> Void

    init(
        _ chunks: any BodyChunks,
        limit: Int,
        store: @escaping @Sendable ([UInt8]?, _ trailers: HeaderFields) -> Void
    ) {
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
            if let whole { store(whole, chunks.trailers) }
            return nil
        }
        let isTooLarge = copy.withLock { copy in
            guard let count = copy?.count else { return false }
            // What is too large is not kept, and what was kept of it is let go.
            guard count + chunk.count <= limit else {
                copy = nil
                return true
            }
            copy?.append(contentsOf: chunk)
            return false
        }
        if isTooLarge { store(nil, [:]) }
        return chunk
    }

    func cancel() { chunks.cancel() }

    var trailers: HeaderFields { chunks.trailers }
}
