public import Mimeograph

/// A binary format under test: its dynamic values, its format for `Codable` types, and its streams.
public protocol BinaryFormat {
    associatedtype Value: Codable & Hashable & Sendable
    associatedtype Format: CodableFormat

    /// Formats that differ in the bodies that they reject and in the order in which they write.
    static var formats: [Format] { get }
    /// A format that writes equal values in the same way, whatever the order of dictionaries.
    static var sorting: Format { get }
    /// Whether reading a written value returns the same value.
    static var keepsValues: Bool { get }

    static func parse(_ bytes: [UInt8], _ limits: DecodingLimits) throws(SerializationError) -> Value
    /// Writes a value in its own order, or sorted.
    static func write(_ value: Value, sorted: Bool) throws(SerializationError) -> [UInt8]
    /// Builds the same value with public initializers.
    static func rebuild(_ value: Value) -> Value
    /// Makes a parser of consecutive values.
    static func stream<Element: Decodable & Sendable>(
        of type: Element.Type,
        _ limits: DecodingLimits
    ) throws(SerializationError) -> any IncrementalParser<Element>
}

/// Limits and error codes that the checks of all binary formats share.
enum Bounds {
    static let limits = DecodingLimits(depth: 64, elements: 20_000)
    /// Limits for written bodies, which may be larger than the input: a decimal becomes a map.
    static let generous = DecodingLimits(inputBytes: 64 << 20, depth: 128, elements: 800_000)
    /// Limits that are small enough for inputs of this size to exceed each of them.
    static let tight = DecodingLimits(inputBytes: 24, depth: 2, elements: 5)
    static let codes: Set<SerializationError.Code> = [.syntax, .truncated, .invalidText, .emptyBody, .limitExceeded]
}
