extension StringProtocol {
    /// Returns at most `count` scalars of the text, for a message.
    ///
    /// A question mark replaces each scalar that a terminal or a log might interpret: controls, format characters such as
    /// direction marks, and line separators. An ellipsis replaces the rest of a longer text.
    package func visible(atMost count: Int) -> String {
        var text = ""
        var scalars = unicodeScalars.makeIterator()
        for _ in 0..<count {
            guard let scalar = scalars.next() else { return text }
            text.unicodeScalars.append(scalar.isHidden ? "?" : scalar)
        }
        return scalars.next() == nil ? text : text + "…"
    }
}

extension Unicode.Scalar {
    fileprivate var isHidden: Bool {
        if (0x20...0x7E).contains(value) { return false }
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: return true
        default: return false
        }
    }
}

extension MediaType {
    /// The type for a message, shortened, since a peer may send a very long one.
    var visible: String { description.visible(atMost: 200) }
    /// The essence for a message, shortened.
    var visibleEssence: String { essence.visible(atMost: 100) }
}

/// A URL without user name and password, for errors, events and logs.
///
/// The text may be malformed: a slash or question mark in a password ends the host in its middle, and the rest looks like a path.
/// So everything between the slashes and the last `@` is removed. If the removed text may itself be a host and a path
/// (`https://registry.example/@types/node`), a mark shows the omission.
package struct VisibleURL {
    /// The text before the host: scheme and slashes.
    package let start: Substring
    /// Whether the removed text may have been a host and a path.
    package let isUncertain: Bool
    /// The text from the host on; nil if it is hidden because it may be part of a query.
    package let rest: Substring?

    package init(_ text: String) {
        let start = Self.startOfAuthority(text)
        let bytes = text.utf8[start...]
        self.start = text[..<start]
        guard start > text.startIndex, let at = bytes.lastIndex(of: UInt8(ascii: "@")) else {
            (isUncertain, rest) = (false, text[start...])
            return
        }
        let behind = text[bytes.index(after: at)...]
        let head = bytes.prefix { $0 != UInt8(ascii: "/") && !Self.endsPath($0) }
        if at < head.endIndex {
            (isUncertain, rest) = (false, behind)
            return
        }
        let host = head.lastIndex(of: UInt8(ascii: "@")).map { head[head.index(after: $0)...] } ?? head
        isUncertain = Self.isAuthority(host)
        let isShown =
            !(isUncertain && bytes[..<at].contains(where: Self.endsPath)) && Self.isAuthority(Self.head(behind.utf8))
        rest = isShown ? behind : nil
    }

    /// Returns the text without query and fragment, with a mark for an omission; at most 300 characters before the mark of a
    /// query.
    ///
    /// - Parameter authority: Makes the text of the host and port.
    package func shown(authority: (Substring) -> String = { String($0) }) -> String {
        guard let rest else { return "\(start.lowercased())…".visible(atMost: 300) }
        let end = rest.utf8.firstIndex(where: Self.endsPath) ?? rest.endIndex
        let query = end < rest.endIndex && rest.utf8[end] == UInt8(ascii: "?") ? "?…" : ""
        guard start.utf8.last == UInt8(ascii: "/") else {
            return "\(start)\(Self.hidingParameters(inPath: rest[..<end]))".visible(atMost: 300) + query
        }
        let head = Substring(Self.head(rest.utf8))
        let path = Self.hidingParameters(inPath: rest[head.endIndex..<end])
        return "\(start.lowercased())\(isUncertain ? "…@" : "")\(authority(head))\(path)".visible(atMost: 300) + query
    }

    /// Returns a path without the values of parameters that have a secret name: `/a;jsessionid=x/b`. Source: RFC 3986 §3.3.
    package static func hidingParameters(
        inPath path: Substring,
        mark: String = "…",
        isSecret: (Substring) -> Bool = { SecretName.matchesParameter($0) }
    ) -> String {
        var shown = ""
        var rest = path
        while let start = rest.utf8.firstIndex(of: UInt8(ascii: ";")) {
            let end = rest.utf8[start...].dropFirst().firstIndex { ";/?#".utf8.contains($0) } ?? rest.endIndex
            var parameter = rest[start..<end]
            var value = ""
            let name = Substring(parameter.utf8.dropFirst().prefix { $0 != UInt8(ascii: "=") })
            // Percent encoding may hide the letters of a secret name.
            let isHidden = name.contains(ascii: "%") || isSecret(name)
            if isHidden, let equals = parameter.utf8.firstIndex(of: UInt8(ascii: "=")) {
                parameter = parameter[..<parameter.utf8.index(after: equals)]
                value = mark
            }
            shown += "\(rest[..<start])\(parameter)\(value)"
            rest = rest[end...]
        }
        return "\(shown)\(rest)"
    }

    /// The index after the first two slashes in a row, else after the colon of a scheme, else the start.
    private static func startOfAuthority(_ text: String) -> String.Index {
        let bytes = text.utf8
        var scheme: String.Index?
        var mayBeScheme = true
        var index = bytes.startIndex
        var isSlash = false
        while index < bytes.endIndex {
            let byte = bytes[index]
            if endsPath(byte) { break }
            let next = bytes.index(after: index)
            if byte == UInt8(ascii: "/"), isSlash { return next }
            isSlash = byte == UInt8(ascii: "/")
            if mayBeScheme, byte == UInt8(ascii: ":"), index > bytes.startIndex { scheme = next }
            mayBeScheme = mayBeScheme && FieldSyntax.isToken(byte)
            index = next
        }
        return scheme ?? bytes.startIndex
    }

    private static func endsPath(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") }

    private static func head(_ bytes: Substring.UTF8View) -> Substring.UTF8View {
        bytes.prefix { $0 != UInt8(ascii: "/") && !endsPath($0) }
    }

    /// Whether the text has the form of a host, with or without a port.
    private static func isAuthority(_ text: Substring.UTF8View) -> Bool {
        var host = text
        if let colon = text.lastIndex(of: UInt8(ascii: ":")),
            text[colon...].dropFirst().allSatisfy({ (0x30...0x39).contains($0) })
        {
            host = text[..<colon]
        }
        if host.first == UInt8(ascii: "["), host.last == UInt8(ascii: "]") { return true }
        return !host.isEmpty
            && host.allSatisfy {
                (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || $0 >= 0x80
                    || "-._~%".utf8.contains($0)
            }
    }
}
