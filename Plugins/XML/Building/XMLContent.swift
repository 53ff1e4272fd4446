import Mimeograph

extension XML {
    /// The content of a built element.
    public enum Content: Equatable, Sendable {
        /// An element.
        case element(Element)
        /// Text, which is escaped when it is written.
        case text(String)
        /// Text in a CDATA section, where markup needs no escapes.
        case cdata(String)
        /// A comment. It cannot contain `--` or end with `-`.
        case comment(String)
        /// A processing instruction: a target such as `xml-stylesheet`, and its data.
        case processingInstruction(target: String, data: String)
    }
}

extension XML.Content: ExpressibleByStringInterpolation {
    /// Makes text.
    public init(stringLiteral text: String) { self = .text(text) }
}

extension XML.Content {
    /// The element, if this is an element.
    public var element: XML.Element? {
        if case .element(let element) = self { element } else { nil }
    }

    /// The text, if this is text or a CDATA section.
    public var text: String? {
        switch self {
        case .text(let text), .cdata(let text): text
        default: nil
        }
    }
}

extension XML.Content {
    /// Returns whether both are the same. Text is compared by its bytes.
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
    /// A result builder for the content of an element, from elements, text and loops.
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
        /// Adds an element.
        public static func buildExpression(_ element: Element) -> [Content] { [.element(element)] }
        /// Adds text.
        public static func buildExpression(_ text: String) -> [Content] { [.text(text)] }
        /// Adds content of any kind, such as `XML.Content.comment("…")`.
        public static func buildExpression(_ content: Content) -> [Content] { [content] }
        /// Adds a sequence of elements, such as the result of `map`.
        public static func buildExpression(_ elements: some Sequence<Element>) -> [Content] {
            elements.map { .element($0) }
        }
        /// Adds a sequence of contents.
        public static func buildExpression(_ contents: some Sequence<Content>) -> [Content] { Array(contents) }
        /// Adds an element unless it is nil.
        public static func buildExpression(_ element: Element?) -> [Content] { element.map { [.element($0)] } ?? [] }
        /// Adds nothing for a statement without content.
        public static func buildExpression(_: Void) -> [Content] { [] }

        /// Joins the statements of a block, in order.
        public static func buildBlock(_ parts: [Content]...) -> [Content] { Array(parts.joined()) }
        /// Returns the content of an `if` without an `else`.
        public static func buildOptional(_ part: [Content]?) -> [Content] { part ?? [] }
        /// Returns the content of the first branch of an `if` or `switch`.
        public static func buildEither(first part: [Content]) -> [Content] { part }
        /// Returns the content of the second branch.
        public static func buildEither(second part: [Content]) -> [Content] { part }
        /// Joins the iterations of a loop, in order.
        public static func buildArray(_ parts: [[Content]]) -> [Content] { Array(parts.joined()) }
    }
}
