import Mimeograph

extension XML {
    /// What stands inside an element that is built.
    public enum Content: Equatable, Sendable {
        /// An element.
        case element(Element)
        /// Text; it is escaped when it is written.
        case text(String)
        /// Text in a CDATA section, where markup needs no escapes.
        case cdata(String)
        /// A comment. XML cannot carry one with `--` in it or `-` at its end.
        case comment(String)
        /// A processing instruction: a target such as `xml-stylesheet`, and what it is told.
        case processingInstruction(target: String, data: String)
    }
}

extension XML.Content: ExpressibleByStringInterpolation {
    /// Text.
    public init(stringLiteral text: String) { self = .text(text) }
}

extension XML.Content {
    /// The element, where this is one.
    public var element: XML.Element? {
        if case .element(let element) = self { element } else { nil }
    }

    /// The text, where this is text, in a CDATA section or not.
    public var text: String? {
        switch self {
        case .text(let text), .cdata(let text): text
        default: nil
        }
    }
}

extension XML.Content {
    /// Whether both are the same, texts byte by byte.
    public static func == (one: XML.Content, other: XML.Content) -> Bool {
        switch (one, other) {
        case (.element(let element), .element(let other)): element == other
        case (.text(let text), .text(let other)), (.cdata(let text), .cdata(let other)),
            (.comment(let text), .comment(let other)):
            text.hasSameBytes(as: other)
        case (.processingInstruction(let target, let data), .processingInstruction(let otherTarget, let otherData)):
            target.hasSameBytes(as: otherTarget) && data.hasSameBytes(as: otherData)
        default: false
        }
    }
}

extension XML {
    /// Builds the content of an element from elements, text and loops over them.
    ///
    /// ```swift
    /// XML.Element("ul") {
    ///     if let title { XML.Element("lh") { title } }
    ///     for item in items { XML.Element("li") { item } }
    ///     XML.Content.comment("that was all")
    /// }
    /// ```
    @resultBuilder
    public enum ContentBuilder {
        /// An element.
        public static func buildExpression(_ element: Element) -> [Content] { [.element(element)] }
        /// Text.
        public static func buildExpression(_ text: String) -> [Content] { [.text(text)] }
        /// Content of any kind, such as `XML.Content.comment("…")`.
        public static func buildExpression(_ content: Content) -> [Content] { [content] }
        /// Elements that are there already, such as what `map` gave.
        public static func buildExpression(_ elements: some Sequence<Element>) -> [Content] {
            elements.map { .element($0) }
        }
        /// Contents that are there already.
        public static func buildExpression(_ contents: some Sequence<Content>) -> [Content] { Array(contents) }
        /// An element that may be absent.
        public static func buildExpression(_ element: Element?) -> [Content] { element.map { [.element($0)] } ?? [] }
        /// Nothing: a statement that makes no content.
        public static func buildExpression(_: Void) -> [Content] { [] }

        /// The statements of a block, in order.
        public static func buildBlock(_ parts: [Content]...) -> [Content] { Array(parts.joined()) }
        /// An `if` without an `else`.
        public static func buildOptional(_ part: [Content]?) -> [Content] { part ?? [] }
        /// One branch of an `if` or `switch`.
        public static func buildEither(first part: [Content]) -> [Content] { part }
        /// The other branch.
        public static func buildEither(second part: [Content]) -> [Content] { part }
        /// The rounds of a loop, in order.
        public static func buildArray(_ parts: [[Content]]) -> [Content] { Array(parts.joined()) }
    }
}
