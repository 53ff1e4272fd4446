import Mimeograph

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A response as it is stored, with what is needed to know how old it is and which requests it is for.
struct CachedResponse: Sendable {
    var status: Int
    var fields: HeaderFields
    var body: [UInt8]
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
    /// changed for, a day at most.
    func lifetime(_ directives: CacheDirectives) -> Double {
        // What is no number counts as 0, which is the careful reading.
        if directives.has("max-age") { return directives.seconds("max-age") ?? 0 }
        if let expires = fields.values(of: "Expires").first {
            return HTTPDate.parse(expires).map { max(0, $0.timeIntervalSince(date)) } ?? 0
        }
        guard Self.heuristicStatuses.contains(status),
            let modified = fields["Last-Modified"].flatMap({ HTTPDate.parse($0) })
        else { return 0 }
        return min(86_400, max(0, date.timeIntervalSince(modified) / 10))
    }

    /// Whether it may be given without asking the server, for a request that says this. Source: RFC 9111 §4.2, §5.2.1.
    func isUsable(for request: CacheDirectives, now: Date) -> Bool {
        let own = CacheDirectives(fields)
        guard !own.has("no-cache"), !request.has("no-cache") else { return false }
        let age = age(now)
        if request.has("max-age"), age > request.seconds("max-age") ?? 0 { return false }
        // A wish that cannot be read is not known to be met.
        if request.has("min-fresh"), request.seconds("min-fresh") == nil { return false }
        let left = lifetime(own) - age - (request.seconds("min-fresh") ?? 0)
        if left > 0 { return true }
        guard request.has("max-stale"), !own.has("must-revalidate") else { return false }
        return request.isBare("max-stale") || -left <= request.seconds("max-stale") ?? -1
    }

    /// A copy with what a 304 says anew, in one pass over the fields of both. Source: RFC 9111 §3.2, §4.3.4.
    func updated(by head: ResponseHead, requestTime: Date, now: Date) -> CachedResponse {
        let kept = Self.fieldsOfTheBody.union(Self.fieldsOfTheConnection(head.fields))
        var said: Set<ByteEqualString> = []
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
        return updated
    }

    /// Fields of the stored body, which a 304 has none of, and those that are not stored.
    private static let fieldsOfTheBody: Set<ByteEqualString> = [
        "content-length", "content-encoding", "content-type", "content-range", "set-cookie",
    ]
}

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
        guard request.method == .get, head.status >= 200, !unstoredStatuses.contains(head.status),
            !request.fields.contains("Range"), isSmall(head.fields)
        else { return false }
        // The next request answers the challenge in other words, so that nothing would ever be found again.
        if request.fields["Authorization"]?.lowercased().beginsWithBytes(of: "digest ") == true { return false }
        let own = CacheDirectives(head.fields)
        guard !own.has("no-store") || own.has("must-understand"), !CacheDirectives(request.fields).has("no-store"),
            !head.fields.contains("Set-Cookie"),
            !head.fields.values(of: "Vary").contains(where: { $0.contains(ascii: "*") }),
            varyingFields(head.fields).count <= mostVaryingFields
        else { return false }
        // What is neither fresh for a while nor can be asked about is of no use.
        let isExplicit = own.has("max-age") || head.fields.contains("Expires")
        if heuristicStatuses.contains(head.status) {
            return isExplicit || ["ETag", "Last-Modified"].contains(where: head.fields.contains)
        }
        return isExplicit && !own.has("must-understand")
    }

    private static func isSmall(_ fields: HeaderFields) -> Bool {
        fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count } <= mostFieldBytes
    }

    /// Source: RFC 9110 §15.1, "heuristically cacheable", without 206. These are the ones that are understood.
    private static let heuristicStatuses: Set<Int> = [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501]

    /// Those that are not kept, whatever the server says: what answers a range, a condition or a challenge, since the next
    /// request has none or answers it in other words, and what must not be stored.
    ///
    /// Source: RFC 9111 §3.1, §3.3; RFC 6585 §3 to §6.
    private static let unstoredStatuses: Set<Int> = [206, 304, 401, 407, 412, 416, 428, 429, 431, 511]

    /// The fields as they are stored: without those of one connection. Source: RFC 9111 §3.1.
    static func storedFields(_ fields: HeaderFields) -> HeaderFields {
        let dropped = fieldsOfTheConnection(fields)
        return HeaderFields(fields.filter { !dropped.contains(ByteEqualString($0.name.lowercased())) })
    }

    /// The names in lower case of the fields that are for the next station only. Source: RFC 9110 §7.6.1.
    private static func fieldsOfTheConnection(_ fields: HeaderFields) -> Set<ByteEqualString> {
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
    private static func tokens(in fields: HeaderFields, _ name: String) -> [String] {
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
    fileprivate init(_ lines: [Field]) {
        self.init()
        for line in lines { try? append(line.name, line.value) }
    }
}

/// The form of a response in a file: lines of text, an empty line, and the body.
extension CachedResponse {
    private static let mark = "mimeograph-response 2"

    /// The bytes of a file.
    func fileContents(url: String) -> [UInt8] {
        // Fields have no line breaks, and neither has a URL.
        var lines = [
            Self.mark, url, "\(status)", "\(requestTime.timeIntervalSince1970)",
            "\(responseTime.timeIntervalSince1970)",
            varyingFields.joined(separator: ","), variant, "\(body.count)",
        ]
        for line in fields { lines.append("\(line.name):\(line.value)") }
        return Array((lines.joined(separator: "\n") + "\n\n").utf8) + body
    }

    /// Reads a file; nil where it is none, or one of another URL.
    init?(fileContents bytes: [UInt8], url: String) {
        var lines: [Substring] = []
        var start = 0
        while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")), end > start || lines.count == 5 {
            guard let line = String(validating: bytes[start..<end], as: UTF8.self) else { return nil }
            lines.append(line[...])
            start = end + 1
            if start >= bytes.count { return nil }
        }
        guard lines.count >= 8, lines[0].hasSameBytes(as: Self.mark), lines[1].hasSameBytes(as: url),
            let status = Int(lines[2]), let sent = Double(lines[3]), let came = Double(lines[4]),
            let count = Int(lines[7]),
            [sent, came].allSatisfy((0...1e12).contains), start < bytes.count, bytes.count - start - 1 == count
        else { return nil }
        var fields = HeaderFields()
        for line in lines.dropFirst(8) {
            let parts = line.parts(at: ":", most: 1)
            guard parts.count == 2, (try? fields.append(String(parts[0]), String(parts[1]))) != nil else { return nil }
        }
        self.init(
            status: status,
            fields: fields,
            body: Array(bytes[(start + 1)...]),
            requestTime: Date(timeIntervalSince1970: sent),
            responseTime: Date(timeIntervalSince1970: came),
            varyingFields: lines[5].parts(at: ",").filter { !$0.isEmpty }.map(String.init),
            variant: String(lines[6])
        )
    }
}
