/// A command line of curl: groups of options, which `--next` separates.
struct CurlCommandLine: Sendable {
    /// An option with its value. The name is the long one.
    struct Option: Sendable {
        let name: String
        let value: String
    }

    /// The options of some transfers, in order.
    struct Group: Sendable {
        private(set) var options: [Option] = []

        fileprivate mutating func append(_ name: String, _ value: String) {
            options.append(Option(name: name, value: value))
        }

        /// Returns the values of an option, in order.
        func all(_ name: String) -> [String] { options.filter { $0.name == name }.map(\.value) }

        /// Returns the value that counts.
        func last(_ name: String) -> String? { all(name).last }

        /// Returns whether an option is on. `--no-` before its name turns it off again.
        func has(_ name: String) -> Bool { options.last { $0.name == name || $0.name == "no-\(name)" }?.name == name }

        /// The options that only this library's runner needs to know, without their values.
        var names: Set<String> { Set(options.map(\.name)) }
    }

    /// The groups, at least one.
    private(set) var groups = [Group()]
    private var expansion = CurlExpansion()
    /// The number of files of options that are open, one inside another.
    private var depth = 0

    /// Parses arguments.
    ///
    /// - Parameters:
    ///   - arguments: The arguments.
    ///   - contents: Returns the bytes of a file, or of the standard input for `-`.
    init(_ arguments: [String], contents: (String) throws -> [UInt8] = { _ in [] }) throws {
        try parse(arguments, contents)
    }

    private mutating func parse(_ arguments: [String], _ contents: (String) throws -> [UInt8]) throws {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument.hasPrefix("--") {
                let parts = argument.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                let name = Self.name(String(parts[0]))
                if name == "next" {
                    groups.append(Group())
                } else if parts.count > 1 {
                    try append(name, String(parts[1]), contents)
                } else {
                    try append(name, Self.hasValue(name) ? rest.popFirst() ?? "" : "", contents)
                }
            } else if argument.hasPrefix("-"), argument != "-" {
                try appendLetters(argument.dropFirst(), &rest, contents)
            } else {
                try append("url", argument, contents)
            }
        }
    }

    /// Adds an option. The options of a file take the place of `--config`, and the text of variables that of `--expand-`.
    private mutating func append(_ name: String, _ value: String, _ contents: (String) throws -> [UInt8]) throws {
        switch name {
        case "config":
            guard depth < 8 else { throw CurlBody.Failure(reason: "--config: too many files inside each other") }
            depth += 1
            try parse(Self.arguments(ofFile: try contents(value)), contents)
            depth -= 1
        case "variable": try expansion.set(value, contents)
        case _ where name.hasPrefix("expand-"):
            try append(String(name.dropFirst(7)), try expansion.expanded(value), contents)
        default: groups[groups.count - 1].append(name, value)
        }
    }

    private static func hasValue(_ name: String) -> Bool { withValue.contains(name) || name.hasPrefix("expand-") }

    private mutating func appendLetters(
        _ letters: Substring,
        _ rest: inout ArraySlice<String>,
        _ contents: (String) throws -> [UInt8]
    ) throws {
        var letters = letters
        while let letter = letters.popFirst() {
            if letter == ":" {
                groups.append(Group())
                continue
            }
            let name = Self.letters[letter] ?? String(letter)
            guard Self.withValue.contains(name) else {
                try append(name, "", contents)
                continue
            }
            try append(name, letters.isEmpty ? rest.popFirst() ?? "" : String(letters), contents)
            return
        }
    }

    private static func name(_ name: String) -> String { synonyms[name] ?? name }

    private static let synonyms = [
        "show-headers": "include", "data-ascii": "data", "continue": "continue-at", "cookies": "cookie",
    ]

    private static let letters: [Character: String] = [
        "A": "user-agent", "b": "cookie", "c": "cookie-jar", "C": "continue-at", "d": "data", "D": "dump-header",
        "e": "referer", "f": "fail", "F": "form", "G": "get", "H": "header", "i": "include", "I": "head",
        "j": "junk-session-cookies", "J": "remote-header-name", "K": "config", "L": "location", "m": "max-time",
        "o": "output", "O": "remote-name", "p": "proxytunnel", "r": "range", "R": "remote-time", "s": "silent",
        "S": "show-error", "T": "upload-file", "u": "user", "U": "proxy-user", "v": "verbose", "w": "write-out",
        "x": "proxy", "X": "request", "z": "time-cond", "0": "http1.0", "4": "ipv4", "#": "progress-bar",
        "a": "append", "B": "use-ascii", "E": "cert", "g": "globoff", "k": "insecure", "n": "netrc", "N": "no-buffer",
        "P": "ftp-port", "q": "disable", "Q": "quote", "t": "telnet-option", "y": "speed-time", "Y": "speed-limit",
        "Z": "parallel", "1": "tlsv1", "2": "sslv2", "3": "sslv3", "6": "ipv6",
    ]

    /// The options that have a value. Source: curl/curl at 5c61e168698a, docs/cmdline-opts.
    private static let withValue: Set<String> = [
        "abstract-unix-socket", "alt-svc", "aws-sigv4", "cacert", "capath", "cert", "cert-type", "ciphers", "config",
        "connect-timeout", "connect-to", "continue-at", "cookie", "cookie-jar", "create-file-mode", "crlfile", "curves",
        "data", "data-binary", "data-raw", "data-urlencode", "delegation", "dns-interface", "dns-ipv4-addr",
        "dns-ipv6-addr", "dns-servers", "doh-url", "dump-header", "ech", "egd-file", "engine", "etag-compare",
        "etag-save", "expect100-timeout", "form", "form-string", "ftp-account", "ftp-alternative-to-user", "ftp-method",
        "ftp-port", "ftp-ssl-ccc-mode", "happy-eyeballs-timeout-ms", "haproxy-clientip", "header", "help", "hostpubmd5",
        "hostpubsha256", "hsts", "httpsig-algo", "httpsig-headers", "httpsig-key", "httpsig-keyid", "interface",
        "ip-tos", "ipfs-gateway", "json", "keepalive-cnt", "keepalive-time", "key", "key-type", "knownhosts", "krb",
        "libcurl", "limit-rate", "local-port", "login-options", "mail-auth", "mail-from", "mail-rcpt", "max-filesize",
        "max-redirs", "max-time", "netrc-file", "noproxy", "oauth2-bearer", "output", "output-dir", "parallel-max",
        "parallel-max-host", "pass", "pinnedpubkey", "preproxy", "proto", "proto-default", "proto-redir", "proxy",
        "proxy-cacert", "proxy-capath", "proxy-cert", "proxy-cert-type", "proxy-ciphers", "proxy-crlfile",
        "proxy-header", "proxy-key", "proxy-key-type", "proxy-pass", "proxy-pinnedpubkey", "proxy-service-name",
        "proxy-tls13-ciphers", "proxy-tlsauthtype", "proxy-tlspassword", "proxy-tlsuser", "proxy-user", "proxy1.0",
        "pubkey", "quote", "random-file", "range", "rate", "referer", "request", "request-target", "resolve", "retry",
        "retry-delay", "retry-max-time", "sasl-authzid", "service-name", "sigalgs", "socks4", "socks4a", "socks5",
        "socks5-gssapi-service", "socks5-hostname", "speed-limit", "speed-time", "ssl-sessions", "stderr",
        "telnet-option", "tftp-blksize", "time-cond", "tls-max", "tls13-ciphers", "tlsauthtype", "tlspassword",
        "tlsuser", "trace", "trace-ascii", "trace-config", "unix-socket", "upload-file", "upload-flags", "url",
        "url-query", "user", "user-agent", "variable", "vlan-priority", "write-out",
    ]
}

extension CurlCommandLine {
    /// Splits a command line at white space, except in quotation marks and after backslashes.
    ///
    /// Source: POSIX.1-2017, Shell Command Language §2.2.
    static func arguments(_ line: String) -> [String] {
        var arguments: [String] = []
        var current: String?
        var mark: Character?
        var characters = line[...]
        while let character = characters.popFirst() {
            switch (mark, character) {
            case (nil, " "), (nil, "\t"), (nil, "\n"):
                if let argument = current { arguments.append(argument) }
                current = nil
            case (nil, "\""), (nil, "'"):
                mark = character
                current = current ?? ""
            case (nil, "\\"): current = (current ?? "") + (characters.popFirst().map(String.init) ?? "")
            case ("\"", "\\"):
                let next = characters.popFirst()
                current = (current ?? "") + (next.map { "\"\\$`".contains($0) ? "\($0)" : "\\\($0)" } ?? "\\")
            case (let open, character) where open == character: mark = nil
            default: current = (current ?? "") + String(character)
            }
        }
        if let argument = current { arguments.append(argument) }
        return arguments
    }
}
