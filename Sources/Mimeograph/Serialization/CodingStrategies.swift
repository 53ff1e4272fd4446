// The strategies of all formats for `Codable` values. Each format has `dateStrategy`, `dataStrategy` and so on if they apply to it.

/// A strategy for reading and writing dates.
///
/// ```swift
/// var format = JSONFormat()
/// format.dateStrategy = .iso8601
/// ```
/// `Value` is Foundation's `Date`, which this module does not import.
public enum DateStrategy<Value>: Sendable {
    /// The format's own dates, which its `dateStrategy` describes. A format without dates uses the encoding of `Date`.
    case native
    /// The encoding of `Date` itself: a number of seconds since 2001-01-01T00:00:00Z.
    case deferredToDate
    /// A number of seconds since 1970-01-01T00:00:00Z.
    case secondsSince1970
    /// A number of milliseconds since 1970-01-01T00:00:00Z.
    case millisecondsSince1970
    /// RFC 3339 text such as `2026-02-03T04:05:06Z`. It is written in UTC, to the second.
    case iso8601
    /// Closures that read and write dates; a direction without a closure throws. If `encode` writes nothing, the value is an
    /// empty object, in CSV an empty field.
    case custom(
        decode: @Sendable (_ decoder: any Decoder) throws -> Value = {
            let description = "The date strategy only writes values. Add a decode closure to read them."
            throw DecodingError.dataCorrupted(.init(codingPath: $0.codingPath, debugDescription: description))
        },
        encode: @Sendable (_ date: Value, _ encoder: any Encoder) throws -> Void = {
            let description = "The date strategy only reads values. Add an encode closure to write them."
            throw EncodingError.invalidValue($0, .init(codingPath: $1.codingPath, debugDescription: description))
        }
    )
}

/// A strategy for reading and writing data.
///
/// `Value` is Foundation's `Data`, which this module does not import.
public enum DataStrategy<Value>: Sendable {
    /// The format's own data, which its `dataStrategy` describes: Base64 text in text formats.
    case native
    /// The encoding of `Data` itself: an array of numbers.
    case deferredToData
    /// Base64 text with padding. Source: RFC 4648 §4.
    case base64
    /// Closures that read and write data; a direction without a closure throws. If `encode` writes nothing, the value is an empty
    /// object, in CSV an empty field.
    case custom(
        decode: @Sendable (_ decoder: any Decoder) throws -> Value = {
            let description = "The data strategy only writes values. Add a decode closure to read them."
            throw DecodingError.dataCorrupted(.init(codingPath: $0.codingPath, debugDescription: description))
        },
        encode: @Sendable (_ data: Value, _ encoder: any Encoder) throws -> Void = {
            let description = "The data strategy only reads values. Add an encode closure to write them."
            throw EncodingError.invalidValue($0, .init(codingPath: $1.codingPath, debugDescription: description))
        }
    )
}

/// A strategy for converting between coding keys and the names of members. The keys of a `[String: …]` never change.
public enum KeyStrategy: Sendable {
    /// Keys and names are the same text.
    case useDefaultKeys
    /// Names are in snake case: `firstName` is `first_name`, and `myURLProperty` is written `my_url_property`. Underscores at both
    /// ends stay.
    case snakeCase
    /// Closures convert them; a direction without a closure changes nothing. The last key of the path is the name in the body, or
    /// the key to write.
    case custom(
        decode: @Sendable (_ codingPath: [any CodingKey]) -> any CodingKey = { $0[$0.count - 1] },
        encode: @Sendable (_ codingPath: [any CodingKey]) -> any CodingKey = { $0[$0.count - 1] }
    )
}

/// A strategy for reading and writing infinities and NaN.
public enum FloatStrategy: Sendable {
    /// The format's own values. A format without them, such as JSON, rejects them in both directions.
    case native
    /// These strings, which are compared exactly.
    case text(positiveInfinity: String, negativeInfinity: String, nan: String)
}

/// A rule for objects that have the same key twice.
public enum DuplicateKeys: Hashable, Sendable, CaseIterable {
    /// The last member with that key counts; earlier ones are ignored.
    case lastWins
    /// The body is rejected.
    case refuse
}
