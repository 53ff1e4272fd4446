/// How a JSON text is laid out. The default is the shortest text, keys in the order they have.
public struct JSONWritingOptions: Hashable, Sendable {
    /// Whether every element and member stands on its own line, indented by two spaces a level. Default false.
    ///
    /// The layout is Foundation's, byte for byte: `"key" : value`, and an empty line in an empty container; but lines in more
    /// than 32 containers begin no further to the right, because a text of a few bytes a line would become hundreds of times as
    /// large.
    public var pretty: Bool
    /// Whether members are sorted by the UTF-8 bytes of their keys. Default false: they keep their order.
    public var sortedKeys: Bool
    /// Whether `/` is written `\/`, which no reader needs. Default false.
    public var escapesSlashes: Bool

    /// Makes options; what is not given has its default.
    public init(pretty: Bool = false, sortedKeys: Bool = false, escapesSlashes: Bool = false) {
        self.pretty = pretty
        self.sortedKeys = sortedKeys
        self.escapesSlashes = escapesSlashes
    }

    /// The spaces at the beginning of a line in so many containers.
    static func indentation(_ depth: Int) -> Int { 2 * min(depth, 32) }

    /// The shortest text.
    public static let compact = JSONWritingOptions()
    /// One line for each element and member.
    public static let pretty = JSONWritingOptions(pretty: true)
    /// As AFNetworking writes it, which is what Foundation's `JSONSerialization` does by default: compact, with `\/`.
    public static let afnetworking = JSONWritingOptions(escapesSlashes: true)
}
