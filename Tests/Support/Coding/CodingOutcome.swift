import Mimeograph

/// The outcome of decoding or encoding, in a form that allows two engines to be compared.
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
            // Foundation wraps the outcome of an encoding in an error about the whole value.
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
