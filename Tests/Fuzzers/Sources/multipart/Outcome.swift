import Mimeograph
import MimeographForm

/// The result of a body: its elements, and the error that ended it.
struct Outcome: Equatable, CustomStringConvertible {
    private(set) var elements: [MultipartElement] = []
    private(set) var error: SerializationError?

    init(of chunks: [ArraySlice<UInt8>], options: MultipartReadingOptions) {
        do throws(SerializationError) {
            var parser = try MultipartParser(
                type: Reading.type,
                options: options,
                limits: DecodingLimits(inputBytes: 100)
            )
            for chunk in chunks { try parser.consume(chunk.span, into: &elements) }
            try parser.finish(into: &elements)
        } catch {
            self.error = error
        }
    }

    var description: String { "\(elements) and \(error.map { "\($0)" } ?? "no error")" }

    static func == (one: Outcome, other: Outcome) -> Bool {
        one.elements == other.elements && one.error?.code == other.error?.code
            && one.error?.message == other.error?.message
    }
}
