public import Mimeograph

extension XML {
    /// An event of a document that arrives: an element begins, text arrives, an element ends.
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
    /// Text up to the next markup is one event, wherever the chunks were split. References in it are replaced, and each line end
    /// is LF. Source: XML 1.0 §2.11.
    ///
    /// The values of an event are created on access, so ignored events cost little. An event keeps its whole batch in memory,
    /// about 32 KiB of text. Keep its values, not the event itself.
    public struct Event: Hashable, Sendable {
        let batch: XMLEventBatch
        let index: Int32

        /// The kind of the event, with its values.
        public var kind: Kind { batch.kind(of: index) }

        /// The location where its markup or text begins. The end of an empty element has the location of the element. The content
        /// of an entity has the location of the text with the reference.
        ///
        /// Offset and column count bytes of the body, or of its conversion to UTF-8 if the body has another encoding.
        public var location: SourceLocation { batch.location(of: index) }

        /// Returns whether both have the same kind and location.
        public static func == (one: Event, other: Event) -> Bool {
            one.location == other.location && one.kind == other.kind
        }

        /// Hashes the properties that `==` compares.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(location)
            hasher.combine(kind)
        }
    }
}

extension XML.Event {
    /// The kinds of events.
    public enum Kind: Hashable, Sendable {
        /// The document begins. This is always the first event.
        case startDocument(Declaration)
        /// A document type declaration. External resources in it are never read.
        indirect case documentType(XML.DocumentType)
        /// An element begins.
        case startElement(StartTag)
        /// An element ends.
        case endElement(EndTag)
        /// Character data between markup.
        case text(String)
        /// A CDATA section.
        case cdata(String)
        /// A comment. Comments in a document type are left out.
        case comment(String)
        /// A processing instruction. Instructions in a document type are left out.
        case processingInstruction(Instruction)
        /// The document is complete and well-formed. This is always the last event.
        case endDocument
    }

    /// The values of the XML declaration. Source: XML 1.0 §2.8.
    public struct Declaration: Hashable, Sendable {
        /// The version; `1.0` without a declaration.
        public let version: String
        /// The declared encoding, if any. A byte order mark or a charset parameter overrides it.
        public let encoding: String?
        /// The value of `standalone`, if any.
        public let isStandalone: Bool?
    }
}

extension XML.Event.Kind {
    /// Returns whether both are the same. Text is compared by its bytes.
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

    /// Hashes the components that `==` compares.
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
    /// Text, a CDATA section or a comment, whose string is created on access.
    ///
    /// It keeps its whole batch of events in memory. Keep its ``string``, not the value itself.
    public struct Text: Hashable, Sendable, CustomStringConvertible {
        let batch: XMLEventBatch
        let index: Int32

        /// The text, with references replaced and line ends as LF.
        public var string: String { batch.string(of: index) }

        /// The same as ``string``.
        public var description: String { string }

        /// The length in bytes of UTF-8.
        public var utf8Count: Int { batch.utf8Count(of: index) }

        /// Whether the text is only white space, such as indentation between elements. Source: XML 1.0 §2.3.
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

        /// Calls a closure with the bytes of the text, which are valid UTF-8.
        ///
        /// - Throws: Any error from the closure.
        public func withUTF8<Result, Failure: Error>(
            _ body: (Span<UInt8>) throws(Failure) -> Result
        ) throws(Failure) -> Result {
            try batch.withUTF8(of: index, body)
        }

        /// The location of its first byte.
        public var location: SourceLocation { batch.location(of: index) }

        /// Returns whether both have the same bytes.
        public static func == (one: Text, other: Text) -> Bool {
            ByteEqualString(one.string) == ByteEqualString(other.string)
        }

        /// Hashes the string.
        public func hash(into hasher: inout Hasher) { hasher.combine(ByteEqualString(string)) }
    }

    /// A processing instruction. Source: XML 1.0 §2.6.
    public struct Instruction: Hashable, Sendable {
        let batch: XMLEventBatch
        let index: Int32

        /// The name of the application that it addresses, such as `xml-stylesheet`.
        public var target: String { batch.name(of: index).local }

        /// The text after the target; "" if there is none.
        public var content: String { batch.string(of: index) }

        /// The location of its first byte.
        public var location: SourceLocation { batch.location(of: index) }

        /// Returns whether both have the same target and content.
        public static func == (one: Instruction, other: Instruction) -> Bool {
            ByteEqualString(one.target) == ByteEqualString(other.target)
                && ByteEqualString(one.content) == ByteEqualString(other.content)
        }

        /// Hashes the properties that `==` compares.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(ByteEqualString(target))
            hasher.combine(ByteEqualString(content))
        }
    }
}
