import CMimeographXML
import Mimeograph

/// Events that were found together, and what they hold. What a tag has is made of it when that is asked for.
///
/// Sendable without a lock: libxml2 has nothing to do with it any more, and nobody changes it.
@safe
final class XMLEventBatch: @unchecked Sendable {
    private let batch: mimeograph_xml_batch
    private let names: [XMLEventName]
    /// Bytes of the byte order mark before the text.
    private let markLength: Int

    // SAFETY, for all of this class: the arrays are freed in `deinit` and never written to. Whoever has an index got it
    // with a reference to this object, and it is below the count that came with the arrays; the ranges in an event are in
    // the arrays that it came with.

    init(
        owning batch: mimeograph_xml_batch,
        names: [XMLEventName],
        markLength: Int
    ) {
        unsafe self.batch = unsafe batch
        self.names = names
        self.markLength = markLength
    }

    deinit { unsafe mimeograph_xml_batch_free(batch) }

    var count: Int { unsafe batch.event_count }

    private func event(_ index: Int32) -> mimeograph_xml_event {
        unsafe batch.events?[Int(index)] ?? mimeograph_xml_event()
    }

    /// Appends the events.
    ///
    /// - Parameters:
    ///   - declaration: What the start of the document says.
    ///   - documentType: What its document type declaration says.
    func append(
        to events: inout [XML.Event],
        declaration: () -> XML.Event.Declaration,
        documentType: () -> XML.DocumentType
    ) {
        let count = events.count + count
        if count > events.capacity { events.reserveCapacity(max(count, 2 * events.capacity)) }
        for index in 0..<Int32(clamping: self.count) {
            let event = event(index)
            let kind: XML.Event.Kind =
                switch event.kind {
                case MIMEOGRAPH_XML_EVENT_START: .startElement(XML.Event.StartTag(batch: self, index: index))
                case MIMEOGRAPH_XML_EVENT_END: .endElement(XML.Event.EndTag(batch: self, index: index))
                case MIMEOGRAPH_XML_EVENT_TEXT: .text(string(event.text, event.count))
                case MIMEOGRAPH_XML_EVENT_CDATA: .cdata(string(event.text, event.count))
                case MIMEOGRAPH_XML_EVENT_COMMENT: .comment(string(event.text, event.count))
                case MIMEOGRAPH_XML_EVENT_INSTRUCTION:
                    .processingInstruction(
                        XML.Event.Instruction(
                            name: names[Int(event.name)],
                            content: string(event.text, event.count)
                        )
                    )
                case MIMEOGRAPH_XML_EVENT_START_DOCUMENT: .startDocument(declaration())
                case MIMEOGRAPH_XML_EVENT_DOCUMENT_TYPE: .documentType(documentType())
                default: .endDocument
                }
            // A byte order mark is a part of the body.
            let location = SourceLocation(
                offset: Int(event.offset) + markLength,
                line: Int(event.line),
                column: Int(event.column) + (event.line <= 1 ? markLength : 0)
            )
            events.append(XML.Event(kind, at: location))
        }
    }

    func name(of index: Int32) -> XMLEventName { names[Int(event(index).name)] }

    private func bytes(_ start: UInt32, _ count: UInt32) -> UnsafeBufferPointer<UInt8> {
        guard let text = unsafe batch.text, count > 0 else { return unsafe UnsafeBufferPointer(start: nil, count: 0) }
        return unsafe UnsafeBufferPointer(start: text + Int(start), count: Int(count))
    }

    private func string(_ start: UInt32, _ count: UInt32) -> String {
        unsafe String(decoding: bytes(start, count), as: UTF8.self)
    }

    func attributeCount(of index: Int32) -> Int { Int(event(index).attributes) }

    func attribute(_ position: Int, of index: Int32) -> XML.Event.Attribute {
        let event = event(index)
        precondition(position >= 0 && position < event.attributes, "There is no such attribute.")
        guard let first = unsafe batch.attributes else { preconditionFailure("There is no such attribute.") }
        let attribute = unsafe first[Int(event.attribute) + position]
        return XML.Event.Attribute(
            name: names[Int(attribute.name)],
            value: string(attribute.text, attribute.count)
        )
    }

    /// The value of an attribute by its name; nil where there is none.
    func value(of index: Int32, attribute name: String, namespace uri: String?) -> String? {
        let event = event(index)
        guard let first = unsafe batch.attributes else { return nil }
        for position in 0..<Int(event.attributes) {
            let attribute = unsafe first[Int(event.attribute) + position]
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
