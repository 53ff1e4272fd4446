import Mimeograph

/// A writer of values in one format, in reading order: each container is begun, filled and ended.
///
/// In a dictionary each value comes after its key.
protocol PropertyListValueWriter: ~Copyable {
    mutating func appendNull() throws(SerializationError)
    mutating func append(_ value: Bool)
    mutating func append(_ value: Int64)
    mutating func append(_ value: UInt64)
    mutating func append(_ value: Double)
    /// Writes a date, in seconds since 2001-01-01T00:00:00Z.
    mutating func append(date seconds: Double) throws(SerializationError)
    mutating func append(data: Span<UInt8>)
    mutating func append(_ uid: PropertyList.UID)
    /// Writes a string; the bytes must be valid UTF-8.
    mutating func append(string utf8: Span<UInt8>) throws(SerializationError)
    mutating func append(key utf8: Span<UInt8>) throws(SerializationError)
    mutating func begin(_ kind: PropertyListContainer)
    mutating func end(_ kind: PropertyListContainer)
}

/// The two kinds of container.
enum PropertyListContainer {
    case array, dictionary
}

extension SerializationError {
    /// The error for a null, which the format or the options do not allow.
    static var nullInPropertyList: SerializationError {
        SerializationError(
            .unencodableValue,
            "The value holds a null, which this format or these options do not allow.",
            remedy: "Leave the null out, or write the binary format with PropertyListWritingOptions.allowsNull."
        )
    }

    static var dateOutsideOfCalendar: SerializationError {
        SerializationError(
            .unencodableValue,
            "A date is not in the years 1 to 9999, which property lists cannot hold.",
            remedy: "Write the date as a string or as a number."
        )
    }

    static var characterOutsideOfXML: SerializationError {
        SerializationError(
            .unencodableValue,
            "A string holds a control character or another character that XML cannot hold.",
            remedy: "Leave the character out, or write the binary format."
        )
    }
}
