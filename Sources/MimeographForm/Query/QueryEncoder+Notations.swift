import Mimeograph

extension QueryEncoder {
    /// How the elements of an array are named.
    public enum ArrayNotation: Sendable {
        /// `k[]=a&k[]=b`.
        case brackets
        /// `k=a&k=b`.
        case noBrackets
        /// `k[0]=a&k[1]=b`.
        case indexInBrackets
        /// What the closure makes of the array's whole name and the element's index, from 0.
        case custom(@Sendable (_ key: String, _ index: Int) -> String)
    }

    /// How the elements of a set are named.
    public enum SetNotation: Sendable {
        /// `k=a&k=b`, as AFNetworking.
        case repeatedKey
        /// As those of an array.
        case asArrays
    }

    /// How truth values are written.
    public enum BooleanNotation: Sendable {
        /// `1` and `0`.
        case numeric
        /// `true` and `false`.
        case literal
    }

    /// How numbers with a fraction are written. All have the fewest digits that read back as the same number.
    public enum NumberNotation: Sendable {
        /// A whole one without a fraction: `1`, as `NSNumber` on Apple platforms and as JavaScript.
        case shortest
        /// A whole one with a zero: `1.0`, as Swift.
        case withFraction
    }

    /// How `Data` is written.
    public enum DataNotation: Sendable {
        /// As Base64 text with its padding. Source: RFC 4648 §4.
        case base64
        /// Byte by byte, as the bytes of a text in UTF-8 are, whatever they are.
        case percentEscaped
        /// As `Data` writes itself: an array of numbers.
        case deferredToData
        /// What the closure makes of the bytes.
        case custom(@Sendable (_ bytes: [UInt8]) throws -> String)
    }

    /// How a `Date` is written.
    public enum DateNotation: Sendable {
        /// As `Date` writes itself: a number of seconds since 2001-01-01T00:00:00Z.
        case deferredToDate
        /// A number of seconds since 1970-01-01T00:00:00Z.
        case secondsSince1970
        /// A number of milliseconds since 1970-01-01T00:00:00Z.
        case millisecondsSince1970
        /// RFC 3339 text in UTC, to the second, such as `2026-02-03T04:05:06Z`.
        case iso8601
        /// As Foundation describes a date, such as `2026-02-03 04:05:06 +0000`.
        case description
        /// What the closure makes of the seconds since 1970-01-01T00:00:00Z. `MimeographFoundation` has forms of it that
        /// take a `Date` or a `DateFormatter`.
        case custom(@Sendable (_ secondsSince1970: Double) throws -> String)
    }

    /// What is done to names.
    public enum KeyNotation: Sendable {
        /// Nothing.
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
        /// What the closure makes of the whole name with its brackets.
        case custom(@Sendable (_ key: String) -> String)
    }

    /// How a member of a member is named.
    public enum KeyPathNotation: Sendable {
        /// `a[b]`.
        case brackets
        /// `a.b`.
        case dots
        /// The outer name, and behind it what the closure makes of the inner one.
        case custom(@Sendable (_ subkey: String) -> String)
    }

    /// What is written for null.
    public enum NullNotation: Sendable {
        /// Nothing.
        case dropKey
        /// `k=`.
        case dropValue
        /// `k=null`.
        case null
        /// `k`, as AFNetworking.
        case bareKey
        /// This text as the value.
        case custom(String)
    }

    /// How a space is written. A plus is always `%2B`.
    public enum SpaceNotation: Sendable {
        /// `%20`.
        case percentEscaped
        /// `+`, which forms mean by it and other queries do not.
        case plusReplaced
    }

    /// In which order pairs are written.
    public enum Order: Sendable {
        /// As they come.
        case asWritten
        /// Names sorted at every level; arrays keep their order.
        case sortedKeys
        /// Finished pairs sorted at every level, so that arrays do not keep their order.
        case sortedPairs
    }
}
