import Mimeograph
import MimeographSupport

// MARK: - What comes is stored

extension CachedExchange {
    /// Stores the body when it has come to its end.
    ///
    /// - Returns: Whether it is to be stored.
    ///
    /// A request that changes things takes away what is stored, and HEAD tells whether it is still right.
    ///
    /// Source: RFC 9111 §4.3.5, §4.4.
    func store(_ body: SessionBody, head: ResponseHead, transferState: TransferState) -> Bool {
        guard [.get, .head, .options, .trace].contains(request.method) else {
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
            // A request that changed things meanwhile may have made it outdated before it was there.
            guard cache.store(joined(response), for: url, since: changesBefore) else { return }
            transferState.count { $0.cache = .stored }
        }
        return true
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
