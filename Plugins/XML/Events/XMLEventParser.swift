import Mimeograph

/// Makes events of a body that arrives in chunks.
struct XMLEventParser: IncrementalParser {
    let reader: XMLStreamReader

    mutating func consume(_ chunk: Span<UInt8>, into elements: inout [XML.Event]) throws(SerializationError) {
        // The array is taken along, so that it is appended to in place.
        var events: [XML.Event] = []
        swap(&events, &elements)
        defer { swap(&events, &elements) }
        try reader.consume(chunk) { (push) throws(SerializationError) in
            push.takeEvents()?.append(to: &events)
        }
    }

    mutating func finish(into elements: inout [XML.Event]) throws(SerializationError) {
        var events: [XML.Event] = []
        swap(&events, &elements)
        defer { swap(&events, &elements) }
        try reader.finish { (push) throws(SerializationError) in push.takeEvents()?.append(to: &events) }
    }
}
