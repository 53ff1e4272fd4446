import Mimeograph

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension XMLFormat {
    /// How a `Date` is read.
    public enum DateDecodingStrategy: Sendable {
        /// `2026-02-03T04:05:06.789+01:00`, without an offset UTC; or `2026-02-03`, the midnight in UTC.
        case iso8601
        /// `Tue, 03 Feb 2026 04:05:06 +0100`, as RSS has it. Source: RFC 5322 §3.3.
        case internetMessage
        /// A number of seconds since 1970-01-01T00:00:00Z.
        case secondsSince1970
        /// A number of milliseconds since 1970-01-01T00:00:00Z.
        case millisecondsSince1970
        /// As `Date` reads itself: a number of seconds since 2001-01-01T00:00:00Z.
        case deferredToDate
        /// What the closure makes of the value.
        case custom(@Sendable (_ decoder: any Decoder) throws -> Date)
    }

    /// How a `Date` is written.
    public enum DateEncodingStrategy: Sendable {
        /// `2026-02-03T04:05:06Z`, in UTC, with a fraction of the second where there is one.
        case iso8601
        /// `Tue, 03 Feb 2026 04:05:06 +0000`, in UTC, to the second. Source: RFC 5322 §3.3.
        case internetMessage
        /// A number of seconds since 1970-01-01T00:00:00Z.
        case secondsSince1970
        /// A number of milliseconds since 1970-01-01T00:00:00Z.
        case millisecondsSince1970
        /// As `Date` writes itself: a number of seconds since 2001-01-01T00:00:00Z.
        case deferredToDate
        /// What the closure writes.
        case custom(@Sendable (_ date: Date, _ encoder: any Encoder) throws -> Void)
    }

    /// How `Data` is read.
    public enum DataDecodingStrategy: Sendable {
        /// Base64 text with its padding; white space in it means nothing. Source: XML Schema 1.0 part 2 §3.2.16.
        case base64
        /// Two hexadecimal digits for each byte. Source: XML Schema 1.0 part 2 §3.2.15.
        case hexadecimal
        /// What the closure makes of the value.
        case custom(@Sendable (_ decoder: any Decoder) throws -> Data)
    }

    /// How `Data` is written.
    public enum DataEncodingStrategy: Sendable {
        /// Base64 text with its padding. Source: XML Schema 1.0 part 2 §3.2.16.
        case base64
        /// Two hexadecimal digits in upper case for each byte. Source: XML Schema 1.0 part 2 §3.2.15.
        case hexadecimal
        /// What the closure writes.
        case custom(@Sendable (_ data: Data, _ encoder: any Encoder) throws -> Void)
    }

    /// What is written for nil where something must be written: in lists, and for types that write nil themselves.
    ///
    /// An optional property that is nil is left out by Swift and never comes here.
    public enum NilEncodingStrategy: Sendable {
        /// `<name xsi:nil="true"/>`. Source: XML Schema 1.0 part 1 §2.6.2.
        case schemaInstance
        /// Nothing: a list loses its nils.
        case omit
    }

    /// What happens where one value is wanted and the element is there several times.
    public enum RepeatedElements: Sendable {
        /// The first one counts.
        case first
        /// It is an error.
        case refuse
    }
}
