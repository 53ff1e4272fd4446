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
