import Mimeograph
import MimeographFiles
import MimeographSession
import MimeographTree

/// The cURL command line for a request, for a POSIX shell and without secrets.
enum CurlLine {
    /// Returns the command line.
    ///
    /// It omits the passwords of `--user`, of the proxy and of the client certificate, because cURL asks for them.
    static func text(_ message: RequestMessage, _ body: RequestBody, _ options: RequestOptions) -> String {
        var message = message
        var words: [String] = []
        // cURL has different default limits, so each limit is written.
        let redirects = options.configuration.redirects.limit
        if redirects > 0 { words += ["--location", "--max-redirs", "\(redirects)"] }
        words.append("--compressed")
        if let user = options.credential?.username { words += ["--anyauth", "--user", quoted(user)] }
        if let path = options.values["cookies"] { words += ["--cookie", quoted(path), "--cookie-jar", quoted(path)] }
        for name in ["connect-timeout", "max-time", "retry"] {
            if let value = options.values[name] { words += ["--\(name)", quoted(value)] }
        }
        if let value = options.values["idle-timeout"] {
            words += ["--speed-limit", "1", "--speed-time", quoted(value)]
        }
        if let proxy = options.values["proxy"] {
            words += ["--proxy", quoted(proxy == "none" ? "" : withoutPassword(proxy))]
        }
        if let path = options.values["unix-socket"] { words += ["--unix-socket", quoted(path)] }
        words += trust(options)
        if let path = options.outputPath { words += ["--output", quoted(path)] }
        if case .parts(let fields, let files) = body {
            // cURL makes its own boundary.
            message.body = .none
            message.fields.remove("Content-Type")
            for (field, isSecret) in zip(fields, HiddenValues.secrets(among: fields)) {
                words += ["--form-string", quoted("\(field.name)=\(isSecret ? HiddenValues.mark : field.value)")]
            }
            for file in files {
                let type = FileExtensions.mediaType(ofPath: file.path) ?? .octetStream
                words += ["--form", quoted("\(file.name)=@\(formPath(file.path));type=\(type)")]
            }
        }
        let line = message.curlCommand(hiding: options.fieldsOfFiles)
        return (["curl"] + words).joined(separator: " ") + line.dropFirst("curl".count)
    }

    /// Returns a file path for `--form`. A comma or a semicolon would end an unquoted path. Source: curl(1), `--form`.
    private static func formPath(_ path: String) -> String {
        guard path.utf8.contains(where: { ",;\"\\".utf8.contains($0) }) else { return path }
        var text = "\""
        for scalar in path.unicodeScalars {
            if "\"\\".unicodeScalars.contains(scalar) { text.unicodeScalars.append("\\") }
            text.unicodeScalars.append(scalar)
        }
        return text + "\""
    }

    /// Returns the options for trust and for the client certificate.
    private static func trust(_ options: RequestOptions) -> [String] {
        var words: [String] = []
        if let path = options.values["anchors"] {
            // Without `--capath`, cURL may also trust the system's folder.
            words += ["--cacert", quoted(path), "--capath", "/dev/null"]
        }
        // cURL writes a pin with two slashes, and joins several pins into one word.
        let pins = options.configuration.securityPolicy.pinnedKeys.map { "sha256//\(Base64.text(of: $0.digest))" }
        if !pins.isEmpty { words += ["--pinnedpubkey", quoted(pins.joined(separator: ";"))] }
        if let certificate = options.values["certificate"] {
            let path = TrustOptions.parts(ofCertificate: certificate).path
            words += ["--cert", quoted(path)] + (TrustOptions.isArchive(path) ? ["--cert-type", "P12"] : [])
        }
        if let path = options.values["key"] { words += ["--key", quoted(path)] }
        if options.configuration.securityPolicy.stapledStatus == .required { words.append("--cert-status") }
        return words
    }

    /// Returns the URL of a proxy with the user's name, but without the password.
    private static func withoutPassword(_ url: String) -> String {
        guard let at = url.utf8.lastIndex(of: UInt8(ascii: "@")) else { return url }
        let start = url.utf8.firstRange(of: "://".utf8)?.upperBound ?? url.startIndex
        guard start < at, let colon = url.utf8[start..<at].firstIndex(of: UInt8(ascii: ":")) else { return url }
        return "\(url[..<colon])\(url[at...])"
    }

    /// Returns the text in single quotes, unless a shell reads all its characters literally.
    private static func quoted(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy {
            switch $0 {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "_./:=,+-".utf8.contains($0)
            }
        }
        return isPlain && !text.isEmpty ? text : RequestMessage.quotedForShell(text)
    }
}
