import Mimeograph

/// The result of a stream: its elements, and the error that ended it.
struct Outcome<Element: Equatable>: Equatable, CustomStringConvertible {
    private(set) var elements: [Element] = []
    private(set) var error: SerializationError?

    /// The codes that a parser of a stream may throw.
    static var codes: Set<SerializationError.Code> {
        [.syntax, .truncated, .invalidText, .unsupportedCharset, .emptyBody, .limitExceeded, .dataShape]
    }

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
            && one.error?.location == other.error?.location && one.error?.message == other.error?.message
    }
}
