import Mimeograph

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A response as it is stored, with what is needed to know how old it is and whom it is for.
struct CachedResponse: Sendable {
    var status: Int
    var fields: HeaderFields
    var body: [UInt8]
    /// When the request went out and when the response came.
    var requestTime: Date
    var responseTime: Date
    /// The names of the fields that the response depends on, in lower case, in order.
    var varyingFields: [String]
    /// A digest of the values that those fields had in the request.
    var variant: String

    /// What it costs to keep.
    var size: Int {
        fields.reduce(body.count + variant.utf8.count + 256) { $0 + $1.name.utf8.count + $1.value.utf8.count + 32 }
    }

    /// How old it is. Source: RFC 9111 §4.2.3.
    func age(_ now: Date) -> Double {
        let date = fields["Date"].flatMap(HTTPDate.parse) ?? responseTime
        let apparent = max(0, responseTime.timeIntervalSince(date))
        let named = fields.values(of: "Age").first.flatMap { UInt32($0) }.map(Double.init) ?? 0
        let corrected = named + responseTime.timeIntervalSince(requestTime)
        return max(apparent, corrected) + max(0, now.timeIntervalSince(responseTime))
    }

    /// How long it is fresh. Source: RFC 9111 §4.2.1, §4.2.2: without a word of the server a tenth of the time that it had not
    /// changed for, a day at most.
    func lifetime(_ directives: CacheDirectives) -> Double {
        if let seconds = directives.seconds("max-age") { return seconds }
        let date = fields["Date"].flatMap(HTTPDate.parse) ?? responseTime
        if let expires = fields.values(of: "Expires").first {
            return HTTPDate.parse(expires).map { max(0, $0.timeIntervalSince(date)) } ?? 0
        }
        guard let modified = fields["Last-Modified"].flatMap(HTTPDate.parse) else { return 0 }
        return min(86_400, max(0, date.timeIntervalSince(modified) / 10))
    }

    /// Whether it may be given without asking the server, for a request that says this. Source: RFC 9111 §4.2, §5.2.1.
    func isUsable(for request: CacheDirectives, now: Date) -> Bool {
        let own = CacheDirectives(fields)
        guard !own.has("no-cache"), !request.has("no-cache") else { return false }
        let age = age(now)
        if let limit = request.seconds("max-age"), age > limit { return false }
        let left = lifetime(own) - age - (request.seconds("min-fresh") ?? 0)
        if left > 0 { return true }
        guard request.has("max-stale"), !own.has("must-revalidate") else { return false }
        // Without a figure any staleness is taken.
        let staleness = request.seconds("max-stale") ?? 0
        return staleness == 0 ? true : -left <= staleness
    }

    /// A copy with what a 304 says anew. Source: RFC 9111 §3.2, §4.3.4.
    func updated(by head: ResponseHead, requestTime: Date, now: Date) -> CachedResponse {
        var updated = self
        for name in Set(head.fields.map { $0.name.lowercased() }) where !Self.fieldsOfTheBody.contains(name) {
            updated.fields.remove(name)
        }
        for line in head.fields where !Self.fieldsOfTheBody.contains(line.name.lowercased()) {
            try? updated.fields.append(line.name, line.value)
        }
        updated.requestTime = requestTime
        updated.responseTime = now
        return updated
    }

    /// Fields of the stored body, which a 304 has none of, and those that are not stored.
    private static let fieldsOfTheBody: Set<String> = [
        "content-length", "content-encoding", "content-type", "content-range", "transfer-encoding", "connection",
        "set-cookie",
    ]
}

extension CachedResponse {
    /// Whether a response may be kept for its request. Source: RFC 9111 §3, for a private cache.
    static func mayStore(_ head: ResponseHead, for request: RequestMessage) -> Bool {
        guard request.method == .get, cacheableStatuses.contains(head.status), !request.fields.contains("Range") else {
            return false
        }
        // The next request answers the challenge in other words, so that nothing would ever be found again.
        if request.fields["Authorization"]?.lowercased().hasPrefix("digest ") == true { return false }
        let own = CacheDirectives(head.fields)
        guard !own.has("no-store"), !CacheDirectives(request.fields).has("no-store"),
            !head.fields.contains("Set-Cookie"),
            !head.fields.values(of: "Vary").contains(where: { $0.contains("*") })
        else { return false }
        // What is neither fresh for a while nor can be asked about is of no use.
        return ["ETag", "Last-Modified", "Expires"].contains(where: head.fields.contains) || own.has("max-age")
    }

    /// Source: RFC 9110 §15.1, "heuristically cacheable", without 206.
    private static let cacheableStatuses: Set<Int> = [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501]

    /// The names in Vary, and Authorization: what one user got is not for another one, whatever the server says.
    static func varyingFields(_ fields: HeaderFields) -> [String] {
        let named = fields.values(of: "Vary").flatMap { $0.parts(at: ",") }
            .map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
        return Set(named + ["authorization"]).filter { !$0.isEmpty }.sorted()
    }

    /// A digest of the values of some fields of a request, so that no secret is kept with what is stored.
    static func variant(_ request: RequestMessage, _ names: [String]) -> String? {
        let text = names.map { "\($0)\n\(request.fields.values(of: $0).joined(separator: ", "))\n" }.joined()
        return MessageDigest.sha256.hexadecimal(of: text)
    }
}

extension CachedResponse {
    /// Whether it answers a request, as far as the fields go that it depends on.
    func isFor(_ request: RequestMessage) -> Bool { Self.variant(request, varyingFields) == variant }
}
