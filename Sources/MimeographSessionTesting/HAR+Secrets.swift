public import Mimeograph
import MimeographSession

extension HAR {
    /// The secrets that a recording leaves out. The text `(hidden)` replaces each of them.
    ///
    /// By default these are:
    /// - The values of the fields `Authorization`, `Proxy-Authorization`, `Cookie` and `Set-Cookie`, and of all fields whose name is
    ///   that of a key, token, password, session or other secret, such as `X-API-Key` and `X-Auth`. A field whose value contains
    ///   such a name with a value, or a URL with a user, is hidden too.
    /// - In URLs, including those in `Location`, `Content-Location` and `Referer`: the user and the password, and the values of
    ///   query, path and fragment parameters with such a name, or with the name `code`.
    /// - In bodies of JSON, forms and multipart: the values with such a name.
    ///
    /// Other bodies are recorded as they are, including XML and multipart bodies that are not UTF-8.
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
        /// The names of more fields, query parameters and form fields to hide; letter case is ignored.
        public var names: [String]
        /// A function that hides secrets in the text of a body of any type, for example the members of a JSON object.
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
        ///   - names: The names of more fields, query parameters and form fields to hide.
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

    private func isNamed(_ name: String) -> Bool {
        let name = name.lowercased()
        return names.contains { $0.lowercased() == name }
    }

    /// Returns header fields without secrets.
    func hidden(_ fields: HeaderFields) -> [HAR.Pair] {
        fields.lines.map { line in HAR.Pair(line.name, isHiding ? hidden(line.value, ofField: line.name) : line.value) }
    }

    private func hidden(_ value: String, ofField name: String) -> String {
        if SecretName.matches(name) || isNamed(name) { return Self.mark }
        switch name.lowercased() {
        case "location", "content-location", "referer": return hidden(inURL: value)
        // The parameters of a challenge are not secret, and the answer needs them.
        case "www-authenticate", "proxy-authenticate": return value
        default: return HiddenValues.holdsSecret(value) ? Self.mark : value
        }
    }

    /// Returns a URL without secrets.
    func hidden(inURL url: String) -> String {
        guard isHiding else { return url }
        var shown = HiddenValues.hidden(inURL: Self.hidingUser(in: url))
        if !names.isEmpty, let mark = shown.utf8.firstIndex(of: UInt8(ascii: "?")) {
            let end = shown.utf8[mark...].firstIndex(of: UInt8(ascii: "#")) ?? shown.endIndex
            let start = shown.utf8.index(after: mark)
            shown = shown[..<start] + hidden(inParameters: shown[start..<end]) + shown[end...]
        }
        return shown
    }

    /// Replaces the user and the password of a URL. Source: RFC 3986 §3.2.1.
    private static func hidingUser(in url: String) -> String {
        let bytes = url.utf8
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[colon...].starts(with: "://".utf8) else {
            return url
        }
        let start = bytes.index(colon, offsetBy: 3)
        let end = bytes[start...].firstIndex { "/?#".utf8.contains($0) } ?? bytes.endIndex
        guard let at = bytes[start..<end].lastIndex(of: UInt8(ascii: "@")) else { return url }
        return "\(url[..<start])\(mark)\(url[at...])"
    }

    /// Hides the values with names of the program's own.
    private func hidden(inParameters text: Substring) -> String {
        text.parts(at: "&").map { pair in
            guard let equals = pair.utf8.firstIndex(of: UInt8(ascii: "=")), isNamed(FormText.decoded(pair[..<equals]))
            else { return String(pair) }
            return "\(pair[...equals])\(Self.mark)"
        }.joined(separator: "&")
    }

    /// Returns the text of a body without secrets; nil if it is not UTF-8.
    func hidden(inBody bytes: [UInt8], _ type: MediaType?) -> String? {
        guard var text = String(validating: bytes, as: UTF8.self) else { return nil }
        guard isHiding, !text.isEmpty else { return text }
        let isForm = type?.essence.hasSameBytes(as: "application/x-www-form-urlencoded") ?? false
        let isMultipart = type?.essence.beginsWithBytes(of: "multipart/") ?? false
        if isForm || isMultipart || type?.isJSON == true { text = HiddenValues.hidden(inBody: text, type) }
        if isForm { text = hidden(inParameters: text[...]) }
        return hidingInBody?(text, type) ?? text
    }
}

/// Parameters of queries and forms.
///
/// Source: WHATWG URL §5, "application/x-www-form-urlencoded".
enum FormText {
    /// Returns the decoded parameters of a URL's query.
    static func pairs(inQueryOf url: String) -> [HAR.Pair] {
        let parts = url.parts(at: "#", most: 1)[0].parts(at: "?", most: 1)
        guard parts.count == 2 else { return [] }
        return parts[1].parts(at: "&").filter { !$0.isEmpty }.map { pair in
            let sides = pair.parts(at: "=", most: 1)
            return HAR.Pair(decoded(sides[0]), sides.count == 2 ? decoded(sides[1]) : "")
        }
    }

    /// Decodes a name or a value. A percent sign without two digits stays as it is.
    static func decoded(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2, let high = rest[rest.startIndex].hexDigit,
                let low = rest[rest.startIndex + 1].hexDigit
            {
                bytes.append(high << 4 | low)
                rest.removeFirst(2)
            } else {
                bytes.append(byte == UInt8(ascii: "+") ? 0x20 : byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the bytes of a form with these fields.
    static func bytes(of pairs: [HAR.Pair]) -> [UInt8] {
        Array(pairs.map { "\(encoded($0.name))=\(encoded($0.value))" }.joined(separator: "&").utf8)
    }

    private static func encoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case 0x61...0x7A, 0x41...0x5A, 0x30...0x39, 0x2A, 0x2D, 0x2E, 0x5F: bytes.append(byte)
            case 0x20: bytes.append(UInt8(ascii: "+"))
            default:
                let digits = Array("0123456789ABCDEF".utf8)
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
