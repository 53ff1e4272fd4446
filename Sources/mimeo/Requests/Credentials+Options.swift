import Mimeograph
import MimeographSession

/// The options for credentials: a name and a password, a token, or a .netrc file.
enum CredentialOptions {
    static let all = [
        OptionDeclaration(
            "user",
            short: "u",
            .required("NAME[:PASSWORD]|@FILE"),
            isSecret: true,
            help:
                "Answers Basic and Digest challenges of the URL's server. Asks for a missing password. A file holds NAME:PASSWORD."
        ),
        OptionDeclaration(
            "bearer",
            .optional("@FILE|env:NAME", whenAlone: ""),
            isSecret: true,
            help:
                "Sends the token in a file or an environment variable to the URL's server; asks for it without a value."
        ),
        OptionDeclaration(
            "netrc",
            .optional("FILE", whenAlone: ""),
            help: "Takes the name and the password of the host from this file. Default ~/.netrc."
        ),
    ]

    /// The largest file of secrets, in bytes.
    private static let fileLimit = 1 << 16

    /// Returns the non-empty lines of a file of secrets; - is standard input.
    static func lines(ofFile path: Substring, _ console: Console) throws(FileError) -> [ArraySlice<UInt8>] {
        let bytes =
            try path.hasSameBytes(as: "-")
            ? console.readInput(fileLimit) : FileReading.read(path: String(path), atMost: fileLimit)
        return bytes.split { $0 == 0x0A || $0 == 0x0D }
    }

    /// Returns the first line of a file of secrets as text.
    private static func firstLine(ofFile path: Substring, of option: String, _ console: Console) throws -> String {
        guard let line = try lines(ofFile: path, console).first else {
            throw UsageError("the file of --\(option) is empty; write the secret into its first line")
        }
        guard let text = String(validating: line, as: UTF8.self) else {
            throw UsageError("the file of --\(option) is not UTF-8; write the secret into it in UTF-8")
        }
        return text
    }

    /// Returns the credential of `--user` or `--netrc`, or nil.
    ///
    /// - Parameter asks: Whether to ask for a missing password.
    /// - Throws: ``UsageError`` or ``FileError``.
    static func credential(
        _ arguments: Arguments,
        _ url: String,
        asks: Bool,
        _ console: Console
    ) throws -> Credential? {
        guard let given = arguments.values["user"] else {
            guard let path = arguments.values["netrc"] else { return nil }
            let file = path.isEmpty ? "\(console.environment["HOME"] ?? "")/.netrc" : path
            let bytes = try FileReading.read(path: file, atMost: fileLimit)
            return NetRC(String(decoding: bytes, as: UTF8.self)).credential(for: (try? RequestURL(url))?.host ?? "")
        }
        let text =
            given.beginsWithBytes(of: "@") ? try firstLine(ofFile: given.dropFirst(), of: "user", console) : given
        let parts = text.parts(at: ":", most: 1).map(String.init)
        if parts.count == 2 { return Credential(username: parts[0], password: parts[1]) }
        if !asks { return Credential(username: text, password: "") }
        guard let password = console.readPassword("Password for \(VisibleText(text)): ") else {
            throw UsageError("--user has no password, and no terminal can ask for it; use --user NAME:PASSWORD")
        }
        return Credential(username: text, password: password)
    }

    /// Returns the token of `--bearer`, or nil.
    ///
    /// - Throws: ``UsageError`` or ``FileError``.
    static func token(_ arguments: Arguments, asks: Bool, _ console: Console) throws -> String? {
        guard let source = arguments.values["bearer"] else { return nil }
        if arguments.has("user") { throw UsageError("use --user or --bearer, not both") }
        if !asks { return HiddenValues.mark }
        if source.isEmpty {
            guard let token = console.readPassword("Token: "), !token.isEmpty else {
                throw UsageError("no terminal can ask for the token; use --bearer=@FILE or --bearer=env:NAME")
            }
            return token
        }
        if source.beginsWithBytes(of: "@") {
            return try firstLine(ofFile: source.dropFirst(), of: "bearer", console)
        }
        guard source.beginsWithBytes(of: "env:") else {
            // Other users could read the token in the process list.
            throw UsageError("--bearer takes @FILE or env:NAME; the token itself would be visible to other users")
        }
        guard let token = Terminal.environment([String(source.dropFirst(4))]).values.first, !token.isEmpty else {
            throw UsageError("the environment variable of --bearer is not set")
        }
        return token
    }
}

/// The content of a .netrc file: names and passwords by host.
///
/// Source: the manual of ftp(1), ".netrc file"; curl(1), `--netrc`.
struct NetRC {
    private var entries: [(host: String?, username: String, password: String)] = []

    /// Parses the text. Comments, macros and accounts are skipped.
    init(_ text: String) {
        var words = Self.words(text)[...]
        while let word = words.popFirst() {
            switch word {
            case "machine": entries.append((words.popFirst() ?? "", "", ""))
            case "default": entries.append((nil, "", ""))
            case "login" where !entries.isEmpty: entries[entries.count - 1].username = words.popFirst() ?? ""
            case "password" where !entries.isEmpty: entries[entries.count - 1].password = words.popFirst() ?? ""
            case "account": words = words.dropFirst()
            default: continue
            }
        }
    }

    /// Returns the credential of the first entry for the host, or of the default entry; nil if there is none.
    func credential(for host: String) -> Credential? {
        let entry = entries.first { $0.host.map { $0.lowercasedASCII.hasSameBytes(as: host) } ?? true }
        return entry.map { Credential(username: $0.username, password: $0.password) }
    }

    /// Divides the text into words. Quotation marks hold a word together; a macro ends at an empty line.
    private static func words(_ text: String) -> [String] {
        var words: [String] = []
        var isMacro = false
        for line in text.parts(at: "\n") {
            let bytes = line.utf8.drop { $0 <= 0x20 }
            if isMacro {
                isMacro = !bytes.isEmpty
                continue
            }
            var rest = bytes
            while let first = rest.first, first != UInt8(ascii: "#") {
                let word: Substring.UTF8View
                if first == UInt8(ascii: "\"") {
                    word = rest.dropFirst().prefix { $0 != UInt8(ascii: "\"") }
                    rest = rest.dropFirst(word.count + 2)
                } else {
                    word = rest.prefix { $0 > 0x20 }
                    rest = rest.dropFirst(word.count)
                }
                words.append(String(Substring(word)))
                rest = rest.drop { $0 <= 0x20 }
                if words.last == "macdef" {
                    words.removeLast()
                    isMacro = true
                    break
                }
            }
        }
        return words
    }
}
