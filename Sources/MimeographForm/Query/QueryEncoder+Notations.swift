import Mimeograph

extension QueryEncoder {
    /// A notation for the names of array elements.
    public enum ArrayNotation: Sendable {
        /// `k[]=a&k[]=b`.
        case brackets
        /// `k=a&k=b`.
        case noBrackets
        /// `k[0]=a&k[1]=b`.
        case indexInBrackets
        /// The result of the closure, called with the whole name of the array and the index of the element, from 0.
        case custom(@Sendable (_ key: String, _ index: Int) -> String)
    }

    /// A notation for the names of set elements.
    public enum SetNotation: Sendable {
        /// `k=a&k=b`, as in AFNetworking.
        case repeatedKey
        /// The notation for arrays.
        case asArrays
    }

    /// A notation for Booleans.
    public enum BooleanNotation: Sendable {
        /// `1` and `0`.
        case numeric
        /// `true` and `false`.
        case literal
    }

    /// A notation for floating-point numbers. All notations write the fewest digits that read back as the same number.
    public enum NumberNotation: Sendable {
        /// `1` for a whole number, as `NSNumber` on Apple platforms and JavaScript write it.
        case shortest
        /// `1.0` for a whole number, as Swift writes it.
        case withFraction
    }

    /// A notation for `Data`.
    public enum DataNotation: Sendable {
        /// Base64 text with padding. Source: RFC 4648 §4.
        case base64
        /// The bytes themselves, escaped like the bytes of UTF-8 text.
        case percentEscaped
        /// An array of numbers, as `Data` encodes itself.
        case deferredToData
        /// The result of the closure.
        case custom(@Sendable (_ bytes: [UInt8]) throws -> String)
    }

    /// A notation for a `Date`.
    public enum DateNotation: Sendable {
        /// The number of seconds since 2001-01-01T00:00:00Z, as `Date` encodes itself.
        case deferredToDate
        /// The number of seconds since 1970-01-01T00:00:00Z.
        case secondsSince1970
        /// The number of milliseconds since 1970-01-01T00:00:00Z.
        case millisecondsSince1970
        /// RFC 3339 text in UTC, to the second, such as `2026-02-03T04:05:06Z`.
        case iso8601
        /// Foundation's description of a date, such as `2026-02-03 04:05:06 +0000`.
        case description
        /// The result of the closure, called with the seconds since 1970-01-01T00:00:00Z. `MimeographFoundation` adds variants
        /// that take a `Date` or a `DateFormatter`.
        case custom(@Sendable (_ secondsSince1970: Double) throws -> String)
    }

    /// A conversion of names.
    public enum KeyNotation: Sendable {
        /// Names stay as they are.
        case useDefaultKeys
        /// `oneTwoThree` becomes `one_two_three`.
        case convertToSnakeCase
        /// `oneTwoThree` becomes `one-two-three`.
        case convertToKebabCase
        /// `oneTwoThree` becomes `OneTwoThree`.
        case capitalized
        /// `oneTwoThree` becomes `ONETWOTHREE`.
        case uppercased
        /// `oneTwoThree` becomes `onetwothree`.
        case lowercased
        /// The result of the closure, called with the whole name including its brackets.
        case custom(@Sendable (_ key: String) -> String)
    }

    /// A notation for the names of nested members.
    public enum KeyPathNotation: Sendable {
        /// `a[b]`.
        case brackets
        /// `a.b`.
        case dots
        /// The outer name followed by the result of the closure, called with the inner name.
        case custom(@Sendable (_ subkey: String) -> String)
    }

    /// A notation for null.
    public enum NullNotation: Sendable {
        /// Nothing is written.
        case dropKey
        /// `k=`.
        case dropValue
        /// `k=null`.
        case null
        /// `k`, as in AFNetworking.
        case bareKey
        /// This text as the value.
        case custom(String)
    }

    /// A notation for a space. A plus sign is always `%2B`.
    public enum SpaceNotation: Sendable {
        /// `%20`.
        case percentEscaped
        /// `+`, which means a space in forms but not in other queries.
        case plusReplaced
    }

    /// An order of pairs.
    public enum Order: Sendable {
        /// The order in which the value encodes them.
        case asWritten
        /// Sorted by name at every level. Arrays keep their order.
        case sortedKeys
        /// Sorted by the finished pair at every level. Arrays do not keep their order.
        case sortedPairs
    }
}
