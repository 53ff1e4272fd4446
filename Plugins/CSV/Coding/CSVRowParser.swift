import Mimeograph
import MimeographTree

/// A parser that decodes the rows of a body as it arrives.
///
/// Copies share the reader, and only one of them may be used at a time.
struct CSVRowParser<Row: Decodable & Sendable>: IncrementalParser {
    let reader: CSVRowReader
    private var decoding: CSVRowDecoding

    init(_ rules: CSVRowRules, _ format: CSVFormat) {
        reader = CSVRowReader(rules)
        decoding = CSVRowDecoding(format, isWhole: false)
        reader.wantsNames = { CSVRowDecoding.wantsNames(Row.self, in: $0, format) }
    }

    mutating func consume(_ chunk: Span<UInt8>, into elements: inout [Row]) throws(SerializationError) {
        try reader.read(chunk, isLast: false) { (row) throws(SerializationError) in
            elements.append(try decoding.decode(Row.self, row, reader))
        }
    }

    mutating func finish(into elements: inout [Row]) throws(SerializationError) {
        let nothing = [UInt8]()
        try reader.read(nothing.span, isLast: true) { (row) throws(SerializationError) in
            elements.append(try decoding.decode(Row.self, row, reader))
        }
    }
}

/// A sequence that is decoded from all rows at once.
protocol CSVRows {
    static func decode(
        from text: Span<UInt8>,
        as mediaType: MediaType?,
        by format: CSVFormat,
        limits: DecodingLimits
    ) throws(SerializationError) -> Self
}

extension Array: CSVRows where Element: Decodable {
    static func decode(
        from text: Span<UInt8>,
        as mediaType: MediaType?,
        by format: CSVFormat,
        limits: DecodingLimits
    ) throws(SerializationError) -> Self {
        let rules = CSVRowRules(format, as: mediaType, of: Element.self, limits: limits, countsAll: true)
        let reader = CSVRowReader(rules)
        var decoding = CSVRowDecoding(format, isWhole: true)
        reader.wantsNames = { CSVRowDecoding.wantsNames(Element.self, in: $0, format) }
        let room = CSVRowReader.estimatedRows(in: text, delimiter: format.delimiter.byte)
        var failure: SerializationError?
        // The rows beyond the estimated room.
        var others: [Element] = []
        // Appending to an array of a type that the compiler does not know is slow, so rows are written straight to its memory.
        // SAFETY: the count is that of the written elements.
        var elements = unsafe Self(unsafeUninitializedCapacity: Swift.min(room, limits.elements)) { buffer, count in
            let (memory, capacity) = (buffer.baseAddress, buffer.count)
            do throws(SerializationError) {
                try reader.read(text, isLast: true) { (row) throws(SerializationError) in
                    if count < capacity, let memory = unsafe memory {
                        let element = try decoding.decode(Element.self, row, reader)
                        unsafe (memory + count).initialize(to: element)
                        count &+= 1
                    } else {
                        others.append(try decoding.decode(Element.self, row, reader))
                    }
                }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        if !others.isEmpty { elements += others }
        return elements
    }
}

extension ContiguousArray: CSVRows where Element: Decodable {
    static func decode(
        from text: Span<UInt8>,
        as mediaType: MediaType?,
        by format: CSVFormat,
        limits: DecodingLimits
    ) throws(SerializationError) -> Self {
        Self(try [Element].decode(from: text, as: mediaType, by: format, limits: limits))
    }
}

extension Set: CSVRows where Element: Decodable {
    static func decode(
        from text: Span<UInt8>,
        as mediaType: MediaType?,
        by format: CSVFormat,
        limits: DecodingLimits
    ) throws(SerializationError) -> Self {
        let rows = try [Element].decode(from: text, as: mediaType, by: format, limits: limits)
        // The standard library hashes a text in time proportional to the square of its combining marks.
        if let texts = rows as? [String], !texts.allSatisfy(StreamSafeText.holds) {
            throw SerializationError.textNotStreamSafe()
        }
        return Set(rows)
    }
}

/// A row whose fields are read by position.
protocol CSVPositionalRow {}
extension Array: CSVPositionalRow {}
extension ArraySlice: CSVPositionalRow {}
extension ContiguousArray: CSVPositionalRow {}
extension Set: CSVPositionalRow {}
