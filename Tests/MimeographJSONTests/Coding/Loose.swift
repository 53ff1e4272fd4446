@testable import TestSupport

/// A value that decodes itself from any kind of single value.
enum Loose: Codable, Sendable {
    case number(Double), text(String), flag(Bool), list([Loose]), object([String: Loose]), none

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .none
        } else if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let list = try? container.decode([Loose].self) {
            self = .list(list)
        } else {
            self = .object(try container.decode([String: Loose].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .number(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        case .flag(let flag): try container.encode(flag)
        case .list(let list): try container.encode(list)
        case .object(let object): try container.encode(object)
        case .none: try container.encodeNil()
        }
    }
}
