import Mimeograph

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A stored response, with the data that determines its age and the requests it can answer.
struct CachedResponse: Sendable {
    /// The status; 206 if the body is incomplete.
    var status: Int
    var fields: HeaderFields
    var body: [UInt8]
    /// The ranges of the whole that the body has; nil if it is complete.
    var parts: StoredParts?
    /// When the request was sent and when the response arrived.
    var requestTime: Date
    var responseTime: Date
    /// The names in `Vary`, in lower case and sorted.
    var varyingFields: [String]
    /// A digest of the values of those fields in the request, and of its ``CachePartition``.
    var variant: String

    /// The approximate number of bytes in memory.
    var size: Int {
        fields.reduce(body.count + variant.utf8.count + 256) { $0 + $1.name.utf8.count + $1.value.utf8.count + 32 }
    }

    /// Returns the age in seconds. Source: RFC 9111 §4.2.3.
    func age(_ now: Date) -> Double {
        let apparent = max(0, responseTime.timeIntervalSince(date))
        // The first member of a list counts; a value that is not a number is ignored. Source: RFC 9111 §5.1.
        let named = fields.values(of: "Age").first.flatMap { line in
            var scanner = FieldScanner(line)
            scanner.skipSpaces()
            let number = scanner.run { (0x30...0x39).contains($0) }
            scanner.skipSpaces()
            return scanner.isAtEnd || scanner.skip(",") ? number.flatMap { DeltaSeconds.parse($0) } : nil
        }
        let corrected = (named ?? 0) + responseTime.timeIntervalSince(requestTime)
        return max(apparent, corrected) + max(0, now.timeIntervalSince(responseTime))
    }

    /// When the server made the response; without a Date field, when it arrived.
    private var date: Date { fields["Date"].flatMap { HTTPDate.parse($0) } ?? responseTime }

    /// Returns the number of seconds that the response is fresh. If the server states none, it is a tenth of the time since the
    /// last change, at most a day. That applies to heuristically cacheable statuses and to responses with `public`. Source: RFC
    /// 9111 §4.2.1, §4.2.2.
    func lifetime(_ directives: CacheDirectives) -> Double {
        // A malformed number counts as 0, the cautious choice.
        if directives.has("max-age") { return directives.seconds("max-age") ?? 0 }
        if let expires = fields.values(of: "Expires").first {
            return HTTPDate.parse(expires).map { max(0, $0.timeIntervalSince(date)) } ?? 0
        }
        guard Self.heuristicStatuses.contains(status) || directives.has("public"),
            let modified = fields["Last-Modified"].flatMap({ HTTPDate.parse($0) })
        else { return 0 }
        return min(86_400, max(0, date.timeIntervalSince(modified) / 10))
    }
}

// MARK: - Permission to return a response

extension CachedResponse {
    /// Returns whether the response may answer a request without asking the server. Source: RFC 9111 §4.2, §5.2.1.
    func isUsable(for request: CacheDirectives, now: Date) -> Bool {
        let own = CacheDirectives(fields)
        guard !own.has("no-cache"), !request.has("no-cache") else { return false }
        let age = age(now)
        let lifetime = lifetime(own)
        if request.has("max-age"), age > request.seconds("max-age") ?? 0 {
            // A page reload sends `max-age=0`; an immutable response needs no validation then. Source: RFC 8246 §2.
            guard own.has("immutable"), request.seconds("max-age") == 0, age < lifetime else { return false }
        }
        // The cache cannot meet a requirement that is malformed.
        if request.has("min-fresh"), request.seconds("min-fresh") == nil { return false }
        let left = lifetime - age - (request.seconds("min-fresh") ?? 0)
        if left > 0 { return true }
        guard request.has("max-stale"), !own.has("must-revalidate") else { return false }
        return request.isBare("max-stale") || -left <= request.seconds("max-stale") ?? -1
    }

    /// Returns whether the response may be returned while it is revalidated in the background. Source: RFC 5861 §3.
    func isUsableWhileRevalidating(for request: CacheDirectives, now: Date) -> Bool {
        let own = CacheDirectives(fields)
        guard let staleness = staleness(own, request, now) else { return false }
        return staleness <= own.seconds("stale-while-revalidate") ?? -1
    }

    /// Returns whether the response may be returned after a failure of the server. Source: RFC 5861 §4.
    ///
    /// - Parameter isDisconnected: Whether it may be returned without the server's permission: RFC 9111 §4.2.4.
    func isUsableOnError(for request: CacheDirectives, now: Date, isDisconnected: Bool) -> Bool {
        let own = CacheDirectives(fields)
        guard let staleness = staleness(own, request, now) else { return false }
        let allowed = max(own.seconds("stale-if-error") ?? -1, request.seconds("stale-if-error") ?? -1)
        return isDisconnected || staleness <= allowed
    }

    /// Returns the seconds since the response stopped being fresh; nil if it, or the request, forbids a stale response.
    private func staleness(_ own: CacheDirectives, _ request: CacheDirectives, _ now: Date) -> Double? {
        guard !own.has("no-cache"), !own.has("must-revalidate"), !request.has("no-cache"), !request.has("min-fresh")
        else { return nil }
        let age = age(now)
        if request.has("max-age"), age > request.seconds("max-age") ?? 0 { return nil }
        return age - lifetime(own)
    }
}

// MARK: - Updates

extension CachedResponse {
    /// Returns a copy updated with the fields of a 304, in one pass over both field lists. Source: RFC 9111 §3.2, §4.3.4.
    func updated(by head: ResponseHead, requestTime: Date, now: Date) -> CachedResponse {
        var kept = Self.fieldsOfTheBody.union(Self.fieldsOfTheConnection(head.fields))
        // Equal weak tags do not prove equal bytes. If the stored body got the new strong tag, parts of other bytes could be
        // joined to it.
        if fields["ETag"]?.beginsWithBytes(of: "W/") == true { kept.insert("etag") }
        // The old age and date no longer count.
        var said: Set<ByteEqualString> = ["age", "date"]
        var lines: [HeaderFields.Field] = []
        for line in head.fields {
            let name = ByteEqualString(line.name.lowercased())
            if kept.contains(name) { continue }
            said.insert(name)
            lines.append(line)
        }
        var updated = self
        updated.fields = HeaderFields(
            fields.filter { !said.contains(ByteEqualString($0.name.lowercased())) } + lines
        )
        updated.requestTime = requestTime
        updated.responseTime = now
        updated.addDate()
        return updated
    }

    /// Adds the time of arrival if the server sent no date. Source: RFC 9110 §6.6.1.
    mutating func addDate() {
        if !fields.contains("Date") { fields["Date"] = HTTPDate.text(of: responseTime) }
    }

    /// Returns whether a HEAD response can describe this body. Source: RFC 9111 §4.3.5.
    func isDescribed(by head: ResponseHead) -> Bool {
        guard status == head.status, parts == nil else { return false }
        if head.fields.contains("Content-Length"), head.contentLength != Int64(body.count) { return false }
        return ["ETag", "Last-Modified"].allSatisfy { name in
            guard let told = head.fields[name] else { return true }
            return fields[name]?.hasSameBytes(as: told) == true
        }
    }

    /// Fields that a 304 does not update, because they describe the stored body or are not stored.
    private static let fieldsOfTheBody: Set<ByteEqualString> = [
        "content-length", "content-encoding", "content-type", "content-range", "content-digest", "content-md5",
        "set-cookie",
    ]
}
