/// How an XML text is laid out. The default is the shortest text, with a declaration.
public struct XMLWritingOptions: Hashable, Sendable {
    /// Whether elements stand on lines of their own, indented by two spaces a level, up to 32 levels. Default false.
    ///
    /// Where an element contains text, it and all inside of it stays as it is, because the added spaces would be part
    /// of the text; as it does with `xml:space="preserve"`.
    public var pretty: Bool
    /// Whether the text begins with `<?xml version="1.0" encoding="UTF-8"?>`. Default true.
    public var declaration: Bool

    /// Makes options; what is not given has its default.
    public init(pretty: Bool = false, declaration: Bool = true) {
        self.pretty = pretty
        self.declaration = declaration
    }

    /// The shortest text, with a declaration.
    public static let compact = XMLWritingOptions()
    /// One line for each element, with a declaration.
    public static let pretty = XMLWritingOptions(pretty: true)
}
