public import Mimeograph

/// A link of a `Link` field: a target, and its relation to the resource of the message.
///
/// ```swift
/// head.fields.links                          // <items?page=2>; rel="next", <items?page=9>; rel="last"
/// head.fields.link("next")?.target           // "items?page=2"
/// ```
/// The target is the reference as it was sent, relative to the URL of the response. `ResponseHead.url(ofLink:)` resolves it, and
/// `HTTPSessionManager.pages(_:query:headers:as:next:)` follows it.
///
/// Source: RFC 8288 §3.
public struct Link: Sendable {
    struct Parameter: Sendable {
        /// The name, in lower case.
        let name: String
        /// The value without its quotes; empty if there is none.
        let value: String
    }

    /// The reference between the angle brackets.
    public let target: String
    /// The parameters in order, `rel` among them.
    let parameters: [Parameter]

    /// The value of the first parameter with that name, or nil. A `title*` that can be decoded takes precedence over `title`.
    ///
    /// - Parameter name: The name in lower case: `title`, `type`, `hreflang`, `anchor`.
    /// Source: RFC 8288 §3.4.1.
    public subscript(name: String) -> String? {
        let extended = parameters.first { $0.name.hasSameBytes(as: "\(name)*") }
        return extended.flatMap { String(extendedFieldValue: $0.value.utf8) }
            ?? parameters.first { $0.name.hasSameBytes(as: name) }?.value
    }

    /// The relations of the target to the resource: `next`, `prev`, `last`, or a URI. They are in lower case, to be compared.
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
    /// A text for people, without the query of the target.
    public var description: String {
        "<\(VisibleURL(target).shown())>; rel=\"\(relations.joined(separator: " ").visible(atMost: 100))\""
    }
}

extension HeaderFields {
    /// The links of all `Link` lines, in order. A syntax error ends its line; the links before it are kept.
    ///
    /// Source: RFC 8288 §3, appendix B.2.
    public var links: [Link] {
        values(of: "Link").flatMap(Link.links)
    }

    /// Returns the first link with that relation that is about the resource of the message.
    ///
    /// - Parameter relation: The relation in lower case.
    /// Source: RFC 8288 §3.2: a link with an `anchor` is about another resource.
    public func link(_ relation: String) -> Link? {
        links.first { $0["anchor"] == nil && $0.relations.contains { $0.hasSameBytes(as: relation) } }
    }
}

extension Link {
    /// Parses `<target>; name=value; name="value", <target> …`. A value without quotes may contain spaces.
    ///
    /// Source: RFC 8288 appendix B.2, B.3.
    fileprivate static func links(in field: String) -> [Link] {
        var links: [Link] = []
        let isSeparator = { (byte: UInt8) in byte == UInt8(ascii: ";") || byte == UInt8(ascii: ",") }
        var scanner = FieldScanner(field)
        while true {
            // Empty elements of a list mean nothing. Source: RFC 9110 §5.6.1.2.
            scanner.skipToElement()
            guard scanner.skip("<") else { return links }
            let target = scanner.run { $0 != UInt8(ascii: ">") } ?? ""
            guard scanner.skip(">") else { return links }
            var parameters: [Parameter] = []
            scanner.skipSpaces()
            while scanner.skip(";") {
                scanner.skipSpaces()
                let name = scanner.run { !isSeparator($0) && $0 != UInt8(ascii: "=") && !FieldSyntax.isWhitespace($0) }
                scanner.skipSpaces()
                var value = ""
                if scanner.skip("=") {
                    scanner.skipSpaces()
                    value = scanner.next == UInt8(ascii: "\"") ? scanner.value() : scanner.words { !isSeparator($0) }
                    scanner.skipSpaces()
                }
                // An empty parameter is one semicolon too many.
                if let name { parameters.append(Parameter(name: name.lowercasedASCII, value: value)) }
            }
            links.append(Link(target: target, parameters: parameters))
            guard scanner.next == UInt8(ascii: ",") else { return links }
        }
    }
}
