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
