import FuzzerSupport
import Mimeograph
import MimeographJSON

/// Holds a stream against the reader of whole documents.
struct WholeCheck {
    let input: [UInt8]

    func run() {
        array(.standard)
        // Streams read no comments, whatever the options say.
        array(JSONReadingOptions(nullStripping: .objectMembersAndArrayElements, allowsTrailingCommas: true))
        lines()
    }

    /// The elements of a top-level array are those of the document, and what is no document is refused at the same place.
    private func array(_ options: JSONReadingOptions) {
        // A stream is UTF-8. A document may be in another encoding, which its first bytes tell.
        if input.prefix(4).contains(where: { [0, 0xFE, 0xFF].contains($0) }) { return }
        let parser = StreamLayout.array.values(options: options, limits: .standard, skips: false)
        let stream = Outcome(of: parser, chunks: [input[...]])
        do throws(SerializationError) {
            let document = try JSON(parsing: input, options: options)
            guard let elements = document.array else {
                require(stream.error != nil, "a document that is no array has elements")
                return
            }
            // An array of a stream has limits for each element, so it may take more but never less.
            require(stream.error == nil, "the stream has \(stream), the document is fine")
            require(stream.elements == Array(elements), "the stream has \(stream), the document \(document)")
        } catch {
            // What is no array at all, and what is more than a whole document may be.
            if stream.error?.code == .dataShape || error.code == .limitExceeded { return }
            require(stream.error != nil, "the stream has no error, the document has \(error)")
            require(
                stream.error?.code == error.code && stream.error?.location == error.location,
                "the stream has \(stream), the document \(error)"
            )
        }
    }

    /// A body of lines that all can be read gives what the lines give.
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
                disagree("a line of a stream without errors cannot be read alone: \(error)")
            }
        }
        require(values == stream.elements, "the stream has \(stream), the lines have \(values)")
    }
}
