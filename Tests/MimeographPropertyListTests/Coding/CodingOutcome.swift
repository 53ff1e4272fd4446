import Foundation
import Mimeograph
import MimeographPropertyList
import Testing

@testable import TestSupport

/// What decoding or encoding came to, in a form that two engines can be compared by.
enum CodingOutcome: Equatable, CustomStringConvertible {
    case value(String)
    case failure(kind: String, path: [String])

    var description: String {
        switch self {
        case .value(let text): "value \(text)"
        case .failure(let kind, let path): "\(kind) at [\(path.joined(separator: ", "))]"
        }
    }

    init(_ error: any Error) {
        switch error {
        case let error as SerializationError:
            self = error.underlying.first.map { CodingOutcome($0) } ?? .failure(kind: "\(error.code)", path: [])
        case DecodingError.typeMismatch(let type, let context):
            self = .failure(kind: "typeMismatch \(type)", path: context.codingPath.map(\.stringValue))
        case DecodingError.valueNotFound(let type, let context):
            self = .failure(kind: "valueNotFound \(type)", path: context.codingPath.map(\.stringValue))
        case DecodingError.keyNotFound(let key, let context):
            self = .failure(kind: "keyNotFound \(key.stringValue)", path: context.codingPath.map(\.stringValue))
        case DecodingError.dataCorrupted(let context):
            self = .failure(kind: "dataCorrupted", path: context.codingPath.map(\.stringValue))
        case EncodingError.invalidValue(_, let context):
            // Foundation puts whatever an encoding came to into an error about the whole value.
            if let inner = context.underlyingError {
                self = CodingOutcome(inner)
            } else {
                self = .failure(kind: "invalidValue", path: context.codingPath.map(\.stringValue))
            }
        default: self = .failure(kind: "\(type(of: error))", path: [])
        }
    }

    init(_ body: () throws -> String) {
        do { self = .value(try body()) } catch { self = CodingOutcome(error) }
    }
}

/// One list decoded as one type by us and by Foundation, in both formats.
struct DecodingCase: Sendable, CustomTestStringConvertible {
    let name: String
    let list: PropertyList
    /// Ours and Foundation's, for the bytes of a list.
    let outcomes: @Sendable (_ bytes: [UInt8]) -> (ours: CodingOutcome, theirs: CodingOutcome)

    var testDescription: String { "\(name): \("\(list)".split(separator: "\n").dropFirst(3).joined().prefix(90))" }

    init<T: Decodable & SendableMetatype>(_ type: T.Type, _ list: PropertyList) {
        name = "\(type)"
        self.list = list
        outcomes = { bytes in
            (
                CodingOutcome { String(reflecting: try PropertyListFormat().decode(type, from: bytes)) },
                CodingOutcome { String(reflecting: try PropertyListDecoder().decode(type, from: Data(bytes))) }
            )
        }
    }
}

/// One value encoded by us and by Foundation: XML, keys sorted, to be compared byte by byte, and what the binary form holds.
struct EncodingCase: Sendable, CustomTestStringConvertible {
    let name: String
    let xml: @Sendable () -> (ours: CodingOutcome, theirs: CodingOutcome)
    let binary: @Sendable () -> (ours: CodingOutcome, theirs: CodingOutcome)

    var testDescription: String { name }

    init<T: Encodable & Sendable>(_ name: String, _ value: T) {
        self.name = name
        @Sendable func ours(_ format: PropertyListWritingOptions.Format) throws -> [UInt8] {
            try PropertyListFormat(writing: PropertyListWritingOptions(format: format, sortedKeys: true)).encode(value)
        }
        @Sendable func theirs(_ format: PropertyListSerialization.PropertyListFormat) throws -> [UInt8] {
            let encoder = PropertyListEncoder()
            encoder.outputFormat = format
            return [UInt8](try encoder.encode(value))
        }
        /// What Foundation reads of binary bytes, in XML.
        @Sendable func content(_ bytes: [UInt8]) throws -> String {
            let list = try FoundationValue.list(reading: bytes)
            return String(decoding: try list.serialized(PropertyListWritingOptions(sortedKeys: true)), as: UTF8.self)
        }
        xml = {
            (
                CodingOutcome { String(decoding: try ours(.xml), as: UTF8.self) },
                CodingOutcome { String(decoding: try theirs(.xml), as: UTF8.self) }
            )
        }
        binary = {
            (CodingOutcome { try content(ours(.binary)) }, CodingOutcome { try content(theirs(.binary)) })
        }
    }
}
