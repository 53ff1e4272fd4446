/// The three formats that a property list comes in.
public enum PropertyListFileFormat: Hashable, Sendable, CaseIterable {
    /// XML with the root element `plist`.
    case xml
    /// The binary format, which begins with `bplist00`.
    case binary
    /// The text form of OpenStep, with strings, data, arrays and dictionaries; it is read and never written.
    case openStep
}
