import Foundation
import Mimeograph
import MimeographJSON
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
            self = .failure(kind: "invalidValue", path: context.codingPath.map(\.stringValue))
        default: self = .failure(kind: "\(type(of: error))", path: [])
        }
    }

    init(_ body: () throws -> String) {
        do { self = .value(try body()) } catch { self = CodingOutcome(error) }
    }
}

/// One text decoded as one type by us and by Foundation.
struct DecodingCase: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    let ours: @Sendable () -> CodingOutcome
    let theirs: @Sendable () -> CodingOutcome

    var testDescription: String { "\(name): \(text.prefix(80))" }

    init<T: Decodable & SendableMetatype>(
        _ type: T.Type,
        _ text: String,
        _ format: @escaping @Sendable (inout JSONFormat) -> Void = { _ in },
        _ decoder: @escaping @Sendable (JSONDecoder) -> Void = { _ in }
    ) {
        name = "\(type)"
        self.text = text
        ours = {
            var ours = JSONFormat()
            format(&ours)
            return CodingOutcome { String(reflecting: try ours.decode(type, from: text.utf8)) }
        }
        theirs = {
            let theirs = JSONDecoder()
            decoder(theirs)
            return CodingOutcome { String(reflecting: try theirs.decode(type, from: Data(text.utf8))) }
        }
    }
}

/// One value encoded by us and by Foundation, with sorted keys, so that the bytes can be compared.
struct EncodingCase: Sendable, CustomTestStringConvertible {
    let name: String
    let ours: @Sendable () -> CodingOutcome
    let theirs: @Sendable () -> CodingOutcome

    var testDescription: String { name }

    init<T: Encodable & Sendable>(
        _ name: String,
        _ value: T,
        _ format: @escaping @Sendable (inout JSONFormat) -> Void = { _ in },
        _ encoder: @escaping @Sendable (JSONEncoder) -> Void = { _ in }
    ) {
        self.name = name
        ours = {
            var ours = JSONFormat(writing: JSONWritingOptions(sortedKeys: true, escapesSlashes: true))
            format(&ours)
            return CodingOutcome { String(decoding: try ours.encode(value), as: UTF8.self) }
        }
        theirs = {
            let theirs = JSONEncoder()
            theirs.outputFormatting = [.sortedKeys]
            encoder(theirs)
            return CodingOutcome { String(decoding: try theirs.encode(value), as: UTF8.self) }
        }
    }
}
