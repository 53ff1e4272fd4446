import Foundation
import Mimeograph
import MimeographBrotli
import MimeographCompression
import MimeographSession
import MimeographZstandard

/// The configurations of the session for curl's options.
struct CurlSettings {
    /// The options.
    let group: CurlCommandLine.Group
    /// The variables of the environment that the case sets.
    let environment: [String: String]
    /// The folder for files of the runner.
    let folder: String
    /// Whether a transfer must take longer than it may.
    let expectsTimeout: Bool

    /// Returns whether the options turn curl's storage of cookies on: a file to read or to write.
    static func keepsCookies(_ group: CurlCommandLine.Group) -> Bool {
        group.names.contains("cookie-jar") || group.all("cookie").contains { !$0.contains("=") }
    }

    /// Returns the configuration for a transfer of the group.
    ///
    /// - Parameters:
    ///   - request: The first transfer.
    ///   - storage: The storage of cookies, if an earlier transfer of the group has made it.
    func configuration(_ request: CurlRequest, _ storage: CookieStorage?) throws -> SessionConfiguration {
        var configuration = SessionConfiguration()
        configuration.options.idleTimeout = .seconds(30)
        // All tests run at once, so a case may take longer than it asks for.
        let longest = group.last("max-time").flatMap { Int($0) }
        configuration.resourceTimeout = .seconds(expectsTimeout ? longest ?? 60 : max(60, longest ?? 0))
        configuration.redirects = redirects(request)
        configuration.proxies = try proxies()
        configuration.cookies = try storage ?? cookies(request)
        if let limit = group.last("max-filesize").flatMap({ Int($0) }) { configuration.limits.inputBytes = limit }
        if group.has("compressed") {
            configuration.codings = ContentCodings([GzipCoding(), DeflateCoding(), BrotliCoding(), ZstandardCoding()])
        }
        if let credential = request.credential, group.has("digest") || group.has("anyauth") {
            configuration.credentials = CurlCredentials(
                credential: credential,
                origin: request.url.origin,
                onlyDigest: !group.has("anyauth"),
                isForAll: group.has("location-trusted")
            )
        }
        if let limit = group.last("retry").flatMap({ Int($0) }) {
            let maximum = group.last("retry-max-time").flatMap { Int($0) } ?? 60
            configuration.interceptors = [retries(limit, maximum: .seconds(maximum))]
        }
        configuration.interceptors += try CurlSignatures.interceptors(group)
        return configuration
    }

    private func retries(_ limit: Int, maximum: Duration) -> RetryPolicy {
        var policy = RetryPolicy(limit: limit, delay: .milliseconds(20), maximumDelay: maximum)
        policy.methods.insert(.post)
        policy.statuses.insert(429)
        if !group.has("retry-all-errors") { policy.codes = [.timedOut] }
        return policy
    }

    private func redirects(_ request: CurlRequest) -> RedirectPolicy {
        guard group.has("location") || group.has("location-trusted") || group.has("follow") else { return .none }
        let limit = group.last("max-redirs").flatMap { Int($0) } ?? 50
        var policy = RedirectPolicy(limit: limit < 0 ? 1000 : limit)
        let original = request.message
        let isTrusted = group.has("location-trusted")
        let addsReferer = group.last("referer")?.hasSuffix(";auto") == true
        guard isTrusted || addsReferer || group.names.contains(where: { $0 == "request" || $0.hasPrefix("post30") })
        else { return policy }
        policy.decide = { [group] redirect in
            var next = redirect.request
            if let method = group.last("request") {
                Self.setMethod(method, of: &next, redirect.head.status, follows: group.has("follow"))
            }
            if original.method == .post, group.has("post\(redirect.head.status)") {
                (next.method, next.body) = (.post, original.body)
                next.fields["Content-Type"] = original.fields["Content-Type"]
            }
            if isTrusted {
                next.fields["Cookie"] = original.fields["Cookie"]
                // The user of a URL is for its server.
                if group.last("user") != nil || group.all("header").contains(where: { $0.hasPrefix("Authorization:") })
                {
                    next.fields["Authorization"] = original.fields["Authorization"]
                }
            }
            if addsReferer { next.fields["Referer"] = redirect.head.url }
            return .send(next)
        }
        return policy
    }

    /// Applies `--request` to the request for the target of a redirect.
    ///
    /// `--location` keeps the method. With `--follow`, curl treats another method with a body like POST.
    private static func setMethod(_ method: String, of request: inout RequestMessage, _ status: Int, follows: Bool) {
        if !follows {
            request.method = HTTPMethod(rawValue: method)
        } else if [301, 302].contains(status), request.method == HTTPMethod(rawValue: method) {
            if case .none = request.body { return }
            (request.method, request.body) = (.get, .none)
            request.fields.remove("Content-Type")
        }
    }

    private func proxies() throws -> ProxyRules {
        var variables = environment
        if let hosts = group.last("noproxy") { variables["no_proxy"] = hosts }
        guard let text = group.last("proxy") ?? group.last("socks5").map({ "socks5://\($0)" }) else {
            return .environment(variables)
        }
        if text.isEmpty { return .none }
        guard
            var proxy = TransportOptions.Proxy(
                environment: text.split(separator: "/").count > 2 ? Self.origin(text) : text
            )
        else { throw CurlBody.Failure(reason: "--proxy \(text)") }
        if let user = group.last("proxy-user") {
            let parts = user.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map {
                String(decoding: Array($0.utf8).percentDecoded, as: UTF8.self)
            }
            proxy.username = parts[0]
            proxy.password = parts.count > 1 ? parts[1] : ""
        }
        let exceptions = variables["no_proxy"] ?? variables["NO_PROXY"] ?? ""
        return .fixed(proxy, except: exceptions.split { $0 == "," || $0 == " " }.map(String.init))
    }

    /// Returns the URL of a proxy without its path, which curl ignores.
    private static func origin(_ text: String) -> String {
        text.split(separator: "/", omittingEmptySubsequences: false).prefix(3).joined(separator: "/")
    }

    // MARK: - Cookies

    /// The file that the storage writes.
    var cookieFile: String { group.last("cookie-jar") ?? "\(folder)/cookies-of-the-runner" }

    private func cookies(_ request: CurlRequest) throws -> CookieStorage? {
        guard Self.keepsCookies(group) else { return nil }
        var lines: [String] = []
        var received = HeaderFields()
        for path in group.all("cookie") where !path.contains("=") {
            guard let data = FileManager.default.contents(atPath: path) else { continue }
            for line in [UInt8](data).linesWithEnds {
                let line = String(decoding: line.filter { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
                if line.lowercased().hasPrefix("set-cookie:") {
                    try received.append("Set-Cookie", String(line.dropFirst("set-cookie:".count)))
                } else {
                    lines.append(line)
                }
            }
        }
        if group.has("junk-session-cookies") {
            lines.removeAll { $0.split(separator: "\t", omittingEmptySubsequences: false).dropFirst(4).first == "0" }
        }
        let text = (["# Netscape HTTP Cookie File"] + lines).joined(separator: "\n") + "\n"
        try Data(text.utf8).write(to: URL(fileURLWithPath: cookieFile))
        let storage = try CookieStorage(file: cookieFile, keepsSessionCookies: true)
        if !received.lines.isEmpty { try storage.store(from: received, url: request.url.text) }
        for pair in group.all("cookie").filter({ $0.contains("=") }).flatMap({ $0.split(separator: ";") }) {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = parts[0].trimmingCharacters(in: .whitespaces)
            storage.set(Cookie(name: name, value: String(parts.last ?? ""), domain: request.url.host))
        }
        return storage
    }
}

/// The user and the password of the command line, for one origin unless it says otherwise.
struct CurlCredentials: CredentialProvider {
    let credential: Credential
    let origin: String
    let onlyDigest: Bool
    let isForAll: Bool

    func credential(for request: CredentialRequest) async -> Credential? {
        guard request.failureCount == 0, isForAll || request.origin == origin else { return nil }
        return onlyDigest && request.challenge.scheme.lowercased() != "digest" ? nil : credential
    }
}
