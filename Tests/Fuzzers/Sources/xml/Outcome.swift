import Mimeograph

/// The result of a stream: a line for each element, and the error that ended it.
struct Outcome: Equatable, CustomStringConvertible {
    let lines: [String]
    let error: SerializationError?

    init(_ result: (lines: [String], error: SerializationError?)) {
        lines = result.lines
        error = result.error
    }

    var description: String { "\(lines) and \(error.map { "\($0)" } ?? "no error")" }

    static func == (one: Outcome, other: Outcome) -> Bool {
        one.lines == other.lines && one.error?.code == other.error?.code
            && one.error?.location == other.error?.location && one.error?.message == other.error?.message
    }
}
