public import Mimeograph

extension XML {
    /// Something that happens while a document arrives: an element begins, a text comes, an element ends.
    ///
    /// ```swift
    /// for try await event in XMLParserResponseSerializer().elements(in: chunks, head: head) {
    ///     switch event.kind {
    ///     case .startElement(let tag) where tag.name == "link": links.append(tag[attribute: "href"] ?? "")
    ///     case .text(let text): words += text.split(separator: " ").count
    ///     default: break
    ///     }
    /// }
    /// ```
    /// A text is one event up to the next markup, wherever the chunks were cut; references in it are replaced, and each
    /// line end is one LF. Source: XML 1.0 §2.11.
    ///
    /// What a tag has is made when it is asked for, so that tags that nobody looks at cost little. A tag keeps those in memory
    /// that came with it, those of some 32 KiB of text; keep its values rather than itself.
    public struct Event: Hashable, Sendable {
        /// What happens.
        public let kind: Kind
        /// Where its markup or text begins. An empty element ends where it begins, and what comes of an entity is where the
        /// text with the reference begins.
        ///
        /// Offset and column count bytes, of the body where that is UTF-8 and else of the UTF-8 that was made of it.
        public let location: SourceLocation

        init(_ kind: Kind, at location: SourceLocation) {
            self.kind = kind
            self.location = location
        }
    }
}

extension XML.Event {
    /// The kinds of events.
    public enum Kind: Hashable, Sendable {
        /// The document begins; always the first event.
        case startDocument(Declaration)
        /// A document type declaration. What it names elsewhere is never read.
        indirect case documentType(XML.DocumentType)
        /// An element begins.
        case startElement(StartTag)
        /// An element ends.
        case endElement(EndTag)
        /// Character data between markup.
        case text(String)
        /// A CDATA section.
        case cdata(String)
        /// A comment; those in a document type are left out.
        case comment(String)
        /// A processing instruction; those in a document type are left out.
        case processingInstruction(Instruction)
        /// The document is complete and well-formed; always the last event.
        case endDocument
    }

    /// What the XML declaration says. Source: XML 1.0 §2.8.
    public struct Declaration: Hashable, Sendable {
        /// The version; `1.0` where there is no declaration.
        public let version: String
        /// The encoding that is declared, which a byte order mark or a charset parameter may have overruled; nil for none.
        public let encoding: String?
        /// Whether the document says that it stands alone; nil where it says nothing.
        public let isStandalone: Bool?
    }

    /// A processing instruction. Source: XML 1.0 §2.6.
    public struct Instruction: Hashable, Sendable {
        private let name: XMLEventName
        /// What follows the target, "" for nothing.
        public let content: String

        init(name: XMLEventName, content: String) {
            self.name = name
            self.content = content
        }

        /// Whom it is for.
        public var target: String { name.local }
    }
}
