public import Mimeograph

/// A binary format under test: its values of any kind, its format for `Codable` types, and its streams.
public protocol BinaryFormat {
    associatedtype Value: Codable & Hashable & Sendable
    associatedtype Format: CodableFormat

    /// Formats that differ in what they refuse and in the order in which they write.
    static var formats: [Format] { get }
    /// A format that writes the same values in the same way, whatever the order of dictionaries.
    static var sorting: Format { get }
    /// Whether what is written of a value reads as the same value.
    static var keepsValues: Bool { get }

    static func parse(_ bytes: [UInt8], _ limits: DecodingLimits) throws(SerializationError) -> Value
    /// Writes a value in the order that it has, or sorted.
    static func write(_ value: Value, sorted: Bool) throws(SerializationError) -> [UInt8]
    /// The same value, built by the calls that a user has.
    static func rebuild(_ value: Value) -> Value
    /// A parser of values that stand one after the other.
    static func stream<Element: Decodable & Sendable>(
        of type: Element.Type,
        _ limits: DecodingLimits
    ) throws(SerializationError) -> any IncrementalParser<Element>
}

/// What the checks of all binary formats agree on.
enum Bounds {
    static let limits = DecodingLimits(depth: 64, elements: 20_000)
    /// What is written may be larger than what was read: a decimal becomes a map.
    static let generous = DecodingLimits(inputBytes: 64 << 20, depth: 128, elements: 800_000)
    /// So small that inputs of this size meet each of its limits.
    static let tight = DecodingLimits(inputBytes: 24, depth: 2, elements: 5)
    static let codes: Set<SerializationError.Code> = [.syntax, .truncated, .invalidText, .emptyBody, .limitExceeded]
}
