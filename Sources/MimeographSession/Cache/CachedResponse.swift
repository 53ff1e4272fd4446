import Mimeograph

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A response as it is stored, with what is needed to know how old it is and which requests it is for.
struct CachedResponse: Sendable {
    /// 206 where not all of the body is there.
    var status: Int
    var fields: HeaderFields
    var body: [UInt8]
    /// Which bytes of the whole the body has; nil where it has all of them.
    var parts: StoredParts?
    /// When the request went out and when the response came.
    var requestTime: Date
    var responseTime: Date
    /// The names in `Vary`, in lower case, in order.
    var varyingFields: [String]
    /// A digest of the values that those fields had in the request, and of its ``CachePartition``.
    var variant: String

    /// What it costs to keep.
    var size: Int {
        fields.reduce(body.count + variant.utf8.count + 256) { $0 + $1.name.utf8.count + $1.value.utf8.count + 32 }
    }

    /// How old it is. Source: RFC 9111 §4.2.3.
    func age(_ now: Date) -> Double {
        let apparent = max(0, responseTime.timeIntervalSince(date))
        // Of a list the first member counts; what is no number is as if it were not there. Source: RFC 9111 §5.1.
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

    /// When it was made, as the server says, else when it came.
    private var date: Date { fields["Date"].flatMap { HTTPDate.parse($0) } ?? responseTime }

    /// How long it is fresh. Source: RFC 9111 §4.2.1, §4.2.2: without a word of the server a tenth of the time that it had not
    /// changed for, a day at most; that is for statuses that may be cached so, and where the server says `public`.
    func lifetime(_ directives: CacheDirectives) -> Double {
        // What is no number counts as 0, which is the careful reading.
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

// MARK: - Whether it may be given

extension CachedResponse {
    /// Whether it may be given without asking the server, for a request that says this. Source: RFC 9111 §4.2, §5.2.1.
    func isUsable(for request: CacheDirectives, now: Date) -> Bool {
        let own = CacheDirectives(fields)
        guard !own.has("no-cache"), !request.has("no-cache") else { return false }
        let age = age(now)
        let lifetime = lifetime(own)
        if request.has("max-age"), age > request.seconds("max-age") ?? 0 {
            // Who loads a page again asks for no age; what never changes need not be asked about then. Source: RFC 8246 §2.
            guard own.has("immutable"), request.seconds("max-age") == 0, age < lifetime else { return false }
        }
        // A wish that cannot be read is not known to be met.
        if request.has("min-fresh"), request.seconds("min-fresh") == nil { return false }
        let left = lifetime - age - (request.seconds("min-fresh") ?? 0)
        if left > 0 { return true }
        guard request.has("max-stale"), !own.has("must-revalidate") else { return false }
        return request.isBare("max-stale") || -left <= request.seconds("max-stale") ?? -1
    }

    /// Whether it may be given while the server is asked in the background. Source: RFC 5861 §3.
    func isUsableWhileRevalidating(for request: CacheDirectives, now: Date) -> Bool {
        let own = CacheDirectives(fields)
        guard let staleness = staleness(own, request, now) else { return false }
        return staleness <= own.seconds("stale-while-revalidate") ?? -1
    }

    /// Whether it may be given where the server has failed. Source: RFC 5861 §4.
    ///
    /// - Parameter isDisconnected: Whether it may be given without a word of the server: RFC 9111 §4.2.4.
    func isUsableOnError(for request: CacheDirectives, now: Date, isDisconnected: Bool) -> Bool {
        let own = CacheDirectives(fields)
        guard let staleness = staleness(own, request, now) else { return false }
        let allowed = max(own.seconds("stale-if-error") ?? -1, request.seconds("stale-if-error") ?? -1)
        return isDisconnected || staleness <= allowed
    }

    /// For how long it has not been fresh; nil where it, or the request, forbids that it is given so.
    private func staleness(_ own: CacheDirectives, _ request: CacheDirectives, _ now: Date) -> Double? {
        guard !own.has("no-cache"), !own.has("must-revalidate"), !request.has("no-cache"), !request.has("min-fresh")
        else { return nil }
        let age = age(now)
        if request.has("max-age"), age > request.seconds("max-age") ?? 0 { return nil }
        return age - lifetime(own)
    }
}

// MARK: - What changes it

extension CachedResponse {
    /// A copy with what a 304 says anew, in one pass over the fields of both. Source: RFC 9111 §3.2, §4.3.4.
    func updated(by head: ResponseHead, requestTime: Date, now: Date) -> CachedResponse {
        var kept = Self.fieldsOfTheBody.union(Self.fieldsOfTheConnection(head.fields))
        // That a weak tag is the same does not say that the bytes are: those of a strong one could then be put beside them.
        if fields["ETag"]?.beginsWithBytes(of: "W/") == true { kept.insert("etag") }
        // How old the stored one was is no matter any more, and neither is when it was made.
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

    /// Says when it came, where the server has not. Source: RFC 9110 §6.6.1.
    mutating func addDate() {
        if !fields.contains("Date") { fields["Date"] = HTTPDate.text(of: responseTime) }
    }

    /// Whether a response to HEAD speaks of this body, as far as it says anything of it. Source: RFC 9111 §4.3.5.
    func isDescribed(by head: ResponseHead) -> Bool {
        guard status == head.status, parts == nil else { return false }
        if head.fields.contains("Content-Length"), head.contentLength != Int64(body.count) { return false }
        return ["ETag", "Last-Modified"].allSatisfy { name in
            guard let told = head.fields[name] else { return true }
            return fields[name]?.hasSameBytes(as: told) == true
        }
    }

    /// Fields of the stored body, which a 304 has none of, and those that are not stored.
    private static let fieldsOfTheBody: Set<ByteEqualString> = [
        "content-length", "content-encoding", "content-type", "content-range", "content-digest", "content-md5",
        "set-cookie",
    ]
}
