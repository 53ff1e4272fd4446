public import Mimeograph

extension RequestMessage {
    /// The request as a command line of curl, for a POSIX shell, to show to people.
    ///
    /// What is secret by its name is not in it: the values of fields, of parameters of the URL, and of what a body has under the name of a
    /// credential, such as `Authorization`, `access_token` and `password`, with all that is nested in it. They stand there as `(hidden)`.
    /// That goes for forms, multipart bodies, JSON, JSON lines and sequences, XML, property lists, CSV and lines of `name: value` or
    /// `name=value`, whatever the Content-Type says. Neither are the user and the password of the URL, nor what may be such: everything
    /// before its last `@`. An `@` of a path is shown where it is written `%40`. Trailers are not in it: the program sends none. A body of
    /// bytes that is text of at most 64 KiB is in it, others as a remark.
    ///
    /// - Parameter showsBody: Whether the body is shown; what is secret in it and has another name is shown with it.
    public func curlCommand(showsBody: Bool = true) -> String { curlCommand(showsBody: showsBody, hiding: [:]) }

    /// The same, with more values hidden.
    ///
    /// - Parameter hidden: Fields whose values are not shown, whatever their names are.
    package func curlCommand(showsBody: Bool = true, hiding hidden: HeaderFields) -> String {
        var words = ["curl"]
        if method != .get {
            words += method == .head ? ["--head"] : ["--request", Self.quotedForShell(method.rawValue)]
        }
        for line in fields {
            let isHidden = hidden.contains(line.name)
            let value = isHidden ? HiddenValues.mark : HiddenValues.hidden(line.value, named: line.name)
            // An empty field has to be written so, or curl takes the field away.
            let text = value.isEmpty ? "\(line.name);" : "\(line.name): \(value)"
            words += ["--header", Self.quotedForShell(text, isField: true)]
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
            return ["--data-raw", Self.quotedForShell(HiddenValues.hidden(inBody: text, fields.contentType))]
        }
    }

    private var urlWithoutCredential: String {
        let visible = VisibleURL(url)
        guard let rest = visible.rest else { return "\(visible.start)\(HiddenValues.mark)" }
        return "\(visible.start)\(visible.isUncertain ? "\(HiddenValues.mark)@" : "")\(rest)"
    }

    /// In single quotes, in which a POSIX shell gives no character a meaning but the quote.
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
    /// The request as a command line of curl; see `RequestMessage.curlCommand(showsBody:)`.
    public var curlCommand: String { request.curlCommand() }
}
