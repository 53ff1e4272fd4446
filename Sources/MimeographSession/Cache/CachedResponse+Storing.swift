import Mimeograph

// MARK: - What is stored

extension CachedResponse {
    /// At most so many variants of one URL are kept.
    static let mostVariants = 8
    /// A response whose `Vary` names more fields is not kept: each request would have to be asked for all of them.
    private static let mostVaryingFields = 64
    /// A response whose fields have more bytes is not kept.
    private static let mostFieldBytes = 64 << 10

    /// Whether a response may be kept for its request. Source: RFC 9111 §3, for a private cache.
    static func mayStore(_ head: ResponseHead, for request: RequestMessage) -> Bool {
        guard request.method == .get else { return false }
        if head.status == 206 {
            guard part(head, for: request) != nil else { return false }
        } else if request.fields.contains("Range"), head.status != 200 {
            return false
        }
        return mayKeep(head.status, head.fields, for: request)
    }

    /// Whether what a server says now lets a stored response be kept.
    static func mayKeep(_ status: Int, _ fields: HeaderFields, for request: RequestMessage) -> Bool {
        guard status >= 200, !unstoredStatuses.contains(status), isSmall(fields) else { return false }
        // The next request answers the challenge in other words, so that nothing would ever be found again.
        if request.fields["Authorization"]?.lowercased().beginsWithBytes(of: "digest ") == true { return false }
        let own = CacheDirectives(fields)
        guard !own.has("no-store") || own.has("must-understand"), !CacheDirectives(request.fields).has("no-store"),
            !fields.contains("Set-Cookie"),
            !fields.values(of: "Vary").contains(where: { $0.contains(ascii: "*") }),
            varyingFields(fields).count <= mostVaryingFields
        else { return false }
        // What is neither fresh for a while nor can be asked about is of no use.
        let isExplicit = own.has("max-age") || fields.contains("Expires")
        let hasValidator = ["ETag", "Last-Modified"].contains(where: fields.contains)
        if heuristicStatuses.contains(status) || status == 206 { return isExplicit || hasValidator }
        return (isExplicit || own.has("public") && hasValidator) && !own.has("must-understand")
    }

    private static func isSmall(_ fields: HeaderFields) -> Bool {
        fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count } <= mostFieldBytes
    }

    /// Source: RFC 9110 §15.1, "heuristically cacheable", without 206. These are the ones that are understood.
    static let heuristicStatuses: Set<Int> = [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501]

    /// Those that are not kept, whatever the server says: what answers a condition or a challenge, since the next request has none
    /// or answers it in other words, a range that there is not, and what must not be stored.
    ///
    /// Source: RFC 9111 §3.1, §3.3; RFC 6585 §3 to §6.
    private static let unstoredStatuses: Set<Int> = [304, 401, 407, 412, 416, 428, 429, 431, 511]

    /// The fields as they are stored: without those of one connection. Source: RFC 9111 §3.1.
    static func storedFields(_ fields: HeaderFields) -> HeaderFields {
        let dropped = fieldsOfTheConnection(fields)
        return HeaderFields(fields.filter { !dropped.contains(ByteEqualString($0.name.lowercased())) })
    }

    /// The names in lower case of the fields that are for the next station only. Source: RFC 9110 §7.6.1.
    static func fieldsOfTheConnection(_ fields: HeaderFields) -> Set<ByteEqualString> {
        var names: Set<ByteEqualString> = [
            "connection", "keep-alive", "proxy-authenticate", "proxy-authentication-info", "proxy-authorization",
            "proxy-connection", "te", "transfer-encoding", "upgrade",
        ]
        for name in tokens(in: fields, "Connection") { names.insert(ByteEqualString(name)) }
        // What the cache goes by is not a matter of one connection, though a server may say so.
        return names.subtracting(["age", "cache-control", "date", "etag", "expires", "last-modified", "pragma", "vary"])
    }

    /// The names in Vary in lower case, in order. What is no token is no name of a field that a request could have.
    static func varyingFields(_ fields: HeaderFields) -> [String] {
        Set(tokens(in: fields, "Vary").map { ByteEqualString($0) }).map(\.text).sorted()
    }

    /// The elements of a list that are tokens, in lower case.
    static func tokens(in fields: HeaderFields, _ name: String) -> [String] {
        var tokens: [String] = []
        for line in fields.values(of: name) {
            var scanner = FieldScanner(line)
            while !scanner.isAtEnd {
                scanner.skipToElement()
                let token = scanner.token()
                scanner.skipSpaces()
                let rest = scanner.run { $0 != UInt8(ascii: ",") }
                if let token, rest == nil { tokens.append(token.lowercased()) }
            }
        }
        return tokens
    }
}

extension HeaderFields {
    /// Fields of lines that others have had already.
    init(_ lines: [Field]) {
        self.init()
        for line in lines { try? append(line.name, line.value) }
    }
}
