/// The Swift types that a registration produces from a body or writes to one.
public enum TypeDomain: Sendable {
    /// Any `Decodable` type, or for a writer any `Encodable` type.
    case anyCodable
    /// One type only.
    case exactly(any Sendable.Type)

    /// Whether some type belongs to both domains. Any codable type counts, whether it is `Decodable` or `Encodable`.
    func overlaps(_ other: TypeDomain) -> Bool {
        switch (self, other) {
        case (.anyCodable, .anyCodable): true
        case (.exactly(let one), .exactly(let two)): ObjectIdentifier(one) == ObjectIdentifier(two)
        case (.anyCodable, .exactly(let type)), (.exactly(let type), .anyCodable):
            type is any Decodable.Type || type is any Encodable.Type
        }
    }
}

extension TypeDomain {
    /// Whether it has more than one type.
    var isOpen: Bool {
        if case .anyCodable = self { true } else { false }
    }

    /// Whether a writer of this domain can write values of a type.
    func contains(_ type: any Any.Type, isEncodable: Bool) -> Bool {
        switch self {
        case .anyCodable: isEncodable
        case .exactly(let input): ObjectIdentifier(input) == ObjectIdentifier(type)
        }
    }

    /// Whether both domains have the same types.
    func isSame(as other: TypeDomain) -> Bool {
        switch (self, other) {
        case (.anyCodable, .anyCodable): true
        case (.exactly(let one), .exactly(let two)): ObjectIdentifier(one) == ObjectIdentifier(two)
        case (.anyCodable, .exactly), (.exactly, .anyCodable): false
        }
    }
}

extension [TypeDomain] {
    /// For example `JSON or any Codable`.
    var text: String { map(\.description).joined(separator: " or ") }
}

extension TypeDomain: CustomStringConvertible {
    /// For example `Image`, or `any Codable`.
    public var description: String {
        switch self {
        case .anyCodable: "any Codable"
        case .exactly(let type): "\(type)"
        }
    }
}

/// The type that a caller requests.
///
/// Casts to protocols are made only when a registration depends on them, since each costs as much as the rest of a look-up.
struct WantedType {
    /// The type, or nil if the caller requests no particular type.
    private let type: (any Any.Type)?

    init(_ type: any Any.Type) { self.type = type }

    private init() { type = nil }

    /// A request for no particular type.
    static var anything: WantedType { WantedType() }

    var isAnything: Bool { type == nil }

    /// The type as a `Decodable`, if it is one.
    var decodable: (any Decodable.Type)? { type as? any Decodable.Type }

    /// Whether an entry can produce the wanted type; for an `Optional`, the wrapped type suffices.
    func isProduced(by entry: Entry) -> Bool {
        guard let type else { return entry.isForAnyValue }
        switch entry.domain {
        case .anyCodable: return type is any Decodable.Type
        case .exactly(let output):
            let output = ObjectIdentifier(output)
            if output == ObjectIdentifier(type) { return true }
            // A stream has no empty body that could be read as nil.
            guard !entry.isStream, let optional = type as? any OptionalType.Type else { return false }
            return output == ObjectIdentifier(optional.wrappedType)
        }
    }

    /// The name for messages.
    var name: String { type.map { "\($0)" } ?? "any value" }
}

/// A protocol that recognizes any `Optional` at run time.
package protocol OptionalType {
    static var wrappedType: any Any.Type { get }
    static var nilValue: Self { get }
}

extension Optional: OptionalType {
    package static var wrappedType: any Any.Type { Wrapped.self }
    package static var nilValue: Wrapped? { nil }
}
