package import Mimeograph

/// Paths and `file:` URLs, as text.
package enum FileName {
    /// Returns the path of a `file:` URL. Any other text is already a path.
    ///
    /// Source: RFC 8089 §2.
    package static func path(of file: String) throws(SerializationError) -> String {
        guard let colon = scheme(of: file) else { return file }
        let rest = file[file.index(after: colon)...]
        guard file[..<colon].lowercased() == "file", let path = localPath(rest), let text = decoded(path), !text.isEmpty
        else {
            throw SerializationError(
                .notAFileURL,
                "The URL is not a file: URL of this machine.",
                remedy: "Pass a path or a file: URL."
            )
        }
        return text
    }

    /// Returns the last non-empty component.
    package static func lastComponent(of path: String) -> String {
        path.parts(at: "/").last { !$0.isEmpty }.map(String.init) ?? path
    }

    /// Returns the index of the colon after a scheme. `file:` is always a scheme. Another scheme must be followed by two slashes,
    /// because a path may contain a colon.
    private static func scheme(of text: String) -> String.Index? {
        guard let colon = text.firstIndex(of: ":"), let first = text.utf8.first, isLetter(first),
            text[..<colon].utf8.allSatisfy({ isLetter($0) || (0x30...0x39).contains($0) || "+-.".utf8.contains($0) })
        else { return nil }
        return text[..<colon].lowercased() == "file" || text[colon...].hasPrefix("://") ? colon : nil
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) }

    /// Returns the path after the host, which must be this machine.
    private static func localPath(_ rest: Substring) -> Substring? {
        guard rest.hasPrefix("//") else { return rest.hasPrefix("/") ? rest : nil }
        let afterSlashes = rest.dropFirst(2)
        guard let slash = afterSlashes.firstIndex(of: "/") else { return nil }
        let host = afterSlashes[..<slash]
        return host.isEmpty || host.lowercased() == "localhost" ? afterSlashes[slash...] : nil
    }

    /// Decodes percent-encoding. Returns nil if it is invalid, or if there is a query or a fragment, which files cannot have.
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
