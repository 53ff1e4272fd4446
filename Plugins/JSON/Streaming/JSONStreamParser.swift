import Mimeograph

/// What a stream gives: the elements that a receiver makes of the values that a reader finds.
struct JSONStreamParser<Receiver: JSONElementReceiver>: IncrementalParser {
    typealias Element = Receiver.Element

    private var reader: any JSONStreamReading
    private let receiver: Receiver

    init(_ reader: some JSONStreamReading, _ receiver: Receiver) {
        self.reader = reader
        self.receiver = receiver
    }

    mutating func consume(_ chunk: Span<UInt8>, into elements: inout [Element]) throws(SerializationError) {
        // The receiver has elements only during this call, so that copies of a parser may share it.
        swap(&receiver.elements, &elements)
        defer { swap(&receiver.elements, &elements) }
        try reader.consume(chunk, into: receiver)
    }

    mutating func finish(into elements: inout [Element]) throws(SerializationError) {
        swap(&receiver.elements, &elements)
        defer { swap(&receiver.elements, &elements) }
        try reader.finish(into: receiver)
    }
}

/// Finds the values of a stream.
protocol JSONStreamReading {
    /// Reads the next bytes, and hands on the values that they complete.
    mutating func consume(_ chunk: Span<UInt8>, into receiver: any JSONElementReceiver) throws(SerializationError)

    /// Says that no bytes follow.
    mutating func finish(into receiver: any JSONElementReceiver) throws(SerializationError)
}

extension JSONStreamReading {
    /// The parser that makes elements of what this finds.
    func parser<V: Decodable & Sendable>(of type: V.Type, by format: JSONFormat) -> any IncrementalParser<V> {
        // A `JSON` value is a reference into the document, for which no decoder is needed.
        if type == JSON.self {
            let values: any IncrementalParser = JSONStreamParser(self, JSONValueReceiver())
            if let parser = values as? any IncrementalParser<V> { return parser }
        }
        return JSONStreamParser(self, JSONDecodingReceiver<V>(format: format))
    }
}

// Each layout's reader is a type of its own that is not generic, because the compiler makes fast code for a generic one
// only where it is used by its full name, which a protocol's witnesses do not do.

/// Reads lines.
struct JSONLinesReader: JSONStreamReading {
    private var reader: JSONStreamReader<JSONLinesLayout>

    init(_ rules: JSONStreamRules) { reader = JSONStreamReader(layout: JSONLinesLayout(), rules: rules) }

    mutating func consume(_ chunk: Span<UInt8>, into receiver: any JSONElementReceiver) throws(SerializationError) {
        try reader.consume(chunk, into: receiver)
    }

    mutating func finish(into receiver: any JSONElementReceiver) throws(SerializationError) {
        try reader.finish(into: receiver)
    }
}

/// Reads the texts of a sequence.
struct JSONSequenceReader: JSONStreamReading {
    private var reader: JSONStreamReader<JSONSequenceLayout>

    init(_ rules: JSONStreamRules) { reader = JSONStreamReader(layout: JSONSequenceLayout(), rules: rules) }

    mutating func consume(_ chunk: Span<UInt8>, into receiver: any JSONElementReceiver) throws(SerializationError) {
        try reader.consume(chunk, into: receiver)
    }

    mutating func finish(into receiver: any JSONElementReceiver) throws(SerializationError) {
        try reader.finish(into: receiver)
    }
}

/// Reads the elements of an array.
struct JSONArrayReader: JSONStreamReading {
    private var reader: JSONStreamReader<JSONArrayLayout>

    init(_ rules: JSONStreamRules) {
        let layout = JSONArrayLayout(allowsTrailingComma: rules.options.allowsTrailingCommas)
        reader = JSONStreamReader(layout: layout, rules: rules)
    }

    mutating func consume(_ chunk: Span<UInt8>, into receiver: any JSONElementReceiver) throws(SerializationError) {
        try reader.consume(chunk, into: receiver)
    }

    mutating func finish(into receiver: any JSONElementReceiver) throws(SerializationError) {
        try reader.finish(into: receiver)
    }
}
