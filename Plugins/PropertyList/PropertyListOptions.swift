import MimeographTree

/// Options for reading a property list.
public struct PropertyListReadingOptions: Hashable, Sendable {
    /// The treatment of null, which only the binary format has. Default: it is kept.
    public var nullStripping: PropertyListNullStripping
    /// Whether a body that is neither XML nor binary is read as the text form of OpenStep (non-standard). Default false, because
    /// nearly any text is a string of that form.
    public var allowsOpenStep: Bool

    /// Creates options; omitted parameters have their defaults.
    public init(nullStripping: PropertyListNullStripping = .keep, allowsOpenStep: Bool = false) {
        self.nullStripping = nullStripping
        self.allowsOpenStep = allowsOpenStep
    }

    /// The defaults.
    public static let standard = PropertyListReadingOptions()
}

/// The treatment of null objects when reading. A list that consists only of null is always read as null.
public enum PropertyListNullStripping: Hashable, Sendable, CaseIterable {
    /// Nulls are values like any other.
    case keep
    /// Members whose value is null are removed, at every depth; null elements of arrays stay.
    case dictionaryMembers
    /// Members and elements that are null are removed, at every depth; indices shift.
    case dictionaryMembersAndArrayElements
}

/// Options for writing a property list. By default it is XML and keys keep their order.
public struct PropertyListWritingOptions: Hashable, Sendable {
    /// A format that can be written.
    public enum Format: Hashable, Sendable, CaseIterable {
        /// XML, with the layout of Foundation's `PropertyListEncoder` byte for byte, but with at most 32 tabs before a line.
        case xml
        /// The binary format, in which equal strings, numbers, dates and data are written once.
        case binary
    }

    /// XML or binary. Default XML.
    public var format: Format
    /// Whether members are sorted by the UTF-8 bytes of their keys. Default false: they keep their order.
    public var sortedKeys: Bool
    /// Whether the binary format may hold null. Default true; Foundation reads it but does not write it. XML never holds null.
    public var allowsNull: Bool

    /// Creates options; omitted parameters have their defaults.
    public init(format: Format = .xml, sortedKeys: Bool = false, allowsNull: Bool = true) {
        self.format = format
        self.sortedKeys = sortedKeys
        self.allowsNull = allowsNull
    }

    /// XML.
    public static let xml = PropertyListWritingOptions()
    /// The binary format.
    public static let binary = PropertyListWritingOptions(format: .binary)
}

/// The three formats of a property list.
public enum PropertyListFileFormat: Hashable, Sendable, CaseIterable {
    /// XML with the root element `plist`.
    case xml
    /// The binary format, which begins with `bplist00`.
    case binary
    /// The text form of OpenStep, with strings, data, arrays and dictionaries. It is read but never written.
    case openStep
}

extension PropertyListFileFormat {
    /// The number that represents it in a document.
    var form: Int {
        switch self {
        case .xml: 0
        case .binary: 1
        case .openStep: 2
        }
    }
}

extension TapeDocument {
    /// The format that it was read from.
    var format: PropertyListFileFormat {
        switch form {
        case 0: .xml
        case 1: .binary
        default: .openStep
        }
    }
}
