import Mimeograph
import MimeographJSON

/// The result of a stream: the elements as text, and the error at its end.
struct StreamRun: Equatable, CustomStringConvertible {
    var elements: [String] = []
    var code: String?
    var location: SourceLocation?
    var message: String?

    var description: String { "\(elements) \(code ?? "-") \(location.map { "\($0)" } ?? "-")" }

    /// Feeds a parser chunks of these sizes, and then the rest.
    init<Element>(
        _ parser: any IncrementalParser<Element>,
        _ body: [UInt8],
        sizes: some Sequence<Int>,
        text: (Element) -> String
    ) {
        var parser = parser
        var made: [Element] = []
        do throws(SerializationError) {
            var offset = 0
            for size in sizes where offset < body.count {
                let end = min(body.count, offset + size)
                try parser.consume(body.span.extracting(offset..<end), into: &made)
                offset = end
            }
            try parser.consume(body.span.extracting(offset..<body.count), into: &made)
            try parser.finish(into: &made)
        } catch {
            code = error.code.rawValue
            location = error.location
            message = error.message
        }
        elements = made.map(text)
    }
}

/// The three layouts, with values of any shape.
enum StreamKind: String, CaseIterable, Sendable {
    case lines, sequence, array

    func parser(
        _ options: JSONReadingOptions = .standard,
        _ limits: DecodingLimits = .standard,
        skips: Bool = false
    ) -> any IncrementalParser<JSON> {
        let format = JSONFormat(reading: options)
        do {
            switch self {
            case .lines: return try NDJSONFormat(format: format).makeParser(of: JSON.self, as: nil, limits: limits)
            case .sequence:
                return try JSONSequenceFormat(format: format, invalidElements: skips ? .skip : .stop)
                    .makeParser(of: JSON.self, as: nil, limits: limits)
            case .array:
                return try JSONArrayElementsFormat(format: format).makeParser(of: JSON.self, as: nil, limits: limits)
            }
        } catch {
            preconditionFailure("\(error)")
        }
    }

    func run(
        _ body: [UInt8],
        sizes: some Sequence<Int> = [],
        options: JSONReadingOptions = .standard,
        limits: DecodingLimits = .standard,
        skips: Bool = false
    ) -> StreamRun {
        StreamRun(parser(options, limits, skips: skips), body, sizes: sizes) { StreamKind.text(of: $0) }
    }

    static func text(of json: JSON) -> String {
        (try? json.serialized()).map { String(decoding: $0, as: UTF8.self) } ?? "?"
    }
}
