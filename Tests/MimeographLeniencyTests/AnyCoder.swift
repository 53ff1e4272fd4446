import Mimeograph
import MimeographCBOR
import MimeographForm
import MimeographJSON
import MimeographMessagePack
import MimeographPropertyList
import MimeographXML
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// An encoder and a decoder, of this package or of Foundation, for the tables of these tests.
struct AnyCoder: Sendable, CustomTestStringConvertible {
    private enum Kind: Sendable {
        case format(any CodableFormat)
        case json
        case propertyList(PropertyListDecoder.PropertyListFormat)
    }

    let testDescription: String
    private let kind: Kind
    /// Whether all scalars are texts, so a text of digits is a number.
    var hasTexts = false
    /// Whether null survives.
    var hasNull = true

    static let json = AnyCoder(testDescription: "JSON", kind: .format(JSONFormat()))

    static let all: [AnyCoder] = [
        json,
        AnyCoder(testDescription: "CBOR", kind: .format(CBORFormat())),
        AnyCoder(testDescription: "MessagePack", kind: .format(MessagePackFormat())),
        AnyCoder(testDescription: "property list, XML", kind: .format(PropertyListFormat())),
        AnyCoder(testDescription: "property list, binary", kind: .format(PropertyListFormat(writing: .binary))),
        AnyCoder(testDescription: "form", kind: .format(FormFormat()), hasTexts: true, hasNull: false),
        AnyCoder(testDescription: "XML", kind: .format(XMLFormat()), hasTexts: true, hasNull: false),
        AnyCoder(testDescription: "Foundation, JSON", kind: .json),
        AnyCoder(testDescription: "Foundation, property list, XML", kind: .propertyList(.xml), hasNull: false),
        AnyCoder(testDescription: "Foundation, property list, binary", kind: .propertyList(.binary), hasNull: false),
    ]

    static let ours = all.filter { if case .format = $0.kind { true } else { false } }
    static let typed = all.filter { !$0.hasTexts }
    static let withNull = all.filter(\.hasNull)

    func encode(_ value: some Encodable) throws -> [UInt8] {
        switch kind {
        case .format(let format): return try format.encode(value)
        case .json: return Array(try JSONEncoder().encode(value))
        case .propertyList(let format):
            let encoder = PropertyListEncoder()
            encoder.outputFormat = format
            return Array(try encoder.encode(value))
        }
    }

    func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
        switch kind {
        case .format(let format): try format.decode(type, from: bytes)
        case .json: try JSONDecoder().decode(type, from: Data(bytes))
        case .propertyList: try PropertyListDecoder().decode(type, from: Data(bytes))
        }
    }
}

/// A value of any type, to write bodies that are not quite as a program expects.
enum Untidy: Encodable, Sendable {
    case null
    case flag(Bool)
    case number(Int)
    case real(Double)
    case text(String)
    case list([Untidy])
    case object([String: Untidy])

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .flag(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .real(let value): try container.encode(value)
        case .text(let value): try container.encode(value)
        case .list(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}
