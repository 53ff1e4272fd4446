import Mimeograph
import MimeographTree

/// A parameter of a request: text, a number, a Boolean, or a collection of parameters.
///
/// ```swift
/// let parameters: QueryValue = ["q": "swift", "page": 2, "tags": ["a", "b"], "filter": ["open": true]]
/// try QueryEncoder.afnetworking.encode(parameters)   // filter%5Bopen%5D=1&page=2&q=swift&tags%5B%5D=a&tags%5B%5D=b
/// ```
/// A dictionary may hold variables of any of these types. A variable that is nil is left out, but ``null`` is not:
/// ```swift
/// let page = 2, name = "tea", tags = ["a", "b"], limit: Int? = nil
/// let items: [Item] = try await api.get("items", query: ["page": page, "name": name, "tags": tags, "limit": limit])
/// ```
/// Members keep their order, and may share a name. Use this type for parameters that you build at run time; otherwise any
/// `Encodable` type works as well.
public indirect enum QueryValue: Sendable {
    /// No value. The encoder's ``QueryEncoder/nulls`` decides how it is written.
    case null
    /// Text.
    case text(String)
    /// A Boolean.
    case boolean(Bool)
    /// A whole number.
    case integer(Int)
    /// A floating-point number.
    case number(Double)
    /// Values in order.
    case array([QueryValue])
    /// Values whose order has no meaning; they are written sorted.
    case set([QueryValue])
    /// Named values in order.
    case members([Member])

    /// A named value.
    public struct Member: Sendable {
        /// The name.
        public var name: String
        /// The value.
        public var value: QueryValue

        /// Makes a member.
        public init(_ name: String, _ value: QueryValue) {
            self.name = name
            self.value = value
        }
    }

    /// Makes text from UTF-16 code units. A lone surrogate becomes U+FFFD.
    ///
    /// Source: WHATWG Infra §4.6 "convert a string into a scalar value string".
    public static func text(utf16 units: some Sequence<UInt16>) -> QueryValue {
        .text(String(decoding: Array(units), as: UTF16.self))
    }

    /// The value of the first member with that name; nil if there is none or this value has no members. Names are compared by
    /// their bytes.
    public subscript(name: String) -> QueryValue? {
        guard case .members(let members) = self else { return nil }
        return members.first { $0.name.hasSameBytes(as: name) }?.value
    }
}

extension QueryValue: Hashable {
    /// Returns whether both values are the same; texts and names are compared by their bytes.
    public static func == (one: QueryValue, other: QueryValue) -> Bool {
        switch (one, other) {
        case (.null, .null): true
        case (.text(let one), .text(let other)): one.hasSameBytes(as: other)
        case (.boolean(let one), .boolean(let other)): one == other
        case (.integer(let one), .integer(let other)): one == other
        case (.number(let one), .number(let other)): one == other
        case (.array(let one), .array(let other)), (.set(let one), .set(let other)): one == other
        case (.members(let one), .members(let other)): one == other
        default: false
        }
    }

    /// Hashes the components that `==` compares.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .text(let text): hasher.combine(ByteEqualString(text))
        case .boolean(let value): hasher.combine(value)
        case .integer(let number): hasher.combine(number)
        case .number(let number): hasher.combine(number)
        case .array(let elements), .set(let elements): hasher.combine(elements)
        case .members(let members): hasher.combine(members)
        }
    }
}

extension QueryValue.Member: Hashable {
    /// Returns whether names and values are the same; names are compared by their bytes.
    public static func == (one: QueryValue.Member, other: QueryValue.Member) -> Bool {
        one.name.hasSameBytes(as: other.name) && one.value == other.value
    }

    /// Hashes the properties that `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ByteEqualString(name))
        hasher.combine(value)
    }
}

extension QueryValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    /// Makes text.
    public init(stringLiteral text: String) { self = .text(text) }
    /// Makes a whole number.
    public init(integerLiteral number: Int) { self = .integer(number) }
    /// Makes a floating-point number.
    public init(floatLiteral number: Double) { self = .number(number) }
    /// Makes a Boolean.
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
    /// Makes ``null``.
    public init(nilLiteral: ()) { self = .null }
    /// Makes an array of values in order.
    public init(arrayLiteral elements: QueryValue...) { self = .array(elements) }
    /// Makes named values in order. A name may occur more than once, and nil leaves its name out.
    ///
    /// Write `as QueryValue` after an inner array or dictionary if its values have several types, or if the order of the
    /// dictionary matters. Any other inner dictionary is sorted by name.
    public init(dictionaryLiteral elements: (String, (any QueryValueConvertible)?)...) {
        self = .members(elements.compactMap { name, value in value.map { Member(name, $0.queryValue) } })
    }
}

extension QueryValue: Encodable {
    /// Writes the value to any encoder. ``QueryEncoder`` keeps its order and its repeated names.
    public func encode(to encoder: any Encoder) throws {
        if try TreeEncodingContext.write(self, to: encoder, of: .form, { try $0.append(self) }) { return }
        switch self {
        case .members(let members):
            var container = encoder.container(keyedBy: PlainCodingKey.self)
            for member in members { try container.encode(member.value, forKey: PlainCodingKey(member.name)) }
        case .array(let elements), .set(let elements):
            var container = encoder.unkeyedContainer()
            for element in elements { try container.encode(element) }
        case .null:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .text(let text): try text.encode(to: encoder)
        case .boolean(let value): try value.encode(to: encoder)
        case .integer(let number): try number.encode(to: encoder)
        case .number(let number): try number.encode(to: encoder)
        }
    }
}

extension TreeEncodingContext {
    /// Writes a value without changes: members keep their order, and may share a name.
    fileprivate func append(_ value: QueryValue) throws {
        try checkDepth()
        switch value {
        case .null: appendNull()
        case .text(let text): write(text)
        case .boolean(let value): write(value)
        case .integer(let number): _ = write(integer: number)
        case .number(let number): _ = write(number)
        case .array(let elements), .set(let elements):
            var note: TextNote?
            if elements.isEmpty { note = .verbatim } else if case .set = value { note = .set }
            try append(.array, count: elements.count, note: note) {
                for element in elements { try append(element) }
            }
        case .members(let members):
            try append(.object, count: members.count, note: .verbatim) {
                for member in members {
                    writeName(member.name)
                    try append(member.value)
                }
            }
        }
    }
}
