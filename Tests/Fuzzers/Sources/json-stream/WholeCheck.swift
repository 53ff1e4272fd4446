import FuzzerSupport
import Mimeograph
import MimeographJSON

/// Compares a stream with the reader of whole documents.
struct WholeCheck {
    let input: [UInt8]

    func run() {
        array(.standard)
        // Streams read no comments, whatever the options say.
        array(JSONReadingOptions(nullStripping: .objectMembersAndArrayElements, allowsTrailingCommas: true))
        lines()
    }

    /// Checks that a top-level array has the document's elements, and that an error is found at the same position.
    private func array(_ options: JSONReadingOptions) {
        // A stream is UTF-8. The first bytes of a document may indicate another encoding.
        if input.prefix(4).contains(where: { [0, 0xFE, 0xFF].contains($0) }) { return }
        let parser = StreamLayout.array.values(options: options, limits: .standard, skips: false)
        let stream = Outcome(of: parser, chunks: [input[...]])
        do throws(SerializationError) {
            let document = try JSON(parsing: input, options: options)
            guard let elements = document.array else {
                require(stream.error != nil, "a document that is not an array has elements")
                return
            }
            // In a stream the limits apply to each element, so a stream may accept more than a document, but never less.
            require(stream.error == nil, "the stream has \(stream), the document has no error")
            require(stream.elements == Array(elements), "the stream has \(stream), the document \(document)")
        } catch {
            // The input is not an array, or exceeds the limits of a whole document.
            if stream.error?.code == .dataShape || error.code == .limitExceeded { return }
            require(stream.error != nil, "the stream has no error, the document has \(error)")
            require(
                stream.error?.code == error.code && stream.error?.location == error.location,
                "the stream has \(stream), the document \(error)"
            )
        }
    }

    /// Checks that a stream of valid lines gives the values of its lines.
    private func lines() {
        let parser = StreamLayout.lines.values(options: .standard, limits: .standard, skips: false)
        let stream = Outcome(of: parser, chunks: [input[...]])
        guard stream.error == nil else { return }
        let hasMark = input.starts(with: [0xEF, 0xBB, 0xBF])
        var values: [JSON] = []
        for line in input.dropFirst(hasMark ? 3 : 0).split(separator: 0x0A) {
            guard !line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) else { continue }
            do throws(SerializationError) {
                values.append(try JSON(parsing: line))
            } catch {
                disagree("a line of a valid stream cannot be read alone: \(error)")
            }
        }
        require(values == stream.elements, "the stream has \(stream), the lines have \(values)")
    }
}
