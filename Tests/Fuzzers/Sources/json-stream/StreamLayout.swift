import FuzzerSupport
import Mimeograph
import MimeographJSON

/// The three layouts of a body with many values.
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

    /// Limits that are small enough for inputs of this size to exceed each of them.
    static let tightLimits = DecodingLimits(inputBytes: 24, depth: 2, elements: 5)

    /// Makes a parser of values of any shape.
    func values(options: JSONReadingOptions, limits: DecodingLimits, skips: Bool) -> any IncrementalParser<JSON> {
        parser(of: JSON.self, options: options, limits: limits, skips: skips)
    }

    /// Makes a parser of values of one type.
    func rows(options: JSONReadingOptions, skips: Bool) -> any IncrementalParser<Row> {
        parser(of: Row.self, options: options, limits: .standard, skips: skips)
    }

    private func parser<Value: Decodable & Sendable>(
        of type: Value.Type,
        options: JSONReadingOptions,
        limits: DecodingLimits,
        skips: Bool
    ) -> any IncrementalParser<Value> {
        let format = JSONFormat(reading: options)
        return made { () throws(SerializationError) in
            switch self {
            case .lines: try NDJSONFormat(format: format).makeParser(of: type, as: nil, limits: limits)
            case .sequence:
                try JSONSequenceFormat(format: format, invalidElements: skips ? .skip : .stop)
                    .makeParser(of: type, as: nil, limits: limits)
            case .array: try JSONArrayElementsFormat(format: format).makeParser(of: type, as: nil, limits: limits)
            }
        }
    }

    private func made<Parser>(_ make: () throws(SerializationError) -> Parser) -> Parser {
        do throws(SerializationError) {
            return try make()
        } catch {
            disagree("the serializer makes no parser: \(error)")
        }
    }
}

/// The type of the decoded elements.
struct Row: Codable, Equatable, Sendable {
    var a: Int?
    var b: [String]?
    var c: Double?
}
