import Mimeograph
import MimeographSession

/// The cases that this library cannot run, by the option or the feature that they need.
enum CurlSupport {
    /// Returns why a case does not apply; nil if it applies.
    static func inapplicability(of testCase: CurlCase, _ commandLine: CurlCommandLine) -> String? {
        if testCase.part("client", "command")?.attributes["option"]?.contains("no-q") == true {
            return "curlrc: the file of options that curl's tool reads by itself"
        }
        if testCase.part("verify", "errorcode")?.lines.first == "33" || [1434, 3035].contains(testCase.number) {
            return "--continue-at: curl's tool, not the session, compares the response with the file"
        }
        if testCase.part("client", "command") == nil {
            return "tool: the case runs a program of curl's, not a command line"
        }
        // Options first, because they are more specific than features.
        for group in commandLine.groups {
            for option in group.options {
                if let reason = options[option.name] { return "--\(option.name): \(reason)" }
                if let reason = valueReason(option, testCase) { return "--\(option.name): \(reason)" }
                if let reason = requestReason(option, group, testCase) { return "--\(option.name): \(reason)" }
                if !isKnown(option.name) { return "--\(option.name): this runner does not know it" }
            }
        }
        for feature in testCase.part("client", "features")?.lines ?? [] {
            if feature == "NTLM", testCase.part("verify", "protocol")?.bytes.contains(text: "NTLM") == false {
                continue
            }
            // The debug build only divides the request, which a server does not see, or sets the time of signatures.
            let divides = testCase.part("client", "setenv")?.bytes.contains(text: "CURL_SMALLREQSEND") == true
            if feature == "Debug", divides || commandLine.groups.contains(where: { $0.has("httpsig-key") }) { continue }
            if let reason = features[feature] { return "\(feature): \(reason)" }
        }
        for part in testCase.parts("verify", numbered: "file") + testCase.parts("client", numbered: "file")
            + replies(testCase)
        where part.bytes.contains(text: "%includetext") || part.bytes.contains(text: "%SRCDIR") {
            return "%includetext: the file is not among the cases"
        }
        return nil
    }

    private static func replies(_ testCase: CurlCase) -> [CurlCase.Part] {
        testCase.parts("reply", numbered: "data") + testCase.parts("reply", numbered: "datacheck")
    }

    private static func valueReason(_ option: CurlCommandLine.Option, _ testCase: CurlCase) -> String? {
        let value = option.value
        switch option.name {
        case "url" where !value.hasPrefix("@"):
            let scheme =
                value.prefixMatch(of: #/([A-Za-z][A-Za-z0-9]*):\/\//#).map { String($0.1).lowercased() } ?? "http"
            if !["http", "https"].contains(scheme) { return "\(scheme) is another protocol" }
            return (CurlGlob(value)?.expansions ?? []).lazy.compactMap { CurlURL.inapplicability(of: $0.text) }.first
        case "dump-header" where value == "-" && testCase.part("client", "command")?.attributes["option"] == nil:
            return "with --include, curl writes each line twice"
        case "form":
            let field = value.split(separator: "=", maxSplits: 1).dropFirst().first ?? ""
            if value == "=" { return "it has no name" }
            if field.hasPrefix("@"), field.replacing(#/"(?:[^"\\]|\\.)*"/#, with: "").contains(",") {
                return "several files in one part are a multipart/mixed body, which RFC 7578 §4.3 deprecates"
            }
            return field.contains(";headers=") || field.contains(";encoder=") ? "headers and encoders of parts" : nil
        case "url" where value.hasPrefix("@"): return "files of URLs belong to curl's tool"
        case "time-cond" where !replies(testCase).contains(where: { $0.bytes.contains(text: " 304 ") }):
            return "curl's tool, not the session, compares the response with the date"
        case "upload-file" where value.contains("{<"): return "names of sets belong to curl's tool"
        case "upload-file" where value == ".": return "an upload that does not block"
        case "resolve" where value.hasPrefix("*") || value.hasPrefix("+*"):
            return "CurlTransport.Configuration.connectTo names each host"
        case "max-redirs" where Int(value) == 0:
            return "with a limit of 0, RedirectPolicy returns the redirect, and it is not an error"
        default: return nil
        }
    }

    /// Returns why a request cannot be made as the options ask; nil if it can.
    private static func requestReason(
        _ option: CurlCommandLine.Option,
        _ group: CurlCommandLine.Group,
        _ testCase: CurlCase
    ) -> String? {
        switch option.name {
        case "header" where option.value.hasPrefix("@"):
            let file = testCase.parts("client", numbered: "file")
                .first { "@\($0.attributes["name"] ?? "")" == option.value }
            return file?.lines.lazy.compactMap { fieldReason($0, group, testCase) }.first
        case "header": return fieldReason(option.value, group, testCase)
        case "location-trusted" where group.has("anyauth"):
            return "credentials are sent to another server after its own challenge"
        case "retry" where testCase.part("verify", "stdout") != nil && group.last("write-out") == nil:
            return "the body of a response is not delivered if the request is retried"
        case "url" where group.has("digest"):
            // Basic encodes the name.
            let hasControls = CurlURL(option.value).user?.unicodeScalars.contains { $0.value < 0x20 } == true
            return hasControls ? "Digest cannot send a user name with a control character: RFC 9110 §5.5" : nil
        case "digest" where CurlBody.isIn(group) && !group.has("get"):
            return "with a body, curl asks for the challenge in a request without one; the session has Expect for that"
        case "fail-with-body" where group.has("retry"):
            return "the body of a response is not delivered if the request is retried"
        default: return nil
        }
    }

    private static func fieldReason(
        _ field: String,
        _ group: CurlCommandLine.Group,
        _ testCase: CurlCase
    ) -> String? {
        guard let colon = field.firstIndex(of: ":") else { return nil }
        let name = field[..<colon].lowercased()
        let value = field[field.index(after: colon)...].drop { $0 == " " }
        if name.contains(" ") { return "a field name cannot contain a space: RFC 9110 §5.1" }
        switch name {
        case "content-type" where !group.all("form").isEmpty && !value.hasPrefix("multipart/form-data"):
            return "a form with files is multipart/form-data"
        case "host" where value.isEmpty: return "a request of HTTP/1.1 must have a Host: RFC 9112 §3.2"
        case "host" where CurlSettings.keepsCookies(group):
            return "the host of cookies is that of the URL, not of the field Host: RFC 6265 §5.3"
        case "content-length" where group.last("upload-file") == "-":
            let length = testCase.part("client", "stdin")?.bytes.count ?? 0
            return Int(value) == length ? nil : "Content-Length must be the length of the body: RFC 9110 §8.6"
        default: return nil
        }
    }

    private static let options: [String: String] = {
        var reasons = [
            "alt-svc": "the session does not use Alt-Svc",
            "form-escape": "names in forms are escaped as browsers do",
            "http0.9": "HTTP/0.9 is not supported",
            "http1.0": "requests in HTTP/1.0 are not supported",
            "http2": "an upgrade from HTTP/1.1 to HTTP/2 is not supported",
            "interface": "the local address cannot be chosen",
            "libcurl": "source code belongs to curl's tool",
            "negotiate": "Negotiate is not supported",
            "ntlm": "NTLM is not supported",
            "path-as-is": "URLs have no dot segments: RFC 3986 §6.2.2.3",
            "proxy-anyauth": "a proxy gets only Basic credentials",
            "proxy-digest": "a proxy gets only Basic credentials",
            "proxy-header": "fields for the proxy cannot be set",
            "proxy-ntlm": "NTLM is not supported",
            "proxy1.0": "requests in HTTP/1.0 are not supported",
            "proxytunnel": "a tunnel is made only for https",
            "raw": "transfer codings are always decoded",
            "request-target": "the request target is that of the URL",
            "skip-existing": "curl's tool decides whether to download",
            "no-clobber": "curl's tool chooses another name for the file",
            "tr-encoding": "compressed transfer codings are not supported",
            "hsts": "HSTS is not supported",
        ]
        for name in ["aws-sigv4"] { reasons[name] = "signatures of AWS are not supported" }
        for name in ["haproxy-protocol", "haproxy-clientip"] { reasons[name] = "the PROXY protocol is not supported" }
        for name in ["ipfs-gateway"] { reasons[name] = "IPFS is not supported" }
        for name in ["netrc", "netrc-file", "netrc-optional"] { reasons[name] = "files of passwords are not read" }
        for name in ["xattr"] { reasons[name] = "attributes of files belong to curl's tool" }
        return reasons
    }()

    private static let features = [
        "Debug": "the case needs a debug build of curl", "NTLM": "NTLM is not supported",
        "ipfs": "IPFS is not supported",
        "alt-svc": "the session does not use Alt-Svc", "HSTS": "HSTS is not supported", "http/2": "it needs HTTP/2",
        "h2c": "an upgrade from HTTP/1.1 to HTTP/2 is not supported", "GSS-API": "Negotiate is not supported",
        "xattr": "attributes of files belong to curl's tool", "win32": "it needs Windows",
        "sha512-256": "Digest with SHA-512/256 is not supported",
    ]

    /// Options that change nothing here, and all options that the runner translates.
    private static func isKnown(_ name: String) -> Bool {
        known.contains(name) || name.hasPrefix("no-") && known.contains(String(name.dropFirst(3)))
    }

    private static let known: Set<String> = [
        "anyauth", "basic", "compressed", "connect-timeout", "connect-to", "continue-at", "cookie", "cookie-jar",
        "create-dirs", "data", "data-binary", "data-raw", "data-urlencode", "digest", "dump-header", "etag-compare",
        "etag-save", "expect100-timeout", "fail", "fail-with-body", "follow", "form", "get", "head", "header",
        "http0.9", "http1.1", "httpsig-algo", "httpsig-headers", "httpsig-key", "httpsig-keyid", "include", "ipv4",
        "json", "junk-session-cookies", "location", "location-trusted", "max-filesize", "max-redirs", "max-time",
        "noproxy", "oauth2-bearer", "out-null", "output", "output-dir", "post301", "post302", "post303", "progress-bar",
        "progress-meter", "proto", "proxy", "proxy-user", "range", "referer", "remote-header-name", "remote-name",
        "remote-name-all", "remote-time", "remove-on-error", "request", "resolve", "retry", "retry-all-errors",
        "retry-delay", "retry-max-time", "show-error", "silent", "socks5", "time-cond", "upload-file", "url",
        "url-query", "use-ascii", "user", "user-agent", "verbose", "write-out",
    ]
}

/// The errors of the session that correspond to curl's exit codes.
///
/// Source: curl(1), "EXIT CODES".
enum CurlErrors {
    /// Returns whether an error may stand for an exit code.
    static func matches(_ code: SessionError.Code?, _ exitCode: Int) -> Bool {
        guard let code else { return exitCode == 0 }
        return exitCode != 0 && (codes[exitCode].map { $0.contains(code) } ?? true)
    }

    private static let codes: [Int: Set<SessionError.Code>] = [
        1: [.invalidURL, .invalidRequest, .invalidResponse, .redirectRefused],
        3: [.invalidURL, .invalidRequest, .redirectRefused],
        5: [.hostNotFound, .invalidProxy],
        6: [.hostNotFound, .invalidURL],
        7: [.cannotConnect],
        8: [.invalidResponse],
        18: [.connectionLost, .invalidResponse],
        22: [.unacceptableStatus],
        28: [.timedOut],
        47: [.tooManyRedirects],
        52: [.connectionLost],
        56: [.connectionLost, .invalidResponse, .limitExceeded],
        25: [.bodyFailed, .invalidRequest],
        26: [.bodyFailed, .serialization],
        61: [.serialization, .invalidResponse],
        63: [.limitExceeded],
        100: [.limitExceeded],
    ]
}
