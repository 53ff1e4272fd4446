import Mimeograph

/// The request fields that interceptors have set. Any of them may hold a secret, whatever its name.
///
/// They are not sent to another origin, and a cached response is not used for a request in which they differ. Fields that state
/// preferences or describe the message hold no secret; requests to another origin need them too.
enum AddedFields {
    /// Returns the names, in lower case, of the fields that differ and may be secret.
    static func names(from before: HeaderFields, to after: HeaderFields) -> Set<String> {
        if before.lines == after.lines { return [] }
        let known = Set(before.lines)
        var names: Set<String> = []
        for line in after where !known.contains(line) {
            let name = line.name.lowercased()
            if !isPublic(name) { names.insert(name) }
        }
        return names
    }

    /// Returns whether a field, named in lower case, means the same to every server. Trace fields count too: they differ in each
    /// request, so a stored response would never match.
    ///
    /// Source: RFC 9110 §8, §10.1, §12.5, §13.1, §14; RFC 9111 §5; RFC 7240; RFC 9218; Trace Context §3.
    private static func isPublic(_ name: String) -> Bool {
        prefixes.contains { name.beginsWithBytes(of: $0) } || names.contains(ByteEqualString(name))
    }

    private static let prefixes = ["accept", "content-", "if-"]
    private static let names: Set<ByteEqualString> = [
        "cache-control", "connection", "correlation-id", "date", "expect", "idempotency-key", "last-modified", "pragma",
        "prefer", "priority", "range",
        "repr-digest", "request-id", "te", "traceparent", "tracestate", "trailer", "upgrade-insecure-requests",
        "user-agent",
        "want-content-digest", "want-repr-digest", "x-b3-sampled", "x-b3-spanid", "x-b3-traceid", "x-correlation-id",
        "x-request-id",
        "x-requested-with",
    ]
}
