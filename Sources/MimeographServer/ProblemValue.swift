import Mimeograph

/// The value of an extension member of ``ProblemDetails``.
///
/// It is small on purpose: integers beyond `Int64` become ``number(_:)``. If you know the shape of a member, decode a type of
/// your own instead of ``ProblemDetails``.
public enum ProblemValue: Sendable {
    /// Null.
    case null
    /// True or false.
    case bool(Bool)
    /// A whole number.
    case integer(Int64)
    /// Another number.
    case number(Double)
    /// Text.
    case string(String)
    /// Values in order.
    case array([ProblemValue])
    /// Values by name.
    case object([String: ProblemValue])

    /// The maximum depth of a decoded value; the outermost array or object has depth 1.
    static let deepest = 16
}

extension ProblemValue: Hashable {
    /// Whether both are the same value; texts are compared by their bytes.
    public static func == (one: ProblemValue, other: ProblemValue) -> Bool {
        switch (one, other) {
        case (.null, .null): true
        case (.bool(let one), .bool(let other)): one == other
        case (.integer(let one), .integer(let other)): one == other
        case (.number(let one), .number(let other)): one == other
        case (.string(let one), .string(let other)): one.hasSameBytes(as: other)
        case (.array(let one), .array(let other)): one == other
        case (.object(let one), .object(let other)): one == other
        default: false
        }
    }

    /// Hashes the value that `==` compares.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .bool(let value): hasher.combine(value)
        case .integer(let value): hasher.combine(value)
        case .number(let value): hasher.combine(value)
        case .string(let value): hasher.combine(value.utf8Key)
        case .array(let values): hasher.combine(values)
        case .object(let members): hasher.combine(members)
        }
    }
}

extension ProblemValue: Codable {
    /// Decodes any value.
    ///
    /// - Throws: `DecodingError.dataCorrupted` if the value is nested more than 16 levels deep, counted by the coding path from
    ///   the root of the body, so that input cannot cause unlimited recursion; ``SerializationError/Code/limitExceeded`` if a
    ///   name has more than 30 combining marks in a row.
    public init(from decoder: any Decoder) throws {
        // A member of the problem has a path of one key; each container adds another.
        guard decoder.codingPath.count <= Self.deepest + 1 else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "The nesting is too deep.")
            )
        }
        if let members = try? decoder.container(keyedBy: PlainCodingKey.self) {
            var object: [String: ProblemValue] = [:]
            for key in members.allKeys {
                guard StreamSafeText.holds(key.stringValue) else {
                    throw SerializationError.keyNotStreamSafe(codingPath: members.codingPath + [key])
                }
                object[key.stringValue] = try members.decode(ProblemValue.self, forKey: key)
            }
            self = .object(object)
        } else if var values = try? decoder.unkeyedContainer() {
            var array: [ProblemValue] = []
            while !values.isAtEnd { array.append(try values.decode(ProblemValue.self)) }
            self = .array(array)
        } else {
            let value = try decoder.singleValueContainer()
            if value.decodeNil() {
                self = .null
            } else if let integer = try? value.decode(Int64.self) {
                // Before truth values, because in XML `1` is both.
                self = .integer(integer)
            } else if let number = try? value.decode(Double.self) {
                self = .number(number)
            } else if let bool = try? value.decode(Bool.self) {
                self = .bool(bool)
            } else {
                self = .string(try value.decode(String.self))
            }
        }
    }

    /// Encodes the value.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .object(let members):
            var container = encoder.container(keyedBy: PlainCodingKey.self)
            for (name, value) in members.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
                try container.encode(value, forKey: PlainCodingKey(name))
            }
        case .array(let values):
            var container = encoder.unkeyedContainer()
            for value in values { try container.encode(value) }
        default:
            var container = encoder.singleValueContainer()
            switch self {
            case .bool(let value): try container.encode(value)
            case .integer(let value): try container.encode(value)
            case .number(let value): try container.encode(value)
            case .string(let value): try container.encode(value)
            default: try container.encodeNil()
            }
        }
    }
}

extension ProblemValue: CustomStringConvertible {
    /// The value as JSON writes it, members sorted by name.
    public var description: String {
        switch self {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .number(let value): "\(value)"
        case .string(let value): Self.quoted(value)
        case .array(let values): "[\(values.map(\.description).joined(separator: ","))]"
        case .object(let members):
            "{\(members.map { "\(Self.quoted($0)):\($1)" }.sorted().joined(separator: ","))}"
        }
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case ..<" ": quoted += "\\u00\(scalar.value < 16 ? "0" : "")\(String(scalar.value, radix: 16))"
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}

extension ProblemValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Makes text.
    public init(stringLiteral value: String) { self = .string(value) }

    /// Makes a whole number.
    public init(integerLiteral value: Int64) { self = .integer(value) }

    /// Makes a number.
    public init(floatLiteral value: Double) { self = .number(value) }

    /// Makes true or false.
    public init(booleanLiteral value: Bool) { self = .bool(value) }

    /// Makes null.
    public init(nilLiteral: ()) { self = .null }

    /// Makes an array.
    public init(arrayLiteral values: ProblemValue...) { self = .array(values) }

    /// Makes an object; the last of two members with the same name counts.
    public init(dictionaryLiteral members: (String, ProblemValue)...) {
        self = .object(Dictionary(members, uniquingKeysWith: { $1 }))
    }
}
