// One vocabulary for the formats that read and write `Codable` values. Each has `dateStrategy`, `dataStrategy` and so on, as far as
// they apply to it, and takes these types.

/// How a format reads and writes dates.
///
/// ```swift
/// var format = JSONFormat()
/// format.dateStrategy = .iso8601
/// ```
/// `Value` is Foundation's `Date`, which this module does not import.
public enum DateStrategy<Value>: Sendable {
    /// As the format has dates, which its `dateStrategy` describes. A format without dates leaves them to `Date`.
    case native
    /// As `Date` codes itself: a number of seconds since 2001-01-01T00:00:00Z.
    case deferredToDate
    /// A number of seconds since 1970-01-01T00:00:00Z.
    case secondsSince1970
    /// A number of milliseconds since 1970-01-01T00:00:00Z.
    case millisecondsSince1970
    /// RFC 3339 text such as `2026-02-03T04:05:06Z`. It is written in UTC, to the second.
    case iso8601
    /// As the closures read and write it; a direction without a closure throws. If `encode` writes nothing, the value is an empty
    /// object, in CSV an empty field.
    case custom(
        decode: @Sendable (_ decoder: any Decoder) throws -> Value = {
            let description = "The strategy says how to write the value, and not how to read it."
            throw DecodingError.dataCorrupted(.init(codingPath: $0.codingPath, debugDescription: description))
        },
        encode: @Sendable (_ date: Value, _ encoder: any Encoder) throws -> Void = {
            let description = "The strategy says how to read the value, and not how to write it."
            throw EncodingError.invalidValue($0, .init(codingPath: $1.codingPath, debugDescription: description))
        }
    )
}

/// How a format reads and writes data.
///
/// `Value` is Foundation's `Data`, which this module does not import.
public enum DataStrategy<Value>: Sendable {
    /// As the format has data, which its `dataStrategy` describes: Base64 text in formats of text.
    case native
    /// As `Data` codes itself: an array of numbers.
    case deferredToData
    /// Base64 text with its padding. Source: RFC 4648 §4.
    case base64
    /// As the closures read and write it; a direction without a closure throws. If `encode` writes nothing, the value is an empty
    /// object, in CSV an empty field.
    case custom(
        decode: @Sendable (_ decoder: any Decoder) throws -> Value = {
            let description = "The strategy says how to write the value, and not how to read it."
            throw DecodingError.dataCorrupted(.init(codingPath: $0.codingPath, debugDescription: description))
        },
        encode: @Sendable (_ data: Value, _ encoder: any Encoder) throws -> Void = {
            let description = "The strategy says how to read the value, and not how to write it."
            throw EncodingError.invalidValue($0, .init(codingPath: $1.codingPath, debugDescription: description))
        }
    )
}

/// How coding keys and the names of members become each other. The keys of a `[String: …]` never change.
public enum KeyStrategy: Sendable {
    /// They are the same text.
    case useDefaultKeys
    /// `firstName` is `first_name`, and `myURLProperty` is written `my_url_property`. Underscores at both ends stay.
    case snakeCase
    /// The closures convert them; in a direction without a closure they are the same. The last key of the path is the name in the
    /// body, or the key to write.
    case custom(
        decode: @Sendable (_ codingPath: [any CodingKey]) -> any CodingKey = { $0[$0.count - 1] },
        encode: @Sendable (_ codingPath: [any CodingKey]) -> any CodingKey = { $0[$0.count - 1] }
    )
}

/// How a format reads and writes infinities and not-a-number.
public enum FloatStrategy: Sendable {
    /// As the format has them. A format without such numbers, as JSON is, reads none and refuses to write them.
    case native
    /// As these strings, which are compared exactly.
    case text(positiveInfinity: String, negativeInfinity: String, nan: String)
}

/// What a reader does if an object has the same key twice.
public enum DuplicateKeys: Hashable, Sendable, CaseIterable {
    /// The last member with that key counts, as if those before it were not there.
    case lastWins
    /// The body is rejected.
    case refuse
}
