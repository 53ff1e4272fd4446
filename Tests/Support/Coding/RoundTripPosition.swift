/// A position of a value in an encoded document.
public struct RoundTripPosition: Hashable, Sendable, CustomStringConvertible {
    /// The container directly around the value.
    public enum Inner: String, CaseIterable, Sendable {
        /// Nothing.
        case plain
        case optional
        /// Two elements of an array.
        case elements
        /// Elements of an array with nil between them.
        case optionalElements
        /// The value of a key of a dictionary.
        case entry
        /// The same next to a nil.
        case optionalEntry
        /// A single-value container.
        case single
        /// Two elements of an unkeyed container.
        case unkeyed
        /// The payload of a case of an enumeration.
        case payload
        /// A property.
        case member
        /// A property that is optional and not nil.
        case presentMember
        /// A property that is nil.
        case absentMember
        /// A nil that is encoded for a key.
        case nilMember
    }

    /// The container around the inner one.
    public enum Outer: String, CaseIterable, Sendable {
        /// Nothing.
        case document
        /// A property of a structure.
        case property
        /// The only two elements of an array.
        case rows
    }

    /// The container directly around the value.
    public let inner: Inner
    /// The container around ``inner``.
    public let outer: Outer

    /// All positions.
    public static let all = Outer.allCases.flatMap { outer in
        Inner.allCases.map { RoundTripPosition(inner: $0, outer: outer) }
    }

    /// The names of both containers.
    public var description: String { "\(inner), \(outer)" }

    /// The value at this position.
    public func place(_ value: any RoundTripValue) -> any RoundTripValue { surround(placeInside(value)) }

    private func placeInside<Value: RoundTripValue>(_ value: Value) -> any RoundTripValue {
        switch inner {
        case .plain: value
        case .optional: Optional(value)
        case .elements: [value, value]
        case .optionalElements: [value, nil, value] as [Value?]
        case .entry: ["key": value]
        case .optionalEntry: ["key": value, "other": nil] as [String: Value?]
        case .single: Wrapped(content: value)
        case .unkeyed: Pair(value: value)
        case .payload: Payload.some(value, label: 1)
        case .member: Member(value: value)
        case .presentMember: OptionalMember(value: value)
        case .absentMember: OptionalMember<Value>(value: nil)
        case .nilMember: NilMember<Value>()
        }
    }

    private func surround<Value: RoundTripValue>(_ value: Value) -> any RoundTripValue {
        switch outer {
        case .document: value
        case .property: Member(value: value)
        case .rows: [value, value]
        }
    }
}

struct Member<Value: RoundTripValue>: RoundTripValue { var value: Value }

struct OptionalMember<Value: RoundTripValue>: RoundTripValue {
    var value: Value?
    var number = 1
}

/// Encodes nil for a key, and decodes an optional from it.
struct NilMember<Value: RoundTripValue>: RoundTripValue {
    var value: Value?

    private enum Key: CodingKey { case value }

    init() {}

    init(from decoder: any Decoder) throws {
        value = try decoder.container(keyedBy: Key.self).decode(Value?.self, forKey: .value)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(value, forKey: .value)
    }
}

enum Payload<Value: RoundTripValue>: RoundTripValue {
    case none
    case some(Value, label: Int)
}

/// Two equal elements and a nil between them.
struct Pair<Value: RoundTripValue>: RoundTripValue {
    var value: Value

    init(value: Value) { self.value = value }

    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        value = try container.decode(Value.self)
        guard try container.decodeNil(), try container.decode(Value.self) == value, container.isAtEnd else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "Other elements were written.")
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(value)
        try container.encodeNil()
        try container.encode(value)
    }
}
