import Mimeograph

/// A number, a Boolean or a text that may be written as one of the others.
///
/// ```swift
/// struct Order: Codable {
///     @LosslessValue var total: Int          // 7, or "7"
///     @LosslessValue var number: String      // "12", or 12
/// }
/// ```
/// If the value is not of the property's type, its text is given to `init(_:)` of `LosslessStringConvertible`. `$total.isConverted`
/// says so. A conversion keeps the value but not its spelling: `"007"` becomes 7, and 1.10 becomes `"1.1"`. Digits that a
/// floating-point type does not keep are rounded, as they are without a conversion.
///
/// - A text for a floating-point number must be finite and consist of digits, a sign, a decimal point and an exponent.
/// - A number without an exact integer type becomes the shortest text that reads back as the same `Double`. Its magnitude must be
///   less than 2^53, because a larger number may have lost digits before the decimal point.
/// - Limits, cancellations, and errors that are neither a `DecodingError` nor a `SerializationError` are not forgiven.
///
/// For an optional, declare the property as a `LosslessValue<Int>?` without the wrapper. Encoding writes the value as its own type.
/// Two values are equal if their ``wrappedValue``s are.
@propertyWrapper
public struct LosslessValue<Value: LosslessStringConvertible> {
    /// The value.
    public var wrappedValue: Value
    /// Whether the value was decoded from a value of another type.
    public private(set) var isConverted = false

    /// Creates a value.
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

    /// The value with its origin: `$total.isConverted`.
    public var projectedValue: Self { self }
}

extension LosslessValue: Decodable where Value: Decodable {
    /// Reads a value of its own type, or converts a text, a number or a Boolean.
    ///
    /// - Throws: The decoder's error for `Value` if the value is not convertible.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        do {
            wrappedValue = try container.decode(Value.self)
        } catch {
            guard error.isForgivable, let text = Self.text(in: container), let value = Self.value(of: text) else {
                throw error
            }
            wrappedValue = value
            isConverted = true
        }
    }

    private static func text(in container: any SingleValueDecodingContainer) -> String? {
        if let text = try? container.decode(String.self) { return text }
        if let flag = try? container.decode(Bool.self) { return String(flag) }
        if let integer = try? container.decode(Int64.self) { return String(integer) }
        if let integer = try? container.decode(UInt64.self) { return String(integer) }
        guard let number = try? container.decode(Double.self), number.magnitude < 0x1p53 else { return nil }
        return number.description
    }

    private static func value(of text: String) -> Value? {
        // Types compare texts, for example with "true". The time grows with the square of a run of combining marks.
        guard StreamSafeText.holds(text) else { return nil }
        guard Value.self is any BinaryFloatingPoint.Type else { return Value(text) }
        // The standard library also accepts infinity, NaN and hexadecimal digits, and returns infinity for a number that is too large.
        let isDecimal = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "+"), UInt8(ascii: "-"),
                UInt8(ascii: "e"), UInt8(ascii: "E"):
                true
            default: false
            }
        }
        guard isDecimal, let value = Value(text), let number = value as? any BinaryFloatingPoint else { return nil }
        return number.isFinite ? value : nil
    }
}

extension LosslessValue: Encodable where Value: Encodable {
    /// Writes the value as its own type.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

extension LosslessValue: Sendable where Value: Sendable {}

extension LosslessValue: Equatable where Value: Equatable {
    /// Whether both have equal values.
    public static func == (left: Self, right: Self) -> Bool { left.wrappedValue == right.wrappedValue }
}

extension LosslessValue: Hashable where Value: Hashable {
    /// Hashes the value.
    public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}
