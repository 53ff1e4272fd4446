import CMimeographXML
import Mimeograph

/// A batch of events and their content. The values of a tag are created on access.
///
/// The class is `Sendable` without a lock: libxml2 no longer uses the memory, and nothing changes it.
@safe
@usableFromInline
final class XMLEventBatch: @unchecked Sendable {
    private let batch: mimeograph_xml_batch
    private let names: [XMLEventName]
    /// The length of the byte order mark before the text, in bytes.
    private let markLength: Int
    /// The XML declaration and the document type, if the batch contains their events.
    private let prolog: Prolog

    struct Prolog {
        var declaration: XML.Event.Declaration?
        var documentType: XML.DocumentType?
    }

    // SAFETY, for all of this class: the arrays are freed in `deinit` and never written to. Code gets an index only with a
    // reference to this object, and the index is below the count of the arrays. The ranges in an event are inside the arrays of
    // its batch.

    init(
        owning batch: mimeograph_xml_batch,
        names: [XMLEventName],
        markLength: Int,
        prolog: Prolog
    ) {
        unsafe self.batch = unsafe batch
        self.names = names
        self.markLength = markLength
        self.prolog = prolog
    }

    deinit { unsafe mimeograph_xml_batch_free(batch) }

    var count: Int { unsafe batch.event_count }

    private func event(_ index: Int32) -> mimeograph_xml_event {
        unsafe batch.events?[Int(index)] ?? mimeograph_xml_event()
    }

    /// Appends the events.
    func append(to events: inout [XML.Event]) {
        let count = events.count + count
        if count > events.capacity { events.reserveCapacity(max(count, 2 * events.capacity)) }
        for index in 0..<Int32(clamping: self.count) { events.append(XML.Event(batch: self, index: index)) }
    }

    /// Sends the events to a handler.
    func send<Handler: XMLEventHandler>(to handler: inout Handler) throws(SerializationError) {
        for index in 0..<Int32(clamping: count) {
            switch event(index).kind {
            case MIMEOGRAPH_XML_EVENT_START:
                try handler.startElement(XML.Event.StartTag(batch: self, index: index))
            case MIMEOGRAPH_XML_EVENT_END: try handler.endElement(XML.Event.EndTag(batch: self, index: index))
            case MIMEOGRAPH_XML_EVENT_TEXT: try handler.text(XML.Event.Text(batch: self, index: index))
            case MIMEOGRAPH_XML_EVENT_CDATA: try handler.cdata(XML.Event.Text(batch: self, index: index))
            case MIMEOGRAPH_XML_EVENT_COMMENT: try handler.comment(XML.Event.Text(batch: self, index: index))
            case MIMEOGRAPH_XML_EVENT_INSTRUCTION:
                try handler.processingInstruction(XML.Event.Instruction(batch: self, index: index))
            case MIMEOGRAPH_XML_EVENT_START_DOCUMENT:
                if let declaration = prolog.declaration { try handler.startDocument(declaration) }
            case MIMEOGRAPH_XML_EVENT_DOCUMENT_TYPE:
                if let type = prolog.documentType { try handler.documentType(type) }
            default: try handler.endDocument()
            }
        }
    }

    func kind(of index: Int32) -> XML.Event.Kind {
        switch event(index).kind {
        case MIMEOGRAPH_XML_EVENT_START: return .startElement(XML.Event.StartTag(batch: self, index: index))
        case MIMEOGRAPH_XML_EVENT_END: return .endElement(XML.Event.EndTag(batch: self, index: index))
        case MIMEOGRAPH_XML_EVENT_TEXT: return .text(string(of: index))
        case MIMEOGRAPH_XML_EVENT_CDATA: return .cdata(string(of: index))
        case MIMEOGRAPH_XML_EVENT_COMMENT: return .comment(string(of: index))
        case MIMEOGRAPH_XML_EVENT_INSTRUCTION:
            return .processingInstruction(XML.Event.Instruction(batch: self, index: index))
        case MIMEOGRAPH_XML_EVENT_START_DOCUMENT:
            if let declaration = prolog.declaration { return .startDocument(declaration) }
        case MIMEOGRAPH_XML_EVENT_DOCUMENT_TYPE:
            if let type = prolog.documentType { return .documentType(type) }
        default: break
        }
        return .endDocument
    }

    func location(of index: Int32) -> SourceLocation {
        let offset = event(index).offset
        // Finds the number of lines that begin at or before the offset, not counting the first line.
        var low = 0
        var high = unsafe batch.line_count
        if let lines = unsafe batch.lines {
            while low < high {
                let middle = (low + high) / 2
                if unsafe lines[middle] <= offset { low = middle + 1 } else { high = middle }
            }
        }
        let whole = unsafe Int(batch.offset) + Int(offset)
        var lineStart = unsafe Int(batch.line_start)
        if low > 0, let lines = unsafe batch.lines { lineStart = unsafe Int(batch.offset) + Int(lines[low - 1]) }
        let line = unsafe Int(batch.line) + low
        // A byte order mark is part of the body.
        return SourceLocation(
            offset: whole + markLength,
            line: line,
            column: whole - lineStart + 1 + (line <= 1 ? markLength : 0)
        )
    }

    func name(of index: Int32) -> XMLEventName { names[Int(event(index).name)] }

    private func bytes(_ start: UInt32, _ count: UInt32) -> UnsafeBufferPointer<UInt8> {
        guard let text = unsafe batch.text, count > 0 else { return unsafe UnsafeBufferPointer(start: nil, count: 0) }
        return unsafe UnsafeBufferPointer(start: text + Int(start), count: Int(count))
    }

    private func string(_ start: UInt32, _ count: UInt32) -> String {
        unsafe String(decoding: bytes(start, count), as: UTF8.self)
    }

    // The following members apply only to events with text.

    func string(of index: Int32) -> String {
        let event = event(index)
        return string(event.first, event.count)
    }

    func utf8Count(of index: Int32) -> Int { Int(event(index).count) }

    func withUTF8<Result, Failure: Error>(
        of index: Int32,
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let event = event(index)
        return try unsafe body(bytes(event.first, event.count).span)
    }

    func attributeCount(of index: Int32) -> Int { Int(event(index).count) }

    func attribute(_ position: Int, of index: Int32) -> XML.Event.Attribute {
        let event = event(index)
        precondition(position >= 0 && position < event.count, "The index of the attribute is out of range.")
        guard let first = unsafe batch.attributes else { preconditionFailure("The tag has no attributes.") }
        let attribute = unsafe first[Int(event.first) + position]
        return XML.Event.Attribute(
            name: names[Int(attribute.name)],
            value: string(attribute.text, attribute.count)
        )
    }

    /// Returns the value of an attribute by its name, if any.
    func value(of index: Int32, attribute name: String, namespace uri: String?) -> String? {
        let event = event(index)
        guard let first = unsafe batch.attributes else { return nil }
        for position in 0..<Int(event.count) {
            let attribute = unsafe first[Int(event.first) + position]
            if names[Int(attribute.name)].matches(name, namespace: uri) {
                return string(attribute.text, attribute.count)
            }
        }
        return nil
    }

    func namespaces(of index: Int32) -> [XML.NamespaceDeclaration] {
        let event = event(index)
        guard let first = unsafe batch.namespaces, event.namespaces > 0 else { return [] }
        return (0..<Int(event.namespaces))
            .map { position in
                let name = unsafe names[Int(first[Int(event.namespace_name) + position])]
                return XML.NamespaceDeclaration(prefix: name.prefix, name.uri ?? "")
            }
    }
}
