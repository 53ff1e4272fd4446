import Mimeograph

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// MARK: - Received parts

extension CachedResponse {
    /// Returns the positions of a partial response and the length of the whole; nil if the response may not be stored.
    ///
    /// The response must name one range and the length of the whole, agree with its own Content-Length, and have no content
    /// coding. The request must have asked for one range. To join parts, the response must have a strong entity tag.
    ///
    /// Source: RFC 9111 §3.3, §3.4; RFC 9110 §14.4, §15.3.7.
    static func part(_ head: ResponseHead, for request: RequestMessage) -> (positions: Range<Int>, total: Int)? {
        guard head.status == 206, RangeRequest(request.fields) != nil, head.fields.contentCoding == nil,
            strongTag(head.fields) != nil, let range = ContentRange(head), let bytes = range.bytes,
            let total = range.total.flatMap({ Int(exactly: $0) }), let first = Int(exactly: bytes.lowerBound),
            let last = Int(exactly: bytes.upperBound), last < total
        else { return nil }
        // The subtype says that there are several ranges, each with a head of its own.
        if head.contentType?.essence.hasSameBytes(as: "multipart/byteranges") == true { return nil }
        if let length = head.contentLength, length != Int64(last - first + 1) { return nil }
        return (first..<(last + 1), total)
    }

    /// Makes a whole or partial response from received bytes; nil if the body does not match the head.
    init?(
        _ head: ResponseHead,
        for request: RequestMessage,
        body: [UInt8],
        like template: CachedResponse
    ) {
        self = template
        self.body = body
        guard head.status == 206 else { return }
        guard let (positions, total) = Self.part(head, for: request), positions.count == body.count else { return nil }
        fields.remove(contentsOf: Self.fieldsOfAPart)
        if positions == 0..<total {
            complete()
        } else {
            parts = StoredParts(positions, of: total)
        }
    }

    /// Joins a received part with the stored bytes. Nil if they belong to different representations or contradict each other.
    ///
    /// - Parameter limit: The most bytes of the body.
    ///
    /// Source: RFC 9111 §3.4; RFC 9110 §15.3.7.3.
    func joined(with new: CachedResponse, atMost limit: Int) -> CachedResponse? {
        guard let newParts = new.parts, let positions = newParts.ranges.first, [200, 206].contains(status),
            fields.contentCoding == nil, let tag = Self.strongTag(fields), let newTag = Self.strongTag(new.fields),
            tag.hasSameBytes(as: newTag)
        else { return nil }
        var all = parts ?? StoredParts(0..<body.count, of: body.count)
        // An empty body is not a range and has no parts.
        guard !body.isEmpty, all.total == newParts.total, body.count <= limit - new.body.count || parts == nil else {
            return nil
        }
        var bytes = body
        guard all.join(positions, new.body, into: &bytes) else { return nil }
        let head = ResponseHead(status: new.status, fields: new.fields)
        var joined = updated(by: head, requestTime: new.requestTime, now: new.responseTime)
        joined.fields.remove(contentsOf: Self.fieldsOfAPart)
        joined.body = bytes
        joined.varyingFields = new.varyingFields
        joined.variant = new.variant
        joined.parts = all
        joined.status = 206
        if all.isComplete { joined.complete() }
        return joined
    }

    private mutating func complete() {
        parts = nil
        status = 200
        fields["Content-Length"] = "\(body.count)"
    }

    /// Fields that describe the bytes that were sent, not the whole. Source: RFC 9110 §8.6, §14.4; RFC 9530 §2.
    private static let fieldsOfAPart = ["Content-Range", "Content-Length", "Content-Digest", "Content-MD5"]

    /// Returns the entity tag if it is strong. Source: RFC 9110 §8.8.1, §8.8.3.
    private static func strongTag(_ fields: HeaderFields) -> String? {
        let tags = fields.values(of: "ETag")
        guard tags.count == 1, tags[0].beginsWithBytes(of: "\""), tags[0].utf8.count >= 2, tags[0].utf8.last == 0x22
        else { return nil }
        return tags[0]
    }
}

// MARK: - Returned parts

extension CachedResponse {
    /// Returns the answer to a range request; nil if the server has to answer.
    ///
    /// Source: RFC 9110 §14.2, §15.3.7, §15.5.17; RFC 9111 §3.3.
    func answer(to range: RangeRequest) -> (status: Int, fields: HeaderFields, body: [UInt8])? {
        guard status == 200 || parts != nil, fields.contentCoding == nil else { return nil }
        let total = parts?.total ?? body.count
        var told = fields
        told.remove(contentsOf: Self.fieldsOfAPart)
        guard let positions = range.positions(in: total) else {
            told.remove(contentsOf: ["Content-Type", "Repr-Digest"])
            told["Content-Range"] = "bytes */\(total)"
            told["Content-Length"] = "0"
            return (416, told, [])
        }
        guard let piece = parts.map({ $0.bytes(at: positions, in: body) }) ?? body[positions] else { return nil }
        told["Content-Range"] = "bytes \(positions.lowerBound)-\(positions.upperBound - 1)/\(total)"
        told["Content-Length"] = "\(piece.count)"
        return (206, told, Array(piece))
    }

    /// Returns whether If-Range names the stored representation. Only a strong validator can.
    ///
    /// Source: RFC 9110 §13.1.5, §8.8.2.2.
    func isMeant(by condition: String) -> Bool {
        if let tag = Self.strongTag(fields), tag.hasSameBytes(as: condition) { return true }
        guard let modified = fields["Last-Modified"], modified.hasSameBytes(as: condition),
            let changed = HTTPDate.parse(modified), let made = fields["Date"].flatMap({ HTTPDate.parse($0) })
        else { return false }
        return made.timeIntervalSince(changed) >= 1
    }
}
