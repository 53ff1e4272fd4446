import Mimeograph

/// A parser of a stream: a reader finds the values, and a receiver turns them into elements.
struct JSONStreamParser<Receiver: JSONElementReceiver>: IncrementalParser {
    typealias Element = Receiver.Element

    private var reader: any JSONStreamReading
    private let receiver: Receiver

    init(_ reader: any JSONStreamReading, _ receiver: Receiver) {
        self.reader = reader
        self.receiver = receiver
    }

    mutating func consume(_ chunk: Span<UInt8>, into elements: inout [Element]) throws(SerializationError) {
        // The receiver has elements only during this call, so copies of a parser may share it.
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

/// A reader that finds the values of a stream.
protocol JSONStreamReading {
    /// Reads the next bytes, and passes on the values that they complete.
    mutating func consume(_ chunk: Span<UInt8>, into receiver: any JSONElementReceiver) throws(SerializationError)

    /// Ends the stream.
    mutating func finish(into receiver: any JSONElementReceiver) throws(SerializationError)
}

/// A format of streams of JSON texts, which differ in the way in which the values are found.
protocol JSONStreamFormat: CodableStreamFormat {
    /// The format of each value.
    var format: JSONFormat { get }

    func reader(limits: DecodingLimits) -> any JSONStreamReading
}

extension JSONStreamFormat {
    /// Creates a parser that decodes each value.
    ///
    /// - Throws: Nothing. The parser throws the errors of ``JSONFormat``, with offsets in the whole body.
    public func makeParser<V: Decodable & Sendable>(
        of type: V.Type,
        as mediaType: MediaType?,
        limits: DecodingLimits
    ) throws(SerializationError) -> any IncrementalParser<V> {
        let reader = reader(limits: limits)
        // A `JSON` value is a reference into the document and needs no decoder.
        if type == JSON.self {
            let values: any IncrementalParser = JSONStreamParser(reader, JSONValueReceiver())
            if let parser = values as? any IncrementalParser<V> { return parser }
        }
        return JSONStreamParser(reader, JSONDecodingReceiver<V>(format: format))
    }
}

// Each layout's reader is a type of its own that is not generic. The compiler makes fast code for a generic type only if it is
// used by its full name, which a protocol's witnesses do not do.

/// A reader of lines.
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

/// A reader of the texts of a sequence.
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

/// A reader of the elements of an array.
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
