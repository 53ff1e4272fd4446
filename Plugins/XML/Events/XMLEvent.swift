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
    /// What an event has is made when it is asked for, so that events that nobody looks at cost little. An event keeps those
    /// in memory that came with it, those of some 32 KiB of text; keep its values rather than itself.
    public struct Event: Hashable, Sendable {
        private let batch: XMLEventBatch
        private let index: Int32

        init(batch: XMLEventBatch, index: Int32) {
            self.batch = batch
            self.index = index
        }

        /// What happens.
        public var kind: Kind { batch.kind(of: index) }

        /// Where its markup or text begins. An empty element ends where it begins, and what comes of an entity is where the
        /// text with the reference begins.
        ///
        /// Offset and column count bytes, of the body where that is UTF-8 and else of the UTF-8 that was made of it.
        public var location: SourceLocation { batch.location(of: index) }

        /// Whether the same happens at the same place.
        public static func == (one: Event, other: Event) -> Bool {
            one.location == other.location && one.kind == other.kind
        }

        /// Feeds what `==` compares.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(location)
            hasher.combine(kind)
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
}

extension XML.Event.Kind {
    /// Whether both are the same, texts byte by byte.
    public static func == (one: XML.Event.Kind, other: XML.Event.Kind) -> Bool {
        switch (one, other) {
        case (.startDocument(let declaration), .startDocument(let other)): declaration == other
        case (.documentType(let type), .documentType(let other)): type == other
        case (.startElement(let tag), .startElement(let other)): tag == other
        case (.endElement(let tag), .endElement(let other)): tag == other
        case (.text(let text), .text(let other)), (.cdata(let text), .cdata(let other)),
            (.comment(let text), .comment(let other)):
            ByteEqualString(text) == ByteEqualString(other)
        case (.processingInstruction(let instruction), .processingInstruction(let other)): instruction == other
        case (.endDocument, .endDocument): true
        default: false
        }
    }

    /// Feeds what `==` compares.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .startDocument(let declaration): hasher.combine(declaration)
        case .documentType(let type): hasher.combine(type)
        case .startElement(let tag): hasher.combine(tag)
        case .endElement(let tag): hasher.combine(tag)
        case .text(let text), .cdata(let text), .comment(let text): hasher.combine(ByteEqualString(text))
        case .processingInstruction(let instruction): hasher.combine(instruction)
        case .endDocument: break
        }
    }
}
