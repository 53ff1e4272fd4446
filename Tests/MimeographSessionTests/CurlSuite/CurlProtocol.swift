/// The comparison of the requests that the server received with `<protocol>`.
///
/// Not compared are:
/// - the order of fields, the case of their names and of hosts, the order of cookies, the boundaries of multipart bodies, the sizes
///   of chunks;
/// - random values: a nonce of the client, and the values that depend on it;
/// - `Proxy-Connection`, which a client should not send (RFC 9112 appendix C.2.2);
/// - `Accept-Encoding: identity`, which a download has, because a part of a file cannot be decoded.
struct CurlProtocol {
    private let removed: [Regex<AnyRegexOutput>]
    private let replacements: [(pattern: Regex<AnyRegexOutput>, text: String)]

    /// Makes a comparison with the `<strip>` and `<strippart>` of a case.
    init(_ testCase: CurlCase) {
        removed = (testCase.part("verify", "strip")?.lines ?? []).compactMap { line in
            let pattern = line.hasSuffix("\\n") ? String(line.dropLast(2)) : line
            return try? Regex(pattern)
        }
        replacements = (testCase.part("verify", "strippart")?.lines ?? []).compactMap { line in
            guard let match = line.wholeMatch(of: #/s\/((?:[^\/\\]|\\.)*)\/([^\/]*)\/g?/#),
                let pattern = try? Regex(String(match.1))
            else { return nil }
            return (pattern, String(match.2))
        }
    }

    /// Returns the first difference; nil if there is none.
    func difference(_ requests: [[UInt8]], _ expected: [UInt8]) -> String? {
        var rest = stripped(expected, replacing: false)
        for (index, request) in requests.enumerated() {
            if rest.isEmpty { return "request \(index + 1) is not expected: \(request.shown)" }
            if let difference = difference(stripped(request, replacing: true), &rest) {
                return "request \(index + 1): \(difference)"
            }
        }
        return rest.isEmpty ? nil : "only \(requests.count) requests, expected also \(rest.shown)"
    }

    private func stripped(_ bytes: [UInt8], replacing: Bool) -> [UInt8] {
        var kept: [UInt8] = []
        for line in bytes.linesWithEnds {
            if line.starts(with: "[DISCONNECT]".utf8) { continue }
            let content = line.filter { $0 != 0x0D && $0 != 0x0A }.latin1
            if removed.contains(where: { content.firstMatch(of: $0) != nil }) { continue }
            var replaced = content
            if replacing {
                for (pattern, text) in replacements { replaced = replaced.replacing(pattern, with: text) }
            }
            let isSame = replaced == content
            kept +=
                isSame
                ? line
                : replaced.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
                    + line.suffix(while: { $0 == 0x0D || $0 == 0x0A })
        }
        return kept
    }

    private func difference(_ request: [UInt8], _ expected: inout [UInt8]) -> String? {
        var (body, other) = (request, expected)
        guard let head = CurlHead(&body), let wanted = CurlHead(&other) else { return "it is empty" }
        if Self.comparable(head.line) != Self.comparable(wanted.line) {
            return "the line \(head.line.debugDescription), expected \(wanted.line.debugDescription)"
        }
        let (fields, wantedFields) = (Self.comparable(head.fields), Self.comparable(wanted.fields))
        if fields != wantedFields {
            let (extra, missing) = (Set(fields).subtracting(wantedFields), Set(wantedFields).subtracting(fields))
            return "the fields \(extra.sorted()) instead of \(missing.sorted())"
        }
        if head.value("transfer-encoding")?.lowercased() == "chunked" {
            guard let chunks = CurlChunks(body), let wantedChunks = CurlChunks(other) else {
                return "the chunks \(body.shown), expected \(other.shown)"
            }
            other.removeFirst(wantedChunks.length)
            expected = other
            return chunks.content == wantedChunks.content && chunks.trailers == wantedChunks.trailers
                ? nil : "the content \(chunks.content.shown), expected \(wantedChunks.content.shown)"
        }
        if let boundary = Self.boundary(head), let wantedBoundary = Self.boundary(wanted) {
            body = body.replacing(Array(boundary.utf8), with: Array(wantedBoundary.utf8))
        }
        guard other.starts(with: body) else {
            return "the body \(body.shown), expected \(Array(other.prefix(body.count)).shown)"
        }
        other.removeFirst(body.count)
        expected = other
        return nil
    }

    private static func boundary(_ head: CurlHead) -> String? {
        head.value("content-type")?.firstMatch(of: #/boundary="?([^";]+)/#).map { String($0.1) }
    }

    /// Returns a request line with the host in lower case, if the line has one. Source: RFC 3986 §6.2.2.1.
    private static func comparable(_ line: String) -> String {
        line.replacing(#/^(\S+ )(https?:\/\/[^\/? ]*)/#) { "\($0.1)\($0.2.lowercased())" }
    }

    private static func comparable(_ fields: [CurlHead.Field]) -> [String] {
        fields.filter { $0.name != "proxy-connection" && $0.description != "accept-encoding: identity" }.map { field in
            switch field.name {
            case "host": return "host: \(field.value.lowercased())"
            case "cookie": return "cookie: \(field.value.split(separator: ";").map { $0.trimmingPrefix(" ") }.sorted())"
            case "content-type":
                let value = field.value.replacing(#/boundary="?[^";]+"?/#, with: "boundary")
                return "content-type: \(value)"
            case "authorization", "proxy-authorization":
                return field.value.hasPrefix("Digest ")
                    ? "\(field.name): \(parameters(field.value))" : field.description
            default: return field.description
            }
        }.sorted()
    }

    /// Returns the parameters of Digest without quotation marks, without the values that depend on a random one.
    private static func parameters(_ value: String) -> [String] {
        let all = value.dropFirst("Digest ".count).matches(of: #/([a-z]+)=("(?:[^"\\]|\\.)*"|[^,\s]*)/#.ignoresCase())
            .map {
                (name: $0.1.lowercased(), value: $0.2.replacing("\"", with: ""))
            }
        let isRandom = all.contains { $0.name == "cnonce" }
        return all.filter { !isRandom || $0.name != "cnonce" && $0.name != "response" }
            .map { "\($0.name)=\($0.value)" }.sorted()
    }
}

extension [UInt8] {
    fileprivate func suffix(while isKept: (UInt8) -> Bool) -> [UInt8] {
        Array(reversed().prefix(while: isKept).reversed())
    }
}
