import Mimeograph
import MimeographSession

extension RequestOptions {
    /// Returns the configuration of the request.
    ///
    /// - Throws: ``UsageError`` for an invalid value, ``FileError`` for a file of cookies or certificates that cannot be read.
    static func configuration(_ arguments: Arguments, _ console: Console) throws -> SessionConfiguration {
        var configuration = SessionConfiguration()
        configuration.proxies = .environment(console.environment)
        if let proxy = arguments.values["proxy"] {
            if proxy == "none" {
                configuration.proxies = .none
            } else if let named = TransportOptions.Proxy(environment: proxy) {
                configuration.proxies = .fixed(named)
            } else {
                // The value is not shown, because it may hold a password.
                throw UsageError("--proxy takes a URL such as http://proxy.example:3128, or the word none")
            }
        }
        configuration.securityPolicy = try TrustOptions.policy(
            arguments,
            console,
            opensIdentity: !arguments.has("curl")
        )
        if arguments.has("http2") { configuration.options.version = .http2PriorKnowledge }
        if arguments.has("digest") { configuration.digests = .required }
        configuration.options.unixSocketPath = arguments.values["unix-socket"]
        configuration.options.connectTimeout = try duration(arguments, "connect-timeout", .seconds(30))
        configuration.options.idleTimeout = try duration(arguments, "idle-timeout", .seconds(60))
        configuration.resourceTimeout = try duration(arguments, "max-time", nil)
        configuration.redirects.limit = try number(arguments, "max-redirects") ?? configuration.redirects.limit
        if let limit = try number(arguments, "retry"), limit > 0 {
            configuration.interceptors = [RetryPolicy(limit: limit)]
        }
        if let path = arguments.values["cookies"] {
            do throws(SessionError) {
                // Session cookies are kept too, so that a login with one command is valid for the next.
                configuration.cookies = try CookieStorage(file: path, keepsSessionCookies: true)
            } catch {
                throw FileError(path: path, reason: error.message)
            }
        }
        return configuration
    }

    static func number(_ arguments: Arguments, _ name: String) throws(UsageError) -> Int? {
        guard let text = arguments.values[name] else { return nil }
        guard let number = Int(text), (0...1000).contains(number) else {
            throw UsageError("--\(name) takes a number from 0 to 1000, not \(text)")
        }
        return number
    }

    /// Parses a time in seconds. Returns nil for no limit.
    private static func duration(
        _ arguments: Arguments,
        _ name: String,
        _ standard: Duration?
    ) throws(UsageError) -> Duration? {
        guard let text = arguments.values[name] else { return standard }
        guard let seconds = Double(text), seconds >= 0, seconds <= 1e9 else {
            throw UsageError("--\(name) takes a number of seconds, not \(text)")
        }
        return seconds == 0 ? nil : .seconds(seconds)
    }
}
