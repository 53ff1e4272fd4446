import Mimeograph
import MimeographTree

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A type of value for a dictionary of parameters: text, numbers, Booleans, dates, URLs, UUIDs, and arrays, sets, dictionaries and
/// optionals of them.
///
/// Conform your own type by returning the value to write for it:
/// ```swift
/// extension Color: QueryValueConvertible {
///     var queryValue: QueryValue { .text(name) }
/// }
/// ```
public protocol QueryValueConvertible {
    /// The parameter.
    var queryValue: QueryValue { get }
}

extension QueryValueConvertible where Self: RawRepresentable, RawValue: QueryValueConvertible {
    /// The parameter for the raw value.
    public var queryValue: QueryValue { rawValue.queryValue }
}

extension QueryValue: QueryValueConvertible {
    /// The value itself.
    public var queryValue: QueryValue { self }
}

extension String: QueryValueConvertible {
    /// The string as text.
    public var queryValue: QueryValue { .text(self) }
}

extension Substring: QueryValueConvertible {
    /// The string as text.
    public var queryValue: QueryValue { .text(String(self)) }
}

extension Bool: QueryValueConvertible {
    /// The value as a Boolean.
    public var queryValue: QueryValue { .boolean(self) }
}

extension Double: QueryValueConvertible {
    /// The value as a number.
    public var queryValue: QueryValue { .number(self) }
}

extension Float: QueryValueConvertible {
    /// The `Double` with the same shortest decimal digits as this `Float`.
    public var queryValue: QueryValue { .number(Double(description) ?? Double(self)) }
}

extension QueryValueConvertible where Self: FixedWidthInteger {
    /// The value as a whole number, or its digits as text if it does not fit into an `Int`.
    public var queryValue: QueryValue { Int(exactly: self).map { .integer($0) } ?? .text(String(self)) }
}

extension Int: QueryValueConvertible {}
extension Int8: QueryValueConvertible {}
extension Int16: QueryValueConvertible {}
extension Int32: QueryValueConvertible {}
extension Int64: QueryValueConvertible {}
extension UInt: QueryValueConvertible {}
extension UInt8: QueryValueConvertible {}
extension UInt16: QueryValueConvertible {}
extension UInt32: QueryValueConvertible {}
extension UInt64: QueryValueConvertible {}

extension Date: QueryValueConvertible {
    /// RFC 3339 text in UTC, to the second; outside of the years 0 to 9999 the number of seconds since 1970.
    public var queryValue: QueryValue {
        InternetTimestamp.text(secondsSince1970: timeIntervalSince1970).map { .text($0) }
            ?? .number(timeIntervalSince1970)
    }
}

extension UUID: QueryValueConvertible {
    /// Its text, in capitals.
    public var queryValue: QueryValue { .text(uuidString) }
}

extension URL: QueryValueConvertible {
    /// The whole URL.
    public var queryValue: QueryValue { .text(absoluteString) }
}

extension Optional: QueryValueConvertible where Wrapped: QueryValueConvertible {
    /// The parameter for the wrapped value, or ``QueryValue/null`` for nil.
    public var queryValue: QueryValue { self?.queryValue ?? .null }
}

extension Array: QueryValueConvertible where Element: QueryValueConvertible {
    /// The values in order.
    public var queryValue: QueryValue { .array(map(\.queryValue)) }
}

extension Set: QueryValueConvertible where Element: QueryValueConvertible {
    /// The values, whose order has no meaning.
    public var queryValue: QueryValue { .set(map(\.queryValue)) }
}

extension Dictionary: QueryValueConvertible where Key == String, Value: QueryValueConvertible {
    /// The members, sorted by their names, since a dictionary has no order.
    public var queryValue: QueryValue {
        .members(
            sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map {
                QueryValue.Member($0.key, $0.value.queryValue)
            }
        )
    }
}
