#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension CSVFormat {
    /// How a `Date` is read.
    public enum DateDecodingStrategy: Sendable {
        /// As `Date` reads itself: a number of seconds since 2001-01-01T00:00:00Z.
        case deferredToDate
        /// A number of seconds since 1970-01-01T00:00:00Z.
        case secondsSince1970
        /// A number of milliseconds since 1970-01-01T00:00:00Z.
        case millisecondsSince1970
        /// RFC 3339 text such as `2026-02-03T04:05:06Z`.
        case iso8601
        /// What the closure makes of the value.
        case custom(@Sendable (_ decoder: any Decoder) throws -> Date)
    }

    /// How a `Date` is written.
    public enum DateEncodingStrategy: Sendable {
        /// As `Date` writes itself: a number of seconds since 2001-01-01T00:00:00Z.
        case deferredToDate
        /// A number of seconds since 1970-01-01T00:00:00Z.
        case secondsSince1970
        /// A number of milliseconds since 1970-01-01T00:00:00Z.
        case millisecondsSince1970
        /// RFC 3339 text in UTC, to the second, such as `2026-02-03T04:05:06Z`.
        case iso8601
        /// What the closure writes; an empty field where it writes nothing.
        case custom(@Sendable (_ date: Date, _ encoder: any Encoder) throws -> Void)
    }

    /// How `Data` is read.
    public enum DataDecodingStrategy: Sendable {
        /// Base64 text with its padding. Source: RFC 4648 §4.
        case base64
        /// What the closure makes of the value.
        case custom(@Sendable (_ decoder: any Decoder) throws -> Data)
    }

    /// How `Data` is written.
    public enum DataEncodingStrategy: Sendable {
        /// Base64 text with its padding. Source: RFC 4648 §4.
        case base64
        /// What the closure writes; an empty field where it writes nothing.
        case custom(@Sendable (_ data: Data, _ encoder: any Encoder) throws -> Void)
    }

    /// How names of columns become coding keys. The keys of a `[String: …]` are never changed.
    public enum KeyDecodingStrategy: Sendable {
        /// They are the same text.
        case useDefaultKeys
        /// `first_name` becomes `firstName`; underscores at both ends stay.
        case convertFromSnakeCase
        /// What the closure makes of a name.
        case custom(@Sendable (_ name: String) -> String)
    }

    /// How coding keys become names of columns. The keys of a `[String: …]` are never changed.
    public enum KeyEncodingStrategy: Sendable {
        /// They are the same text.
        case useDefaultKeys
        /// `firstName` becomes `first_name`, `myURLProperty` becomes `my_url_property`.
        case convertToSnakeCase
        /// What the closure makes of a key.
        case custom(@Sendable (_ key: String) -> String)
    }
}
