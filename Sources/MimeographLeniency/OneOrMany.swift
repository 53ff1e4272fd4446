/// A list that may be written as a single value.
///
/// ```swift
/// struct Book: Codable {
///     @OneOrMany var authors: [String]       // ["Ada", "Grace"], or "Ada"
/// }
/// ```
/// A value that is not a list is decoded as the only element. `$authors.isSingle` says so. A missing list is still an error, and
/// so is null. But if the elements are optional, null is the only element. For an empty list, write
/// `@DefaultEmptyArray @OneOrMany var authors: [String]`. If the elements are lists themselves, the value must be a list of lists.
///
/// Encoding always writes a list. Two lists are equal if their elements are.
@propertyWrapper
public struct OneOrMany<Element> {
    /// The elements.
    public var wrappedValue: [Element]
    /// Whether a single value was decoded, not a list.
    public private(set) var isSingle = false

    /// Creates a list.
    public init(wrappedValue: [Element]) { self.wrappedValue = wrappedValue }

    /// The list itself: `$authors.isSingle`.
    public var projectedValue: Self { self }
}

extension OneOrMany: Decodable where Element: Decodable {
    /// Reads a list, or its only element.
    ///
    /// - Throws: The decoder's error for an element of a list, or for a single value that is not an element.
    public init(from decoder: any Decoder) throws {
        self.init(wrappedValue: [])
        var container: any UnkeyedDecodingContainer
        do {
            container = try decoder.unkeyedContainer()
        } catch {
            guard error.isForgivable else { throw error }
            wrappedValue = [try decoder.singleValueContainer().decode(Element.self)]
            isSingle = true
            return
        }
        while !container.isAtEnd { wrappedValue.append(try container.decode(Element.self)) }
    }
}

extension OneOrMany: Encodable where Element: Encodable {
    /// Writes the elements as a list.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

extension OneOrMany: ExpressibleByArrayLiteral {
    /// Creates a list.
    public init(arrayLiteral elements: Element...) { self.init(wrappedValue: elements) }
}

extension OneOrMany: Sendable where Element: Sendable {}

extension OneOrMany: Equatable where Element: Equatable {
    /// Whether both have equal elements.
    public static func == (left: Self, right: Self) -> Bool { left.wrappedValue == right.wrappedValue }
}

extension OneOrMany: Hashable where Element: Hashable {
    /// Hashes the elements.
    public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}
