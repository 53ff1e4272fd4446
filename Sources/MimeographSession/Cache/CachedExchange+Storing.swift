import Mimeograph
import MimeographSupport

// MARK: - Storing responses

extension CachedExchange {
    /// Stores the body when it is complete.
    ///
    /// An unsafe request that succeeds removes stored responses. A HEAD response updates or removes them.
    ///
    /// - Returns: Whether the response is going to be stored.
    ///
    /// Source: RFC 9111 §4.3.5, §4.4.
    func store(_ body: SessionBody, head: ResponseHead, transferState: TransferState) -> Bool {
        guard request.method.isSafe else {
            if (200...399).contains(head.status) { invalidate(head) }
            return false
        }
        if request.method == .head { update(byHead: head) }
        let names = CachedResponse.varyingFields(head.fields)
        guard CachedResponse.mayStore(head, for: request), head.contentLength ?? 0 <= cache.largestEntry,
            let variant = variant(names)
        else {
            forgetReplaced(by: head)
            return false
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
        body.chunks.keepCopy(atMost: cache.largestEntry) { [self, empty] bytes, trailers in
            guard let bytes else { return forgetReplaced(by: head) }
            var empty = empty
            DigestField.merge(trailers, into: &empty.fields)
            guard let response = CachedResponse(head, for: request, body: bytes, like: empty) else { return }
            // A request that changed the resource meanwhile may have made the response obsolete.
            guard cache.store(joined(response), for: url, since: changesBefore) else { return }
            transferState.count { $0.cache = .stored }
        }
        return true
    }

    /// Removes the stored response if the server answered the same request with a response that may not be stored.
    ///
    /// Otherwise the cache could still return the old response stale, although the server has sent a newer one.
    ///
    /// Source: RFC 9111 §4.3.3.
    private func forgetReplaced(by head: ResponseHead) {
        guard let stored, asksForWhole, head.status < 500, !Self.statusesOfTheMoment.contains(head.status) else {
            return
        }
        cache.remove(stored, of: url)
    }

    /// Statuses that say nothing about the resource: the client must wait, ask elsewhere or change the request.
    ///
    /// Source: RFC 9110 §15.4.5, §15.5; RFC 8470 §5.2; RFC 6585.
    private static let statusesOfTheMoment: Set<Int> = [304, 407, 408, 421, 425, 429, 431, 511]

    /// Combines a part with the stored parts of the same representation.
    private func joined(_ response: CachedResponse) -> CachedResponse {
        guard response.parts != nil, let stored = cache.response(to: request, url: url, partition) else {
            return response
        }
        return stored.joined(with: response, atMost: cache.largestEntry) ?? response
    }

    /// Updates the stored response from a HEAD response, or removes it if HEAD describes another one.
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
