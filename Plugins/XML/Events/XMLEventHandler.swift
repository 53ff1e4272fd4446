public import Mimeograph

/// Is told what happens in an XML body while it arrives, one call for each event, as a delegate of Foundation's `XMLParser` is.
///
/// ```swift
/// struct Links: XMLEventHandler {
///     var found: [String] = []
///
///     mutating func startElement(_ tag: XML.Event.StartTag) {
///         if tag.hasName("link", namespace: nil), let target = tag[attribute: "href"] { found.append(target) }
///     }
/// }
///
/// let links = try await XMLParserResponseSerializer().read(chunks, head: head, with: Links())
/// ```
/// It costs less than a sequence of ``XML/Event``, and is told the same: no event is made for a call that does nothing, and
/// no string that is not asked for. Each function does nothing by default. Whatever one throws ends the reading and is thrown
/// from there.
public protocol XMLEventHandler {
    /// The document begins; always the first call.
    mutating func startDocument(_ declaration: XML.Event.Declaration) throws(SerializationError)
    /// A document type declaration. What it names elsewhere is never read.
    mutating func documentType(_ type: XML.DocumentType) throws(SerializationError)
    /// An element begins.
    mutating func startElement(_ tag: XML.Event.StartTag) throws(SerializationError)
    /// An element ends.
    mutating func endElement(_ tag: XML.Event.EndTag) throws(SerializationError)
    /// Character data between markup, all of it in one call.
    mutating func text(_ text: XML.Event.Text) throws(SerializationError)
    /// A CDATA section.
    mutating func cdata(_ text: XML.Event.Text) throws(SerializationError)
    /// A comment; those in a document type are left out.
    mutating func comment(_ text: XML.Event.Text) throws(SerializationError)
    /// A processing instruction; those in a document type are left out.
    mutating func processingInstruction(_ instruction: XML.Event.Instruction) throws(SerializationError)
    /// The document is complete and well-formed; always the last call.
    mutating func endDocument() throws(SerializationError)
}

extension XMLEventHandler {
    /// Does nothing.
    public mutating func startDocument(_ declaration: XML.Event.Declaration) throws(SerializationError) {}
    /// Does nothing.
    public mutating func documentType(_ type: XML.DocumentType) throws(SerializationError) {}
    /// Does nothing.
    public mutating func startElement(_ tag: XML.Event.StartTag) throws(SerializationError) {}
    /// Does nothing.
    public mutating func endElement(_ tag: XML.Event.EndTag) throws(SerializationError) {}
    /// Does nothing.
    public mutating func text(_ text: XML.Event.Text) throws(SerializationError) {}
    /// Does nothing.
    public mutating func cdata(_ text: XML.Event.Text) throws(SerializationError) {}
    /// Does nothing.
    public mutating func comment(_ text: XML.Event.Text) throws(SerializationError) {}
    /// Does nothing.
    public mutating func processingInstruction(_ instruction: XML.Event.Instruction) throws(SerializationError) {}
    /// Does nothing.
    public mutating func endDocument() throws(SerializationError) {}
}
