import Mimeograph

/// What a stream gives: the elements that a sink makes of the values that a reader finds.
struct JSONStreamParser<Sink: JSONElementSink>: IncrementalParser {
    typealias Element = Sink.Element

    private var reader: any JSONStreamReading
    private let sink: Sink

    init(_ reader: some JSONStreamReading, _ sink: Sink) {
        self.reader = reader
        self.sink = sink
    }

    mutating func consume(_ chunk: Span<UInt8>, into elements: inout [Element]) throws(SerializationError) {
        // The sink has elements only during this call, so that copies of a parser may share it.
        swap(&sink.elements, &elements)
        defer { swap(&sink.elements, &elements) }
        try reader.consume(chunk, into: sink)
    }

    mutating func finish(into elements: inout [Element]) throws(SerializationError) {
        swap(&sink.elements, &elements)
        defer { swap(&sink.elements, &elements) }
        try reader.finish(into: sink)
    }
}

/// Finds the values of a stream.
protocol JSONStreamReading {
    /// Takes the next bytes, and hands on the values that they complete.
    mutating func consume(_ chunk: Span<UInt8>, into sink: any JSONElementSink) throws(SerializationError)

    /// Says that no bytes follow.
    mutating func finish(into sink: any JSONElementSink) throws(SerializationError)
}

extension JSONStreamReading {
    /// The parser that makes elements of what this finds.
    func parser<V: Decodable & Sendable>(of type: V.Type, by format: JSONFormat) -> any IncrementalParser<V> {
        // A `JSON` value is a place in the document, for which no decoder is needed.
        if type == JSON.self {
            let values: any IncrementalParser = JSONStreamParser(self, JSONValueSink())
            if let parser = values as? any IncrementalParser<V> { return parser }
        }
        return JSONStreamParser(self, JSONDecodingSink<V>(format: format))
    }
}

// Each layout's reader is a type of its own that is not generic, because the compiler makes fast code for a generic one
// only where it is used by its full name, which a protocol's witnesses do not do.

/// Reads lines.
struct JSONLinesReader: JSONStreamReading {
    private var reader: JSONStreamReader<JSONLinesLayout>

    init(_ rules: JSONStreamRules) { reader = JSONStreamReader(layout: JSONLinesLayout(), rules: rules) }

    mutating func consume(_ chunk: Span<UInt8>, into sink: any JSONElementSink) throws(SerializationError) {
        try reader.consume(chunk, into: sink)
    }

    mutating func finish(into sink: any JSONElementSink) throws(SerializationError) { try reader.finish(into: sink) }
}

/// Reads the texts of a sequence.
struct JSONSequenceReader: JSONStreamReading {
    private var reader: JSONStreamReader<JSONSequenceLayout>

    init(_ rules: JSONStreamRules) { reader = JSONStreamReader(layout: JSONSequenceLayout(), rules: rules) }

    mutating func consume(_ chunk: Span<UInt8>, into sink: any JSONElementSink) throws(SerializationError) {
        try reader.consume(chunk, into: sink)
    }

    mutating func finish(into sink: any JSONElementSink) throws(SerializationError) { try reader.finish(into: sink) }
}

/// Reads the elements of an array.
struct JSONArrayReader: JSONStreamReading {
    private var reader: JSONStreamReader<JSONArrayLayout>

    init(_ rules: JSONStreamRules) {
        let layout = JSONArrayLayout(allowsTrailingComma: rules.options.allowsTrailingCommas)
        reader = JSONStreamReader(layout: layout, rules: rules)
    }

    mutating func consume(_ chunk: Span<UInt8>, into sink: any JSONElementSink) throws(SerializationError) {
        try reader.consume(chunk, into: sink)
    }

    mutating func finish(into sink: any JSONElementSink) throws(SerializationError) { try reader.finish(into: sink) }
}
