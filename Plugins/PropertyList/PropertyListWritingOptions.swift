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
