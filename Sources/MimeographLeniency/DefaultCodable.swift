/// A property with a default value for a missing key or null.
///
/// ```swift
/// enum FirstPage: DefaultValue { static var defaultValue: Int { 1 } }
/// struct Search: Codable {
///     @DefaultCodable<FirstPage> var page: Int
///     @DefaultFalse var isExact: Bool
///     @DefaultEmptyArray var tags: [String]
/// }
/// ```
/// `$page.isDefault` says that the value was missing. A value of another type is still an error.
///
/// The coding that the compiler synthesizes calls the function in this module for a missing key, so a file that declares such a type
/// imports this module. Encoding always writes the value. Two properties are equal if their values are.
@propertyWrapper
public struct DefaultCodable<Default: DefaultValue> {
    /// The value.
    public var wrappedValue: Default.Value
    /// Whether the decoded body had no such value, or null.
    public private(set) var isDefault = false

    /// Creates a property with a value.
    public init(wrappedValue: Default.Value) { self.wrappedValue = wrappedValue }

    /// Creates a property with the decoded value, or the default if there is none.
    fileprivate init(decoded: Default.Value?) {
        wrappedValue = decoded ?? Default.defaultValue
        isDefault = decoded == nil
    }

    /// The value with its origin: `$page.isDefault`.
    public var projectedValue: Self { self }
}

/// A type that provides the default value of a ``DefaultCodable`` property.
public protocol DefaultValue {
    /// The type of the property.
    associatedtype Value

    /// The value of a property whose key is missing or whose value is null.
    static var defaultValue: Value { get }
}

extension KeyedDecodingContainer {
    /// Decodes a property, which has its default value if the container has no such key, or if the value is null.
    public func decode<Default: DefaultValue>(
        _ type: DefaultCodable<Default>.Type,
        forKey key: Key
    ) throws -> DefaultCodable<Default> where Default.Value: Decodable {
        DefaultCodable(decoded: try decodeIfPresent(Default.Value.self, forKey: key))
    }
}

extension DefaultCodable: Decodable where Default.Value: Decodable {
    /// Reads a value; null is the default.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self.init(decoded: container.decodeNil() ? nil : try container.decode(Default.Value.self))
    }
}

extension DefaultCodable: Encodable where Default.Value: Encodable {
    /// Writes the value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

extension DefaultCodable: Sendable where Default.Value: Sendable {}

extension DefaultCodable: Equatable where Default.Value: Equatable {
    /// Whether both have equal values.
    public static func == (left: Self, right: Self) -> Bool { left.wrappedValue == right.wrappedValue }
}

extension DefaultCodable: Hashable where Default.Value: Hashable {
    /// Hashes the value.
    public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

// MARK: - Common defaults

/// A Boolean that is false if its key is missing.
public typealias DefaultFalse = DefaultCodable<Defaults.False>
/// A Boolean that is true if its key is missing.
public typealias DefaultTrue = DefaultCodable<Defaults.True>
/// An array, a set, a ``LossyArray`` or a ``OneOrMany`` that is empty if its key is missing.
public typealias DefaultEmptyArray<Value: ExpressibleByArrayLiteral> = DefaultCodable<Defaults.EmptyArray<Value>>
/// A dictionary that is empty if its key is missing.
public typealias DefaultEmptyDictionary<Value: ExpressibleByDictionaryLiteral> = DefaultCodable<
    Defaults.EmptyDictionary<Value>
>

/// Default values for common types.
public enum Defaults {
    /// The default of ``DefaultFalse``.
    public enum False: DefaultValue {
        /// False.
        public static var defaultValue: Bool { false }
    }

    /// The default of ``DefaultTrue``.
    public enum True: DefaultValue {
        /// True.
        public static var defaultValue: Bool { true }
    }

    /// The default of ``DefaultEmptyArray``.
    public enum EmptyArray<Value: ExpressibleByArrayLiteral>: DefaultValue {
        /// A list without elements.
        public static var defaultValue: Value { [] }
    }

    /// The default of ``DefaultEmptyDictionary``.
    public enum EmptyDictionary<Value: ExpressibleByDictionaryLiteral>: DefaultValue {
        /// A dictionary without members.
        public static var defaultValue: Value { [:] }
    }
}
