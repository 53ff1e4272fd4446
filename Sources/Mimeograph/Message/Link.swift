/// A link of a `Link` field: where it leads, and what that is to the resource of the message.
///
/// ```swift
/// head.fields.links                          // <items?page=2>; rel="next", <items?page=9>; rel="last"
/// head.fields.link("next")?.target           // "items?page=2"
/// ```
/// A target is a reference as it was sent: relative to the URL of the response. `ResponseHead.url(ofLink:)` of
/// `MimeographSession` resolves it, and `HTTPSessionManager.pages(_:query:headers:as:next:)` follows it.
///
/// Source: RFC 8288 §3.
public struct Link: Sendable {
    struct Parameter: Sendable {
        /// The name, in lower case.
        let name: String
        /// The value, quotes undone; empty where there is none.
        let value: String
    }

    /// The reference between the angle brackets.
    public let target: String
    /// The parameters in order, `rel` among them.
    let parameters: [Parameter]

    /// The value of the first parameter of that name; nil if there is none. `title*`, if it can be read, beats `title`.
    ///
    /// - Parameter name: In lower case: `title`, `type`, `hreflang`, `anchor`.
    /// Source: RFC 8288 §3.4.1.
    public subscript(name: String) -> String? {
        let extended = parameters.first { $0.name.hasSameBytes(as: "\(name)*") }
        return extended.flatMap { String(extendedFieldValue: $0.value.utf8) }
            ?? parameters.first { $0.name.hasSameBytes(as: name) }?.value
    }

    /// What the target is to the resource: `next`, `prev`, `last`, or a URI. In lower case, as relations are compared.
    ///
    /// Only the first `rel` counts. Source: RFC 8288 §3.3, §2.1.1.
    public var relations: [String] {
        guard let rel = self["rel"] else { return [] }
        return rel.utf8.split(whereSeparator: FieldSyntax.isWhitespace).map { word in
            String(decoding: word.map(FieldSyntax.lowercased), as: UTF8.self)
        }
    }
}

extension Link: CustomStringConvertible {
    /// The link for a person, without the query of its target.
    public var description: String {
        "<\(VisibleURL(target).shown())>; rel=\"\(relations.joined(separator: " ").visible(atMost: 100))\""
    }
}

extension HeaderFields {
    /// The links of all `Link` lines, in order. What breaks the grammar ends its line: the links before it are kept.
    ///
    /// Source: RFC 8288 §3, appendix B.2.
    public var links: [Link] {
        values(of: "Link").flatMap { value in withBytes(of: value.utf8) { Link.links(in: $0) } }
    }

    /// The first link of a relation, of those that are about the resource of the message.
    ///
    /// - Parameter relation: In lower case.
    /// Source: RFC 8288 §3.2: a link with an `anchor` is about another resource.
    public func link(_ relation: String) -> Link? {
        links.first { $0["anchor"] == nil && $0.relations.contains { $0.hasSameBytes(as: relation) } }
    }
}

extension Link {
    /// Reads `<target>; name=value; name="value", <target> …`.
    fileprivate static func links(in bytes: Span<UInt8>) -> [Link] {
        var links: [Link] = []
        var index = 0
        func skipSpace() { index = FieldSyntax.endOfOptionalWhitespace(bytes, from: index, to: bytes.count) }
        func byte() -> UInt8? { index < bytes.count ? bytes[index] : nil }
        while true {
            // Empty elements of a list mean nothing. Source: RFC 9110 §5.6.1.2.
            while let next = byte(), next == FieldSyntax.comma || FieldSyntax.isOptionalWhitespace(next) { index += 1 }
            guard byte() == UInt8(ascii: "<") else { return links }
            let start = index + 1
            while let next = byte(), next != UInt8(ascii: ">") { index += 1 }
            guard byte() != nil else { return links }
            let target = text(bytes.extracting(start..<index))
            index += 1
            var parameters: [Parameter] = []
            skipSpace()
            while byte() == FieldSyntax.semicolon {
                index += 1
                skipSpace()
                let nameStart = index
                index = FieldSyntax.endOfToken(bytes, from: index, to: bytes.count)
                let name = String(lowercasedASCII: bytes.extracting(nameStart..<index))
                skipSpace()
                var value = ""
                if byte() == FieldSyntax.equals {
                    index += 1
                    skipSpace()
                    value = byte() == FieldSyntax.quote ? quoted(bytes, &index) : unquoted(bytes, &index)
                    skipSpace()
                }
                // An empty parameter is one semicolon too many.
                if !name.isEmpty { parameters.append(Parameter(name: name, value: value)) }
            }
            links.append(Link(target: target, parameters: parameters))
            guard byte() == FieldSyntax.comma else { return links }
        }
    }

    /// The text from a quotation mark to the next, which may be missing.
    private static func quoted(_ bytes: Span<UInt8>, _ index: inout Int) -> String {
        var value: [UInt8] = []
        index += 1
        while index < bytes.count, bytes[index] != FieldSyntax.quote {
            if bytes[index] == FieldSyntax.backslash, index + 1 < bytes.count { index += 1 }
            value.append(bytes[index])
            index += 1
        }
        index = min(index + 1, bytes.count)
        return String(decoding: value, as: UTF8.self)
    }

    /// The text to the next semicolon or comma.
    private static func unquoted(_ bytes: Span<UInt8>, _ index: inout Int) -> String {
        let start = index
        while index < bytes.count, bytes[index] != FieldSyntax.semicolon, bytes[index] != FieldSyntax.comma,
            !FieldSyntax.isOptionalWhitespace(bytes[index])
        {
            index += 1
        }
        return text(bytes.extracting(start..<index))
    }

    private static func text(_ bytes: Span<UInt8>) -> String {
        String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
    }
}
