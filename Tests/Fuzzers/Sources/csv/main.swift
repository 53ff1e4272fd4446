import FuzzerSupport
import Mimeograph
import MimeographCSV

struct Row: Codable, Equatable, Sendable {
    var a: String
    var b: String?
    var c: Int?
    var d: Double?

    static func == (one: Row, other: Row) -> Bool {
        // Comparing bit patterns makes NaN equal to itself.
        one.a == other.a && one.b == other.b && one.c == other.c && one.d?.bitPattern == other.d?.bitPattern
    }
}

/// The result of a body: its rows, and the error that ended it.
struct Outcome<Element: Equatable & Sendable>: Equatable, CustomStringConvertible {
    var elements: [Element] = []
    var error: SerializationError?

    init(of parser: any IncrementalParser<Element>, chunks: [ArraySlice<UInt8>]) {
        var parser = parser
        do throws(SerializationError) {
            for chunk in chunks { try parser.consume(chunk.span, into: &elements) }
            try parser.finish(into: &elements)
        } catch {
            self.error = error
        }
    }

    var description: String { "\(elements) and \(error.map { "\($0)" } ?? "no error")" }

    static func == (one: Outcome, other: Outcome) -> Bool {
        one.elements == other.elements && one.error?.code == other.error?.code
            && one.error?.location == other.error?.location
    }
}

// `unsupportedCharset`, because a stream that begins with FE or FF counts as UTF-16.
let codes: Set<SerializationError.Code> = [
    .syntax, .truncated, .invalidText, .limitExceeded, .dataShape, .unsupportedCharset,
]

/// Compares the result of each way to split an input with the unsplit result, and the rows with a written and reread copy.
func check<Element: Codable & Equatable & Sendable>(
    _ input: [UInt8],
    _ type: Element.Type,
    _ format: CSVFormat,
    _ limits: DecodingLimits
) {
    func parser() -> any IncrementalParser<Element> {
        guard let parser = try? format.makeParser(of: type, as: nil, limits: limits) else {
            disagree("the format makes no parser")
        }
        return parser
    }
    let whole = Outcome(of: parser(), chunks: [input[...]])
    if let error = whole.error { require(error, fits: input, codes: codes) }
    for cuts in Cuts.some(of: input) {
        let cut = Outcome(of: parser(), chunks: cuts.chunks(of: input))
        require(cut == whole, "cut at \(cuts.sizes.prefix(40)), the result is \(cut); uncut, it is \(whole)")
    }
    // A byte order mark of UTF-16 or UTF-32 makes the whole body text in that encoding.
    let isMarked = [[0xFF, 0xFE], [0xFE, 0xFF], [0, 0, 0xFE, 0xFF]].contains { input.starts(with: $0) }
    guard limits == .standard, !isMarked else { return }
    let rows = try? format.decode([Element].self, from: input, limits: limits)
    require((rows == nil) == (whole.error != nil), "read at once: \(String(describing: rows)), in chunks: \(whole)")
    guard let rows, !rows.isEmpty else { return }
    require(rows == whole.elements, "read at once: \(rows), in chunks: \(whole)")
    // Only quotes distinguish an empty text from nil.
    guard format.emptyFieldIsNil, let bytes = try? format.encode(rows) else { return }
    let again = try? format.decode([Element].self, from: bytes, limits: limits)
    require(again == rows, "written and read again, \(rows) became \(String(describing: again))")
}

Fuzzer.run(longestInput: 1024) { input in
    var escaping = CSVFormat(header: .absent)
    escaping.emptyFieldIsNil = false
    for format in [CSVFormat(), CSVFormat(delimiter: .semicolon, header: .present), escaping, .tabSeparated] {
        check(input, Row.self, format, .standard)
    }
    check(input, [String].self, CSVFormat(), .standard)
    check(input, [String].self, CSVFormat(), DecodingLimits(inputBytes: 16, elements: 3))
    check(input, Row.self, CSVFormat(), DecodingLimits(inputBytes: 16, elements: 3))
    _ = try? CSVFormat().decode([[String: String]].self, from: input)
    _ = try? CSVResponseSerializer().read(input)
}
