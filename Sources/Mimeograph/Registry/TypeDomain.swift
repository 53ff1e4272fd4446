/// The Swift types that a registration makes from a body or writes to one.
public enum TypeDomain: Sendable {
    /// Any `Decodable` (or, for what writes, any `Encodable`).
    case anyCodable
    /// That type only.
    case exactly(any Sendable.Type)

    /// Whether some type belongs to both domains.
    ///
    /// `Decodable` stands for `Codable` here: a type that is only `Encodable` is told apart when it is written.
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

    /// Whether values of a type can be written by what has this domain.
    func contains(_ type: any Any.Type, isEncodable: Bool) -> Bool {
        switch self {
        case .anyCodable: isEncodable
        case .exactly(let input): ObjectIdentifier(input) == ObjectIdentifier(type)
        }
    }

    /// Whether it has the same types as another.
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

/// What a caller asks for.
///
/// The casts that find out what a type can do are made only when a registration turns on them: each costs as much as all
/// the rest of a look-up.
struct WantedType {
    /// The type, or nil where the caller takes whatever the body is.
    private let type: (any Any.Type)?

    init(_ type: any Any.Type) { self.type = type }

    private init() { type = nil }

    /// Whatever the body is.
    static var anything: WantedType { WantedType() }

    /// Whether the caller takes whatever the body is.
    var isAnything: Bool { type == nil }

    /// The type as a `Decodable`, where it is one.
    var decodable: (any Decodable.Type)? { type as? any Decodable.Type }

    /// Whether an entry can give what is wanted; an `Optional` is given by what gives its payload.
    func isProduced(by entry: Entry) -> Bool {
        guard let type else { return entry.isForAnyValue }
        switch entry.domain {
        case .anyCodable: return type is any Decodable.Type
        case .exactly(let output):
            let output = ObjectIdentifier(output)
            if output == ObjectIdentifier(type) { return true }
            // A stream has no empty body that could be nil.
            guard !entry.isStream, let optional = type as? any OptionalType.Type else { return false }
            return output == ObjectIdentifier(optional.wrappedType)
        }
    }

    /// The name for a person.
    var name: String { type.map { "\($0)" } ?? "whatever it is" }
}

/// Lets `Optional` be recognised at run time, whatever it wraps.
package protocol OptionalType {
    static var wrappedType: any Any.Type { get }
    static var nilValue: Self { get }
}

extension Optional: OptionalType {
    package static var wrappedType: any Any.Type { Wrapped.self }
    package static var nilValue: Wrapped? { nil }
}
