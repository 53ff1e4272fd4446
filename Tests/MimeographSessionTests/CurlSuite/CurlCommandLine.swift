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

    /// Parses arguments.
    init(_ arguments: [String]) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument.hasPrefix("--") {
                let parts = argument.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                let name = Self.name(String(parts[0]))
                if name == "next" {
                    groups.append(Group())
                } else if parts.count > 1 {
                    append(name, String(parts[1]))
                } else {
                    append(name, Self.withValue.contains(name) ? rest.popFirst() ?? "" : "")
                }
            } else if argument.hasPrefix("-"), argument != "-" {
                appendLetters(argument.dropFirst(), &rest)
            } else {
                append("url", argument)
            }
        }
    }

    private mutating func append(_ name: String, _ value: String) { groups[groups.count - 1].append(name, value) }

    private mutating func appendLetters(_ letters: Substring, _ rest: inout ArraySlice<String>) {
        var letters = letters
        while let letter = letters.popFirst() {
            if letter == ":" {
                groups.append(Group())
                continue
            }
            let name = Self.letters[letter] ?? String(letter)
            guard Self.withValue.contains(name) else {
                append(name, "")
                continue
            }
            append(name, letters.isEmpty ? rest.popFirst() ?? "" : String(letters))
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
    ]

    /// The options that have a value.
    private static let withValue: Set<String> = [
        "alt-svc", "aws-sigv4", "config", "connect-timeout", "connect-to", "continue-at", "cookie", "cookie-jar",
        "data",
        "data-binary", "data-raw", "data-urlencode", "dump-header", "etag-compare", "etag-save", "expand-data",
        "expand-httpsig-key", "expand-url", "expect100-timeout", "form", "form-string", "haproxy-clientip", "header",
        "hsts", "httpsig-algo", "httpsig-headers", "httpsig-key", "httpsig-keyid", "interface", "ipfs-gateway", "json",
        "libcurl", "max-filesize", "max-redirs", "max-time", "netrc-file", "noproxy", "oauth2-bearer", "output",
        "output-dir", "proto", "proto-default", "proxy", "proxy-header", "proxy-user", "proxy1.0", "range", "referer",
        "request", "request-target", "resolve", "retry", "retry-delay", "retry-max-time", "socks5", "time-cond",
        "tls-max", "upload-file", "url", "url-query", "user", "user-agent", "variable", "write-out",
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
