public import Mimeograph

extension RequestMessage {
    /// The request as a command line of curl, for a POSIX shell, to show to people.
    ///
    /// What is secret by its name is not in it: the values of fields, of parameters of the URL and of a form, and of members of
    /// JSON that hold credentials, such as `Authorization`, `access_token` and `password`; they stand there as `(hidden)`.
    /// Neither are the user and the password of the URL, nor what may be such: everything before its last `@`. An `@` of a path is
    /// shown where it is written `%40`. Trailers are not in it: the program sends none. A body of bytes that is text of at most 64 KiB is in it, others as a remark.
    ///
    /// - Parameter showsBody: Whether the body is shown; what is secret in it and has another name is shown with it.
    public func curlCommand(showsBody: Bool = true) -> String {
        var words = ["curl"]
        if method != .get {
            words += method == .head ? ["--head"] : ["--request", Self.quotedForShell(method.rawValue)]
        }
        for line in fields {
            let value = SecretName.matches(line.name) ? HiddenValues.mark : line.value
            // An empty field has to be written so, or curl takes the field away.
            words += ["--header", Self.quotedForShell(value.isEmpty ? "\(line.name);" : "\(line.name): \(value)")]
        }
        words += bodyWords(showsBody)
        // Brackets and braces in the URL mean themselves.
        words += ["--globoff", Self.quotedForShell(HiddenValues.hidden(inURL: urlWithoutCredential))]
        return words.joined(separator: " ")
    }

    private func bodyWords(_ showsBody: Bool) -> [String] {
        switch body {
        case .none: return []
        case .file(let path): return ["--data-binary", Self.quotedForShell("@\(path)")]
        case .stream: return ["--data-binary", "@-"]
        case .bytes(let bytes):
            guard showsBody, bytes.count <= 1 << 16, !bytes.contains(0),
                let text = String(validating: bytes, as: UTF8.self)
            else { return ["--data-binary", "@-"] }
            return ["--data-raw", Self.quotedForShell(withoutSecrets(text))]
        }
    }

    private var urlWithoutCredential: String {
        let visible = VisibleURL(url)
        guard let rest = visible.rest else { return "\(visible.start)\(HiddenValues.mark)" }
        return "\(visible.start)\(visible.isUncertain ? "\(HiddenValues.mark)@" : "")\(rest)"
    }

    private func withoutSecrets(_ body: String) -> String {
        guard let type = fields.contentType else { return body }
        if type.essence == "application/x-www-form-urlencoded" { return HiddenValues.hidden(inParameters: body[...]) }
        return type.isJSON ? HiddenValues.hidden(inJSON: body) : body
    }

    /// In single quotes, in which a POSIX shell gives no character a meaning but the quote.
    package static func quotedForShell(_ text: String) -> String {
        var quoted = "'"
        for scalar in text.unicodeScalars {
            if scalar == "'" { quoted += #"'\''"# } else { quoted.unicodeScalars.append(scalar) }
        }
        return quoted + "'"
    }
}

extension SessionTask {
    /// The request as a command line of curl; see `RequestMessage.curlCommand(showsBody:)`.
    public var curlCommand: String { request.curlCommand() }
}

/// How values of what has the name of a secret are kept from those who read a log.
enum HiddenValues {
    /// What stands instead of a value.
    static let mark = "(hidden)"

    /// A URL whose parameters, those of a fragment too, have no secret value.
    static func hidden(inURL text: String) -> String {
        let reference = URLReference(text)
        guard let first = reference.query ?? reference.fragment else { return text }
        var shown = String(text[..<first.startIndex])
        if let query = reference.query { shown += hidden(inParameters: query) }
        guard let fragment = reference.fragment else { return shown }
        return shown + (reference.query == nil ? "" : "#") + hidden(inParameters: fragment)
    }

    /// Parameters, `a=1&b=2`, without secret values.
    static func hidden(inParameters text: Substring) -> String {
        text.parts(at: "&").map { pair in
            guard let equals = pair.utf8.firstIndex(of: UInt8(ascii: "=")),
                SecretName.matchesParameter(PercentEncoding.decoded(pair[..<equals]) ?? String(pair[..<equals]))
            else { return String(pair) }
            return "\(pair[...equals])\(mark)"
        }.joined(separator: "&")
    }

    /// JSON without the texts and numbers of secret members. What is no JSON stays as it is, more or less.
    static func hidden(inJSON text: String) -> String {
        let bytes = Array(text.utf8)
        var kept: [UInt8] = []
        var index = 0
        while index < bytes.count {
            let start = index
            index = bytes[index] == UInt8(ascii: "\"") ? endOfText(bytes, from: index) : index + 1
            kept += bytes[start..<index]
            guard bytes[start] == UInt8(ascii: "\""),
                SecretName.matches(String(decoding: bytes[start..<index], as: UTF8.self)),
                let value = startOfValue(bytes, from: index)
            else { continue }
            kept += bytes[index..<value]
            index = endOfScalar(bytes, from: value)
            if index > value { kept += "\"\(mark)\"".utf8 }
        }
        return String(decoding: kept, as: UTF8.self)
    }

    /// Behind the closing quotation mark; the end where there is none.
    private static func endOfText(_ bytes: [UInt8], from start: Int) -> Int {
        var index = start + 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(bytes.count, index + 1)
    }

    /// Where the value of a member begins whose name ends there; nil where it was no name.
    private static func startOfValue(_ bytes: [UInt8], from end: Int) -> Int? {
        let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }
        var index = end
        while index < bytes.count, isSpace(bytes[index]) { index += 1 }
        guard index < bytes.count, bytes[index] == UInt8(ascii: ":") else { return nil }
        index += 1
        while index < bytes.count, isSpace(bytes[index]) { index += 1 }
        return index
    }

    /// Where a text, a number or a word ends; where it begins for what holds others, which is looked through.
    private static func endOfScalar(_ bytes: [UInt8], from start: Int) -> Int {
        guard start < bytes.count else { return start }
        if bytes[start] == UInt8(ascii: "\"") { return endOfText(bytes, from: start) }
        var index = start
        while index < bytes.count, bytes[index] > 0x20, !"{}[],:\"".utf8.contains(bytes[index]) { index += 1 }
        return index
    }
}
