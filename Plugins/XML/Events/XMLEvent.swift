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
    /// The values of an event are made when the program asks for them, so that other events cost little. An event keeps those in
    /// memory that came with it, those of some 32 KiB of text; keep its values rather than the event.
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

        /// Whether the same happens at the same location.
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

extension XML.Event {
    /// A text, a CDATA section or a comment, of which a string is made when it is asked for.
    ///
    /// It keeps those events in memory that came with it; keep its ``string`` rather than the text.
    public struct Text: Hashable, Sendable, CustomStringConvertible {
        private let batch: XMLEventBatch
        private let index: Int32

        init(batch: XMLEventBatch, index: Int32) {
            self.batch = batch
            self.index = index
        }

        /// The text, with references replaced and line ends as LF.
        public var string: String { batch.string(of: index) }

        /// The same as ``string``.
        public var description: String { string }

        /// The length in bytes of UTF-8.
        public var utf8Count: Int { batch.utf8Count(of: index) }

        /// Whether there is nothing but white space, as between elements that are indented. Source: XML 1.0 §2.3.
        public var isWhiteSpace: Bool {
            withUTF8 { bytes in
                for index in 0..<bytes.count {
                    switch bytes[index] {
                    case 0x20, 0x09, 0x0A, 0x0D: continue
                    default: return false
                    }
                }
                return true
            }
        }

        /// Lends the bytes of the text, which are valid UTF-8.
        ///
        /// - Throws: What the body throws.
        public func withUTF8<Result, Failure: Error>(
            _ body: (Span<UInt8>) throws(Failure) -> Result
        ) throws(Failure) -> Result {
            try batch.withUTF8(of: index, body)
        }

        /// Where it begins.
        public var location: SourceLocation { batch.location(of: index) }

        /// Whether both have the same characters.
        public static func == (one: Text, other: Text) -> Bool {
            ByteEqualString(one.string) == ByteEqualString(other.string)
        }

        /// Feeds what `==` compares.
        public func hash(into hasher: inout Hasher) { hasher.combine(ByteEqualString(string)) }
    }

    /// A processing instruction. Source: XML 1.0 §2.6.
    public struct Instruction: Hashable, Sendable {
        private let batch: XMLEventBatch
        private let index: Int32

        init(batch: XMLEventBatch, index: Int32) {
            self.batch = batch
            self.index = index
        }

        /// The program that it is for, such as `xml-stylesheet`.
        public var target: String { batch.name(of: index).local }

        /// What follows the target, "" for nothing.
        public var content: String { batch.string(of: index) }

        /// Where it begins.
        public var location: SourceLocation { batch.location(of: index) }

        /// Whether both say the same to the same target.
        public static func == (one: Instruction, other: Instruction) -> Bool {
            ByteEqualString(one.target) == ByteEqualString(other.target)
                && ByteEqualString(one.content) == ByteEqualString(other.content)
        }

        /// Feeds what `==` compares.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(ByteEqualString(target))
            hasher.combine(ByteEqualString(content))
        }
    }
}
