extension XML.Name {
    /// Makes any text a name: what names cannot have is escaped, as in `first_x0020_name`.
    ///
    /// This is what ``XMLFormat`` does with keys. A text that is a name already stays as it is; a colon is escaped, too.
    ///
    /// Source: ISO/IEC 9075-14 (SQL/XML) §9.1.
    ///
    /// - Parameters:
    ///   - text: The text, which may be empty.
    ///   - prefix: A prefix for the name.
    public init(escaping text: String, prefix: String? = nil) {
        self.init(localName: XMLNameEscape.escape(text), prefix: prefix)
    }

    /// The text that ``init(escaping:prefix:)`` made this local name of; the local name itself where it is not escaped.
    public var unescaped: String { XMLNameEscape.unescape(localName) }
}
