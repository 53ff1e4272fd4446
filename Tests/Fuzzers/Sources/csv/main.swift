import FuzzerSupport
import Mimeograph
import MimeographCSV

struct Row: Codable, Equatable, Sendable {
    var a: String
    var b: String?
    var c: Int?
    var d: Double?

    static func == (one: Row, other: Row) -> Bool {
        // What is not a number is the same as itself.
        one.a == other.a && one.b == other.b && one.c == other.c && one.d?.bitPattern == other.d?.bitPattern
    }
}

/// What a body came to: its rows, and the error that ended it.
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

// A stream that begins with FE or FF is taken for one in UTF-16.
let codes: Set<SerializationError.Code> = [
    .syntax, .truncated, .invalidText, .limitExceeded, .dataShape, .unsupportedCharset,
]

/// Holds each cut of an input against no cut at all, and what was read against what is read of it when it is written.
func check<Element: Codable & Equatable & Sendable>(
    _ input: [UInt8],
    _ type: Element.Type,
    _ format: CSVFormat,
    _ limits: DecodingLimits
) {
    func parser() -> any IncrementalParser<Element> {
        guard let parser = try? format.makeParser(of: type, as: nil, limits: limits) else {
            disagree("there is no parser")
        }
        return parser
    }
    let whole = Outcome(of: parser(), chunks: [input[...]])
    if let error = whole.error { require(error, fits: input, codes: codes) }
    for cuts in Cuts.some(of: input) {
        let cut = Outcome(of: parser(), chunks: cuts.chunks(of: input))
        require(cut == whole, "cut at \(cuts.sizes.prefix(40)) it is \(cut), and uncut \(whole)")
    }
    // By a mark of UTF-16 or UTF-32 the whole is text in that.
    let isMarked = [[0xFF, 0xFE], [0xFE, 0xFF], [0, 0, 0xFE, 0xFF]].contains { input.starts(with: $0) }
    guard limits == .standard, !isMarked else { return }
    let rows = try? format.decode([Element].self, from: input, limits: limits)
    require((rows == nil) == (whole.error != nil), "at once it is \(String(describing: rows)), and in pieces \(whole)")
    guard let rows, !rows.isEmpty else { return }
    require(rows == whole.elements, "at once it is \(rows), and in pieces \(whole)")
    // Only quotes tell an empty text from nil.
    guard format.emptyFieldIsNil, let bytes = try? format.encode(rows) else { return }
    let again = try? format.decode([Element].self, from: bytes, limits: limits)
    require(again == rows, "\(rows) is read as \(String(describing: again)) when it was written")
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
