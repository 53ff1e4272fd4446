import Mimeograph

// MARK: - Storable responses

extension CachedResponse {
    /// The most variants of one URL that are stored. Responses to GET and to QUERY are counted separately.
    static let mostVariants = 8
    /// The most responses to QUERY of one URL that are stored in memory, because many queries have the same URL.
    static let mostQueries = 32
    /// The first character of the variant of a response to QUERY. A digest does not contain it.
    static let queryMark = "q"

    /// Whether the response answers QUERY.
    var isOfQuery: Bool { variant.beginsWithBytes(of: Self.queryMark) }
    /// The most fields in the `Vary` of a stored response, because each lookup has to compare them all.
    private static let mostVaryingFields = 64
    /// The most bytes in the fields of a stored response.
    private static let mostFieldBytes = 64 << 10

    /// Returns whether a private cache may store a response for its request. Source: RFC 9111 §3.
    static func mayStore(_ head: ResponseHead, for request: RequestMessage) -> Bool {
        switch request.method {
        case .get: break
        case .query: guard head.status != 206, CachePartition.holdsContent(of: request) else { return false }
        default: return false
        }
        if head.status == 206 {
            guard part(head, for: request) != nil else { return false }
        } else if request.fields.contains("Range"), head.status != 200 {
            return false
        }
        return mayKeep(head.status, head.fields, for: request)
    }

    /// Returns whether a status and fields from the server allow a response to be stored.
    static func mayKeep(_ status: Int, _ fields: HeaderFields, for request: RequestMessage) -> Bool {
        guard status >= 200, !unstoredStatuses.contains(status), isSmall(fields) else { return false }
        // The next request answers the challenge differently, so the response would never be found again.
        if request.fields["Authorization"]?.lowercased().beginsWithBytes(of: "digest ") == true { return false }
        let own = CacheDirectives(fields)
        guard !own.has("no-store") || own.has("must-understand"), !CacheDirectives(request.fields).has("no-store"),
            !fields.contains("Set-Cookie"),
            !fields.values(of: "Vary").contains(where: { $0.contains(ascii: "*") }),
            varyingFields(fields).count <= mostVaryingFields
        else { return false }
        // A response that is never fresh and cannot be validated is useless.
        let isExplicit = own.has("max-age") || fields.contains("Expires")
        let hasValidator = ["ETag", "Last-Modified"].contains(where: fields.contains)
        if heuristicStatuses.contains(status) || status == 206 { return isExplicit || hasValidator }
        return (isExplicit || own.has("public") && hasValidator) && !own.has("must-understand")
    }

    private static func isSmall(_ fields: HeaderFields) -> Bool {
        fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count } <= mostFieldBytes
    }

    /// Source: RFC 9110 §15.1, "heuristically cacheable", without 206. The cache understands these statuses.
    static let heuristicStatuses: Set<Int> = [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501]

    /// Statuses that are never stored. These are answers to a condition or a challenge, which the next request may not repeat, an
    /// unsatisfiable range, and statuses that must not be stored.
    ///
    /// Source: RFC 9111 §3.1, §3.3; RFC 6585 §3 to §6.
    private static let unstoredStatuses: Set<Int> = [304, 401, 407, 412, 416, 428, 429, 431, 511]

    /// Returns the fields to store: all except those of one connection. Source: RFC 9111 §3.1.
    static func storedFields(_ fields: HeaderFields) -> HeaderFields {
        let dropped = fieldsOfTheConnection(fields)
        return HeaderFields(fields.filter { !dropped.contains(ByteEqualString($0.name.lowercased())) })
    }

    /// Returns the lowercased names of the hop-by-hop fields. Source: RFC 9110 §7.6.1.
    static func fieldsOfTheConnection(_ fields: HeaderFields) -> Set<ByteEqualString> {
        var names: Set<ByteEqualString> = [
            "connection", "keep-alive", "proxy-authenticate", "proxy-authentication-info", "proxy-authorization",
            "proxy-connection", "te", "transfer-encoding", "upgrade",
        ]
        for name in tokens(in: fields, "Connection") { names.insert(ByteEqualString(name)) }
        // The cache needs these fields, even if a server lists them in Connection.
        return names.subtracting(["age", "cache-control", "date", "etag", "expires", "last-modified", "pragma", "vary"])
    }

    /// Returns the names in Vary, in lower case and sorted. Only a token can be a field name.
    static func varyingFields(_ fields: HeaderFields) -> [String] {
        Set(tokens(in: fields, "Vary").map { ByteEqualString($0) }).map(\.text).sorted()
    }

    /// Returns the elements of a list that are tokens, in lower case.
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
    /// Makes fields from the lines of other fields.
    init(_ lines: [Field]) {
        self.init()
        for line in lines { try? append(line.name, line.value) }
    }
}
