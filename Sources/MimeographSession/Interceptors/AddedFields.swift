import Mimeograph

/// The fields that interceptors have set in a request, of which any may hold a secret, whatever its name is.
///
/// They go to no other origin, and a response to them is given from a cache to no request in which they are different. Fields that
/// say what is wanted, or describe the message, hold no secret: a response to another origin needs them, too.
enum AddedFields {
    /// The names, in lower case, of the fields that differ and may be secret.
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

    /// Whether a field, by its name in lower case, says the same to every server. Those of a trace differ in each request, and no
    /// stored response would ever answer one.
    ///
    /// Source: RFC 9110 §8, §10.1, §12.5, §13.1, §14; RFC 9111 §5; RFC 7240; RFC 9218; Trace Context §3.
    private static func isPublic(_ name: String) -> Bool {
        prefixes.contains { name.beginsWithBytes(of: $0) } || names.contains(ByteEqualString(name))
    }

    private static let prefixes = ["accept", "content-", "if-"]
    private static let names: Set<ByteEqualString> = [
        "cache-control", "connection", "correlation-id", "date", "expect", "last-modified", "pragma", "prefer",
        "priority", "range",
        "repr-digest", "request-id", "te", "traceparent", "tracestate", "trailer", "upgrade-insecure-requests",
        "user-agent",
        "want-content-digest", "want-repr-digest", "x-b3-sampled", "x-b3-spanid", "x-b3-traceid", "x-correlation-id",
        "x-request-id",
        "x-requested-with",
    ]
}
