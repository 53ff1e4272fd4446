import Mimeograph
import MimeographJSON

/// The elements of a document's largest array, written as a stream and also as one document.
struct StreamedText {
    /// How a kind of stream separates its elements.
    struct Framing {
        let name: String
        let before: String
        let between: String
        let after: String

        /// One element on each line.
        static let lines = Framing(name: "ndjson", before: "", between: "\n", after: "\n")
        /// Source: RFC 7464 §2.2.
        static let sequence = Framing(name: "json-seq", before: "\u{1E}", between: "\n\u{1E}", after: "\n")
        static let array = Framing(name: "array", before: "[", between: ",", after: "]")
    }

    /// The size of a network chunk, in bytes.
    static let chunkSize = 64 << 10

    let name: String
    private let elements: [[UInt8]]

    /// Takes the elements of a document; nil if it has no array. A short array is repeated up to a million bytes.
    init?(_ file: RealWorldFile) throws {
        let document = try JSON(parsing: file.bytes)
        let array =
            switch file.name {
            case "twitter": document["statuses"].array
            case "citm_catalog": document["performances"].array
            case "canada": document["features"][0]["geometry"]["coordinates"].array
            case "github_events": document.array
            default: JSON.Elements?.none
            }
        guard let array else { return nil }
        name = file.name
        let texts = try array.map { try $0.serialized() }
        let count = texts.reduce(0) { $0 + $1.count }
        elements = Array(repeatElement(texts, count: 1 + 1_000_000 / count).joined())
    }

    /// The number of elements.
    var count: Int { elements.count }

    /// Returns the stream.
    func bytes(_ framing: Framing) -> [UInt8] {
        Array(framing.before.utf8) + elements.joined(separator: Array(framing.between.utf8)) + Array(framing.after.utf8)
    }

    /// Feeds a stream to a parser in chunks, and releases the elements of each chunk before the next.
    ///
    /// - Returns: The number of elements.
    static func feed<Element>(
        _ bytes: [UInt8],
        to parser: any IncrementalParser<Element>,
        repeating times: Int = 1
    ) throws -> Int {
        var parser = parser
        var elements: [Element] = []
        var count = 0
        for _ in 0..<times {
            for start in stride(from: 0, to: bytes.count, by: chunkSize) {
                let end = min(start + chunkSize, bytes.count)
                try parser.consume(bytes.span.extracting(start..<end), into: &elements)
                count += elements.count
                elements.removeAll(keepingCapacity: true)
            }
        }
        try parser.finish(into: &elements)
        return count + elements.count
    }
}
