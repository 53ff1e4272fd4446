public import Mimeograph
import MimeographForm
import MimeographSession

extension HAR {
    /// The secrets that a recording leaves out. The text `(hidden)` replaces each of them.
    ///
    /// By default these are:
    /// - The values of the fields `Authorization`, `Proxy-Authorization`, `Cookie` and `Set-Cookie`, and of all fields whose name is
    ///   that of a key, token, password, session or other secret, such as `X-API-Key` and `X-Auth`. A field whose value contains
    ///   such a name with a value outside of a URL is hidden too.
    /// - In URLs, including those in fields such as `Location`, `Link` and `Refresh`: the user and the password, and the values of
    ///   query, path and fragment parameters with such a name, or with the name `code`.
    /// - The value of a challenge such as `WWW-Authenticate: Negotiate`, but not the parameters of a challenge.
    /// - In bodies of JSON, XML, forms and multipart: the values with such a name. A body without a type, or one that begins with
    ///   `{`, `[` or `<`, is searched too, whatever its type is. A body need not be UTF-8.
    ///
    /// Other bodies are recorded as they are, for example plain text and server-sent events. Secrets in these, in requests with a
    /// content coding, and in the parts of a batch with the type `application/http` need a ``hidingInBody``.
    ///
    /// ```swift
    /// let secrets = HAR.Secrets(alsoHiding: ["X-Tenant", "invitation"])
    /// let recorder = RecordingTransport(secrets: secrets)
    /// …
    /// let transport = try ScriptedTransport(har: "Tests/login.har", secrets: secrets)
    /// ```
    /// A transport that answers from a recording hides the secrets of a request before it compares the request. Pass it the same
    /// value as the recorder.
    public struct Secrets: Sendable {
        /// The names of more secrets: fields, parameters of URLs, form fields, and members of JSON and XML; letter case is ignored.
        public var names: [String]
        /// A function that hides secrets in the text of a body of any type, for example in server-sent events. If a body is not
        /// UTF-8, each byte is one character of the text.
        public var hidingInBody: (@Sendable (_ text: String, MediaType?) -> String)?
        /// Whether anything is hidden. Default true.
        public var isHiding = true

        /// The secrets by default.
        public static let standard = Secrets()

        /// No secrets: everything is recorded. Use it only against a server without secrets.
        public static var none: Secrets {
            var secrets = Secrets()
            secrets.isHiding = false
            return secrets
        }

        /// Makes the secrets by default, and more.
        ///
        /// - Parameters:
        ///   - names: The names of more secrets; see ``names``.
        ///   - hidingInBody: A function that hides secrets in the text of a body.
        public init(
            alsoHiding names: [String] = [],
            hidingInBody: (@Sendable (_ text: String, MediaType?) -> String)? = nil
        ) {
            self.names = names
            self.hidingInBody = hidingInBody
        }
    }
}

extension HAR.Secrets {
    /// The text that replaces a secret.
    static var mark: String { HiddenValues.mark }

    private var lowercasedNames: [String] { names.map { $0.lowercased() } }

    /// Returns header fields without secrets.
    func hidden(_ fields: HeaderFields) -> [HAR.Pair] {
        fields.lines.map { line in HAR.Pair(line.name, isHiding ? hidden(line.value, ofField: line.name) : line.value) }
    }

    private func hidden(_ value: String, ofField name: String) -> String {
        if SecretName.matches(name) || HiddenValues.isOne(name, of: lowercasedNames) { return Self.mark }
        if HiddenValues.isOne(name, of: ["location", "content-location", "referer"]) { return hidden(inURL: value) }
        if HiddenValues.isOne(name, of: ["www-authenticate", "proxy-authenticate"]) {
            return Self.hidden(inChallenges: value)
        }
        return hidden(inURLsOf: value)
    }

    /// Hides the secrets in each URL of a value, as in `Link`. If the rest of the value contains a secret, it hides all of it.
    private func hidden(inURLsOf value: String) -> String {
        let (names, bytes) = (lowercasedNames, value.utf8)
        var (shown, rest, start) = ("", "", bytes.startIndex)
        while start < bytes.endIndex {
            // Swift 6.2 needs the type.
            let end: String.Index =
                bytes[start...].firstIndex { $0 <= 0x20 || "<>\"".utf8.contains($0) } ?? bytes.endIndex
            let word = String(value[start..<end])
            let isPath = word.utf8.first == UInt8(ascii: "/")
            let isURL = isPath || word.contains(ascii: "?") || word.index(ofBytes: "//") != nil
            // In `token=https://h/`, the URL is the secret.
            let head = String(word.parts(at: "?", most: 1)[0].parts(at: "/", most: 1)[0])
            let isShown = isURL && !HiddenValues.holdsSecret(head, also: names)
            let next = end < bytes.endIndex ? bytes.index(after: end) : end
            shown += "\(isShown ? hidden(inURL: word) : word)\(value[end..<next])"
            rest += "\(isShown ? "" : word)\(value[end..<next])"
            start = next
        }
        return HiddenValues.holdsSecret(rest, also: names) ? Self.mark : shown
    }

    /// Hides the single value of a challenge, as in `Negotiate YII=`. Parameters are not secret, and the answer needs them.
    ///
    /// Source: RFC 9110 §11.2, §11.3.
    private static func hidden(inChallenges value: String) -> String {
        var isQuoted = false
        let elements = value.utf8.split(omittingEmptySubsequences: false) { byte in
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            return byte == UInt8(ascii: ",") && !isQuoted
        }
        return elements.map { element in
            let scheme = element.drop { $0 <= 0x20 }.prefix { $0 > 0x20 }
            let rest = element[scheme.endIndex...].drop { $0 <= 0x20 }
            // Equals signs at the end of the single value are padding.
            let name = rest.prefix { $0 != UInt8(ascii: "=") }
            let argument = rest[name.endIndex...].dropFirst().first { $0 > 0x20 }
            let isParameter = argument.map { $0 != UInt8(ascii: "=") } ?? false
            if rest.isEmpty || scheme.contains(UInt8(ascii: "=")) || isParameter { return String(Substring(element)) }
            return "\(Substring(element[..<rest.startIndex]))\(mark)"
        }.joined(separator: ",")
    }

    /// Returns a URL without secrets.
    func hidden(inURL url: String) -> String {
        isHiding ? HiddenValues.hidden(inURL: Self.hidingUsers(in: url), also: lowercasedNames) : url
    }

    /// Replaces the user and the password of a URL, and of URLs in its path. Source: RFC 3986 §3.2.1.
    private static func hidingUsers(in url: String) -> String {
        let query = url.utf8.firstIndex { "?#".utf8.contains($0) } ?? url.endIndex
        var (shown, rest) = ("", url[..<query])
        while let slashes = rest.index(ofBytes: "//") {
            let start = rest.utf8.index(slashes, offsetBy: 2)
            let end = rest.utf8[start...].firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
            let at = rest.utf8[start..<end].lastIndex(of: UInt8(ascii: "@")) ?? start
            shown += "\(rest[..<start])\(at > start ? mark : "")"
            rest = rest[at...]
        }
        return "\(shown)\(rest)\(url[query...])"
    }

    /// Returns the bytes of a body without secrets.
    func hidden(inBody bytes: [UInt8], _ type: MediaType?) -> [UInt8] {
        guard isHiding, !bytes.isEmpty else { return bytes }
        if let text = String(validating: bytes, as: UTF8.self) { return Array(hidden(inText: text, type).utf8) }
        // Secrets are found in text, so each byte becomes the character with its number.
        var text = ""
        text.unicodeScalars.append(contentsOf: bytes.lazy.map { Unicode.Scalar($0) })
        let scalars = hidden(inText: text, type).unicodeScalars
        let shown = scalars.compactMap { UInt8(exactly: $0.value) }
        return shown.count == scalars.count ? shown : Array(Self.mark.utf8)
    }

    private func hidden(inText text: String, _ type: MediaType?) -> String {
        let isStructured =
            type.map { type in
                type.isJSON || type.isXML || type.essence.beginsWithBytes(of: "multipart/")
                    || type.essence.hasSameBytes(as: "application/x-www-form-urlencoded")
            } ?? true
        // A byte order mark may come first, of which each byte may be a character.
        let first = text.unicodeScalars.first { $0.value > 0x20 && ![0xEF, 0xBB, 0xBF, 0xFEFF].contains($0.value) }
        let isSearched = isStructured || first.map { "{[<".unicodeScalars.contains($0) } == true
        let shown = isSearched ? HiddenValues.hidden(inBody: text, type, also: lowercasedNames) : text
        return hidingInBody?(shown, type) ?? shown
    }
}

extension HAR {
    /// Returns the decoded parameters of a URL's query; none if they exceed the limits of a form.
    static func parameters(inQueryOf url: String) -> [Pair] {
        let parts = url.parts(at: "#", most: 1)[0].parts(at: "?", most: 1)
        guard parts.count == 2, let form = try? Form(parsing: parts[1].utf8) else { return [] }
        return form.fields.map { Pair($0.name, $0.value) }
    }
}
