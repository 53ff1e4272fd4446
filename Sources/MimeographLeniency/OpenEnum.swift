import Mimeograph

/// A case of an enumeration, or the raw value of a case that the enumeration does not have.
///
/// ```swift
/// enum Role: String, Codable { case author, reviewer }
/// struct User: Codable {
///     var role: OpenEnum<Role>
/// }
/// switch user.role {
/// case .known(.author): …
/// case .known(.reviewer): …
/// case .unknown(let text): log("new role: \(text)")
/// }
/// ```
/// Encoding writes the raw value, known or not, so a program passes on cases that were added after it was built. A value that is not
/// of the raw type is still an error. Two values are equal if their raw values are.
public enum OpenEnum<Known: RawRepresentable> {
    /// A case of the enumeration.
    case known(Known)
    /// A raw value that the enumeration has no case for.
    case unknown(Known.RawValue)

    /// Creates the case with a raw value, or an unknown case.
    public init(rawValue: Known.RawValue) {
        // Comparing a text with the names of cases takes time that grows with the square of a run of combining marks. No name has
        // a long run.
        if let text = rawValue as? String, !StreamSafeText.holds(text) {
            self = .unknown(rawValue)
        } else {
            self = Known(rawValue: rawValue).map { .known($0) } ?? .unknown(rawValue)
        }
    }

    /// The raw value.
    public var rawValue: Known.RawValue {
        switch self {
        case .known(let value): value.rawValue
        case .unknown(let rawValue): rawValue
        }
    }

    /// The case; nil if it is unknown.
    public var known: Known? {
        if case .known(let value) = self { value } else { nil }
    }
}

extension OpenEnum: Decodable where Known.RawValue: Decodable {
    /// Reads a raw value.
    public init(from decoder: any Decoder) throws {
        self.init(rawValue: try decoder.singleValueContainer().decode(Known.RawValue.self))
    }
}

extension OpenEnum: Encodable where Known.RawValue: Encodable {
    /// Writes the raw value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

extension OpenEnum: Sendable where Known: Sendable, Known.RawValue: Sendable {}

extension OpenEnum: Equatable where Known.RawValue: Equatable {
    /// Whether both have equal raw values.
    public static func == (left: Self, right: Self) -> Bool { left.rawValue == right.rawValue }
}

extension OpenEnum: Hashable where Known.RawValue: Hashable {
    /// Hashes the raw value.
    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}
