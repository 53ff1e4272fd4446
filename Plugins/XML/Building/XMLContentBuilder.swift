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
        /// What stands behind `if #available`.
        public static func buildLimitedAvailability(_ part: [Content]) -> [Content] { part }
    }
}
