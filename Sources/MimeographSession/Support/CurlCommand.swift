public import Mimeograph

extension RequestMessage {
    /// Returns the request as a curl command line for a POSIX shell, to show to people.
    ///
    /// Secrets are replaced by `(hidden)`. These are values of fields, URL parameters and body values with the name of a
    /// credential, such as `Authorization`, `access_token` and `password`, with everything nested in them. This covers forms,
    /// multipart bodies, JSON, JSON lines and sequences, XML, property lists, CSV, and lines of `name: value` or `name=value`,
    /// whatever the Content-Type is. Everything between the scheme and the last `@` of the URL is hidden too, because it may
    /// contain a user and a password. To show an `@` of a path, write it as `%40`.
    ///
    /// Trailers are left out, because curl sends none. A body of bytes is shown if it is text of at most 64 KiB; any other body
    /// is read from a file or from standard input.
    ///
    /// - Parameter showsBody: Whether to show the body. Secrets in it with other names are then shown too.
    public func curlCommand(showsBody: Bool = true) -> String { curlCommand(showsBody: showsBody, hiding: [:]) }

    /// Returns the same command with more values hidden.
    ///
    /// - Parameter hidden: Fields whose values are hidden, whatever their names are.
    package func curlCommand(showsBody: Bool = true, hiding hidden: HeaderFields) -> String {
        var words = ["curl"]
        if method != .get {
            words += method == .head ? ["--head"] : ["--request", Self.quotedForShell(method.rawValue)]
        }
        for line in fields {
            let isHidden = hidden.contains(line.name)
            let value = isHidden ? HiddenValues.mark : HiddenValues.hidden(line.value, named: line.name)
            // An empty field needs this form; otherwise curl removes the field.
            let text = value.isEmpty ? "\(line.name);" : "\(line.name): \(value)"
            words += ["--header", Self.quotedForShell(text, isField: true)]
        }
        words += bodyWords(showsBody)
        // With --globoff, brackets and braces in the URL are literal.
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
            return ["--data-raw", Self.quotedForShell(HiddenValues.hidden(inBody: text, fields.contentType))]
        }
    }

    private var urlWithoutCredential: String {
        let visible = VisibleURL(url)
        guard let rest = visible.rest else { return "\(visible.start)\(HiddenValues.mark)" }
        return "\(visible.start)\(visible.isUncertain ? "\(HiddenValues.mark)@" : "")\(rest)"
    }

    /// Returns the text in single quotes, within which only the quote is special in a POSIX shell.
    ///
    /// - Parameter isField: Whether the text is a field, which may have bytes that are not UTF-8; see ``OpaqueBytes``.
    package static func quotedForShell(_ text: String, isField: Bool = false) -> String {
        var quoted = "'"
        for scalar in text.unicodeScalars {
            if scalar == "'" {
                quoted += #"'\''"#
            } else if isField, let byte = OpaqueBytes.byte(scalar) {
                // Not every POSIX shell reads $'\351'.
                quoted += "'\"$(printf '\\\(String(byte, radix: 8))')\"'"
            } else {
                quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "'"
    }
}

extension SessionTask {
    /// The request as a curl command line; see `RequestMessage.curlCommand(showsBody:)`.
    public var curlCommand: String { request.curlCommand() }
}
