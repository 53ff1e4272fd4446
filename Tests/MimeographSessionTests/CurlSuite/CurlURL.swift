import Foundation

/// A URL of curl's command line, divided where options change it.
struct CurlURL {
    private(set) var scheme: String
    /// The user information, decoded.
    private(set) var user: String?
    private(set) var authority: String
    private(set) var path: String
    private(set) var query: String?

    /// The text, if it has a scheme without an authority, which HTTP does not allow.
    private let malformed: String?

    /// Divides a URL, which may lack its scheme.
    init(_ text: String) {
        var rest = text[...]
        malformed = text.prefixMatch(of: #/https?:\/[^\/]/#) == nil ? nil : text
        if let match = rest.prefixMatch(of: #/([A-Za-z][A-Za-z0-9+.-]*):\/\//#) {
            scheme = String(match.1)
            rest = rest[match.range.upperBound...]
        } else {
            scheme = "http"
        }
        if let fragment = rest.firstIndex(of: "#") { rest = rest[..<fragment] }
        if let mark = rest.firstIndex(of: "?") {
            query = String(rest[rest.index(after: mark)...])
            rest = rest[..<mark]
        }
        let slash = rest.firstIndex(of: "/") ?? rest.endIndex
        var host = rest[..<slash]
        path = String(rest[slash...])
        if let at = host.lastIndex(of: "@") {
            let bytes = Array(host[..<at].utf8).percentDecoded
            user = String(decoding: bytes, as: UTF8.self)
            host = host[host.index(after: at)...]
        }
        authority = String(host)
    }

    /// The URL without user information and fragment.
    var text: String { malformed ?? "\(scheme)://\(authority)\(path)\(query.map { "?\($0)" } ?? "")" }

    /// The scheme, the host and the port.
    var origin: String { "\(scheme)://\(authority)" }

    /// The host without the port.
    var host: String { String(authority.prefixMatch(of: #/\[[^\]]*\]|[^:]*/#)?.0 ?? "") }

    /// The last component of the path, for a file.
    var fileName: String { path.split(separator: "/").last.map(String.init) ?? "curl_response" }

    /// Adds a text to the query.
    mutating func appendQuery(_ text: String) { query = query.map { $0.isEmpty ? text : "\($0)&\(text)" } ?? text }

    /// Adds the name of an uploaded file if the path ends with a slash.
    mutating func appendFileName(_ file: String) {
        if path.isEmpty { path = "/" }
        guard query == nil, path.hasSuffix("/"), let name = file.split(separator: "/").last else { return }
        path += CurlURL.encoded(String(name))
    }

    /// Returns a text with all characters escaped that are not unreserved. Source: RFC 3986 §2.3.
    static func encoded(_ text: String, space: String = "%20") -> String {
        text.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                String(Unicode.Scalar(byte))
            case 0x20: space
            default: String(format: "%%%02X", Int(byte))
            }
        }.joined()
    }
}

extension CurlURL {
    /// Returns why a text of the command line is no URL that the session can send as it is; nil if it is one.
    static func inapplicability(of text: String) -> String? {
        if text.prefixMatch(of: #/https?:\/(?:[^\/]|\/\/)/#) != nil {
            return "a URL of HTTP has two slashes after its scheme, and a host: RFC 9110 §4.2.1"
        }
        let url = CurlURL(text)
        let labels = url.host.split(separator: ".", omittingEmptySubsequences: false)
        if labels.dropLast().contains("") { return "a domain name has no empty label: RFC 1035 §2.3.1" }
        if let last = labels.last, !last.isEmpty, last.allSatisfy(\.isNumber),
            labels.count > 4 || !labels.allSatisfy({ $0.wholeMatch(of: #/\d+|0[xX][0-9A-Fa-f]*/#) != nil })
        {
            return "a host whose last label is a number must be an IPv4 address, as in browsers: WHATWG URL §3.5"
        }
        if "\(url.path)\(url.query ?? "")".contains(where: { "\"<>[\\]^`{|}".contains($0) }) {
            return "a URL cannot contain one of its characters, and the session escapes it: RFC 3986 §2"
        }
        return nil
    }
}
