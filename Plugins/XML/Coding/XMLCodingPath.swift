import Mimeograph
import MimeographTree

/// The path of keys from the root to a value, shared by all values below it.
final class XMLCodingPath {
    let parent: XMLCodingPath?
    private let key: any CodingKey
    /// The number of keys.
    let depth: Int

    init(_ parent: XMLCodingPath?, _ key: any CodingKey) {
        self.parent = parent
        self.key = key
        depth = (parent?.depth ?? 0) + 1
    }

    private var keys: [any CodingKey] {
        var keys: [any CodingKey] = []
        var path: XMLCodingPath? = self
        while let step = path {
            keys.append(step.key)
            path = step.parent
        }
        return keys.reversed()
    }

    static func keys(of path: XMLCodingPath?) -> [any CodingKey] { path?.keys ?? [] }
}

/// An error with the line of its element; 0 if the line is unknown.
struct XMLLocatedError: Error {
    let error: SerializationError
    let line: Int
}

extension CodingErrorFormatter {
    /// The terms for XML in error messages.
    static let xml = CodingErrorFormatter(
        reading: "document",
        writing: "XML",
        absence: "it may be empty",
        alternative: "choose another strategy of XMLFormat for such values"
    )
}

extension XMLDecodingContext {
    /// Returns the error for a document that could not be decoded.
    func report(_ error: any Error, of type: any Any.Type) -> XMLLocatedError {
        let (report, element) = CodingErrorFormatter.xml.decoding(error, of: type, lastFailure)
        return XMLLocatedError(error: report, line: element.map { tree.line(of: $0) } ?? 0)
    }
}

extension SourceLocation {
    /// Makes the location of a line, after its indentation; nil if the body has no such line, or its encoding uses other line
    /// ends than ASCII.
    init?(line: Int, in body: Span<UInt8>) {
        guard line > 0 else { return nil }
        for index in 0..<min(4, body.count) where body[index] == 0 { return nil }
        var offset = 0
        var current = 1
        while current < line {
            guard offset < body.count else { return nil }
            // libxml2 counts line feeds.
            if body[offset] == 0x0A { current += 1 }
            offset += 1
        }
        let start = offset
        while offset < body.count, body[offset] == 0x20 || body[offset] == 0x09 { offset += 1 }
        self.init(offset: offset, line: line, column: offset - start + 1)
    }
}
