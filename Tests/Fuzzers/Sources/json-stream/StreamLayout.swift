import FuzzerSupport
import Mimeograph
import MimeographJSON

/// The three ways in which a body holds many values.
enum StreamLayout: CaseIterable {
    case lines, sequence, array

    static let options = [
        JSONReadingOptions.standard,
        JSONReadingOptions(
            nullStripping: .objectMembersAndArrayElements,
            allowsTrailingCommas: true,
            allowsComments: true
        ),
        JSONReadingOptions(duplicateKeys: .refuse, allowsFragments: false),
    ]

    /// So small that inputs of this size meet each of its limits.
    static let tightBudget = DecodeBudget(inputBytes: 24, depth: 2, elements: 5)

    private static let head = ResponseHead(status: 200)

    /// A parser of values of any shape.
    func values(options: JSONReadingOptions, budget: DecodeBudget, skips: Bool) -> any IncrementalParser<JSON> {
        made { () throws(SerializationError) in
            switch self {
            case .lines: try NDJSONResponseSerializer(options: options).makeParser(for: Self.head, budget: budget)
            case .sequence:
                try JSONSequenceResponseSerializer(options: options, invalidElements: skips ? .skip : .stop)
                    .makeParser(for: Self.head, budget: budget)
            case .array:
                try JSONArrayElementsResponseSerializer(options: options).makeParser(for: Self.head, budget: budget)
            }
        }
    }

    /// A parser of values of one type.
    func rows(options: JSONReadingOptions, skips: Bool) -> any IncrementalParser<Row> {
        let format = JSONFormat(reading: options)
        return made { () throws(SerializationError) in
            switch self {
            case .lines: try NDJSONFormat(format: format).makeParser(of: Row.self, as: nil, budget: .standard)
            case .sequence:
                try JSONSequenceFormat(format: format, invalidElements: skips ? .skip : .stop)
                    .makeParser(of: Row.self, as: nil, budget: .standard)
            case .array:
                try JSONArrayElementsFormat(format: format).makeParser(of: Row.self, as: nil, budget: .standard)
            }
        }
    }

    private func made<Parser>(_ make: () throws(SerializationError) -> Parser) -> Parser {
        do throws(SerializationError) {
            return try make()
        } catch {
            disagree("no parser is made: \(error)")
        }
    }
}

/// What the elements are decoded as.
struct Row: Codable, Equatable, Sendable {
    var a: Int?
    var b: [String]?
    var c: Double?
}
