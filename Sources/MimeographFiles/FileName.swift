import Mimeograph

/// Paths and `file:` URLs, as text.
enum FileName {
    /// The path that is meant: the text itself, or that of the `file:` URL that it is.
    ///
    /// Source: RFC 8089 §2.
    static func path(of file: String) throws(SerializationError) -> String {
        guard let colon = scheme(of: file) else { return file }
        let rest = file[file.index(after: colon)...]
        guard file[..<colon].lowercased() == "file", let path = localPath(rest), let text = decoded(path), !text.isEmpty
        else {
            throw SerializationError(
                .notAFileURL,
                "What was given is a URL, and not of a file on this machine.",
                remedy: "Give a path or a file: URL."
            )
        }
        return text
    }

    /// What follows the last slash.
    static func lastComponent(of path: String) -> String {
        path.parts(at: "/").last { !$0.isEmpty }.map(String.init) ?? path
    }

    /// The index of the colon after a scheme. `file:` always is one; of others, only what goes on with two slashes is, since a
    /// path may hold a colon.
    private static func scheme(of text: String) -> String.Index? {
        guard let colon = text.firstIndex(of: ":"), let first = text.utf8.first, isLetter(first),
            text[..<colon].utf8.allSatisfy({ isLetter($0) || (0x30...0x39).contains($0) || "+-.".utf8.contains($0) })
        else { return nil }
        return text[..<colon].lowercased() == "file" || text[colon...].hasPrefix("://") ? colon : nil
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) }

    /// The path after the host, which must be this one.
    private static func localPath(_ rest: Substring) -> Substring? {
        guard rest.hasPrefix("//") else { return rest.hasPrefix("/") ? rest : nil }
        let afterSlashes = rest.dropFirst(2)
        guard let slash = afterSlashes.firstIndex(of: "/") else { return nil }
        let host = afterSlashes[..<slash]
        return host.isEmpty || host.lowercased() == "localhost" ? afterSlashes[slash...] : nil
    }

    /// Undoes percent-encoding; nil where it is broken, or there is a query or fragment, which files have not.
    private static func decoded(_ path: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = path.utf8[...]
        while let byte = rest.popFirst() {
            switch byte {
            case 0x3F, 0x23: return nil
            case 0x25:
                guard let high = rest.popFirst()?.hexDigit, let low = rest.popFirst()?.hexDigit else {
                    return nil
                }
                bytes.append(high << 4 | low)
            default: bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
