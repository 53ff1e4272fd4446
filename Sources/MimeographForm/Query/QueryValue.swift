import Mimeograph
import MimeographTree

/// A parameter of a request: a text, a number, or several of them in order.
///
/// ```swift
/// let parameters: QueryValue = ["q": "swift", "page": 2, "tags": ["a", "b"], "filter": ["open": true]]
/// try QueryEncoder.afnetworking.encode(parameters)   // filter%5Bopen%5D=1&page=2&q=swift&tags%5B%5D=a&tags%5B%5D=b
/// ```
/// Variables stand in a dictionary as they are, whatever their types; one that is nil is left out, as ``null`` is not:
/// ```swift
/// let page = 2, name = "tea", tags = ["a", "b"], limit: Int? = nil
/// let items: [Item] = try await api.get("items", query: ["page": page, "name": name, "tags": tags, "limit": limit])
/// ```
/// Members keep the order in which they were written, and may share a name. Any `Encodable` value does as well as this
/// one; this type is for parameters that are put together while the program runs.
public indirect enum QueryValue: Sendable {
    /// No value; what is written for it is the encoder's ``QueryEncoder/nulls``.
    case null
    /// A text.
    case text(String)
    /// A truth value.
    case boolean(Bool)
    /// A whole number.
    case integer(Int)
    /// A number with a fraction.
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

    /// A text of UTF-16 code units, as other systems hand them over. A lone surrogate becomes U+FFFD.
    ///
    /// Source: WHATWG Infra §4.6 "convert a string into a scalar value string".
    public static func text(utf16 units: some Sequence<UInt16>) -> QueryValue {
        .text(String(decoding: Array(units), as: UTF16.self))
    }

    /// The value of the first member of that name; nil where there is none or this has no members. Names are compared by their
    /// bytes.
    public subscript(name: String) -> QueryValue? {
        guard case .members(let members) = self else { return nil }
        return members.first { $0.name.hasSameBytes(as: name) }?.value
    }
}

extension QueryValue: Hashable {
    /// Whether both are the same; texts and names are compared by their bytes.
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

    /// Feeds what `==` compares.
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
    /// Whether names and values are the same; names are compared by their bytes.
    public static func == (one: QueryValue.Member, other: QueryValue.Member) -> Bool {
        one.name.hasSameBytes(as: other.name) && one.value == other.value
    }

    /// Feeds what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ByteEqualString(name))
        hasher.combine(value)
    }
}

extension QueryValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    /// A text.
    public init(stringLiteral text: String) { self = .text(text) }
    /// A whole number.
    public init(integerLiteral number: Int) { self = .integer(number) }
    /// A number.
    public init(floatLiteral number: Double) { self = .number(number) }
    /// A truth value.
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
    /// No value.
    public init(nilLiteral: ()) { self = .null }
    /// Values in order.
    public init(arrayLiteral elements: QueryValue...) { self = .array(elements) }
    /// Named values in order; a name may come twice, and nil leaves its name out.
    ///
    /// An array or a dictionary within it whose values are of several types is written `as QueryValue`, and so
    /// is a dictionary whose order matters; another is sorted by its names.
    public init(dictionaryLiteral elements: (String, (any QueryValueConvertible)?)...) {
        self = .members(elements.compactMap { name, value in value.map { Member(name, $0.queryValue) } })
    }
}

extension QueryValue: Encodable {
    /// Writes the value with any coder; ``QueryEncoder`` writes it as it is.
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
    /// Writes a value as it is: members stay in their order, and may share a name.
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
