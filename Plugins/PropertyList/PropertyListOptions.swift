import MimeographTree

/// How a property list is read.
public struct PropertyListReadingOptions: Hashable, Sendable {
    /// What happens to null, which only the binary format has. Default: it is kept.
    public var nullStripping: PropertyListNullStripping
    /// Whether the text form of OpenStep is read (non-standard), where a body is neither XML nor binary. Default false,
    /// because nearly any text is a string of that form.
    public var allowsOpenStep: Bool

    /// Makes options; what is not given has its default.
    public init(nullStripping: PropertyListNullStripping = .keep, allowsOpenStep: Bool = false) {
        self.nullStripping = nullStripping
        self.allowsOpenStep = allowsOpenStep
    }

    /// The defaults.
    public static let standard = PropertyListReadingOptions()
}

/// What a reader does with null objects. A list that is nothing but null is always read as null.
public enum PropertyListNullStripping: Hashable, Sendable, CaseIterable {
    /// Nulls are values like any other.
    case keep
    /// Members whose value is null are left out, at every depth; null elements of arrays stay.
    case dictionaryMembers
    /// Members whose value is null and elements that are null are left out, at every depth; indices shift.
    case dictionaryMembersAndArrayElements
}

/// How a property list is written. The default is XML, keys in the order they have.
public struct PropertyListWritingOptions: Hashable, Sendable {
    /// A format that can be written.
    public enum Format: Hashable, Sendable, CaseIterable {
        /// XML, laid out byte for byte as Foundation's `PropertyListEncoder` does it, but with no more than 32 tabs before a
        /// line.
        case xml
        /// The binary format, in which equal strings, numbers, dates and data are written once.
        case binary
    }

    /// XML or binary. Default XML.
    public var format: Format
    /// Whether members are sorted by the UTF-8 bytes of their keys. Default false: they keep their order.
    public var sortedKeys: Bool
    /// Whether the binary format may hold null. Default true; Foundation reads it, but refuses to write it. XML never does.
    public var allowsNull: Bool

    /// Makes options; what is not given has its default.
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

/// The three formats that a property list comes in.
public enum PropertyListFileFormat: Hashable, Sendable, CaseIterable {
    /// XML with the root element `plist`.
    case xml
    /// The binary format, which begins with `bplist00`.
    case binary
    /// The text form of OpenStep, with strings, data, arrays and dictionaries; it is read and never written.
    case openStep
}

extension PropertyListFileFormat {
    /// What a document remembers of it.
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
