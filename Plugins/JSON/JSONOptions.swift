public import Mimeograph

/// Options for reading a JSON text. The defaults follow RFC 8259 exactly.
public struct JSONReadingOptions: Hashable, Sendable {
    /// The treatment of `null`. Default: it is kept.
    public var nullStripping: JSONNullStripping
    /// The treatment of a key that occurs twice in an object. Default: the last one wins.
    public var duplicateKeys: DuplicateKeys
    /// Whether the text may be a string, a number, `true`, `false` or `null` outside of any container. Default true, as in RFC
    /// 8259 §2; AFNetworking and RFC 4627 use false.
    public var allowsFragments: Bool
    /// Whether a comma may follow the last element or member (non-standard). Default false.
    public var allowsTrailingCommas: Bool
    /// Whether `/* … */` and `// …` to the end of the line count as white space (non-standard). Default false.
    public var allowsComments: Bool
    /// Whether a body of nothing but spaces, tabs and line ends counts as empty (non-standard). Default false: such a body is
    /// truncated. If true, an `Optional` decodes such a body as nil, and a type without an empty value throws
    /// ``SerializationError/Code/emptyBody``.
    public var treatsWhitespaceAsEmpty: Bool

    /// Creates options; omitted parameters have their defaults.
    public init(
        nullStripping: JSONNullStripping = .keep,
        duplicateKeys: DuplicateKeys = .lastWins,
        allowsFragments: Bool = true,
        allowsTrailingCommas: Bool = false,
        allowsComments: Bool = false,
        treatsWhitespaceAsEmpty: Bool = false
    ) {
        self.nullStripping = nullStripping
        self.duplicateKeys = duplicateKeys
        self.allowsFragments = allowsFragments
        self.allowsTrailingCommas = allowsTrailingCommas
        self.allowsComments = allowsComments
        self.treatsWhitespaceAsEmpty = treatsWhitespaceAsEmpty
    }

    /// The defaults.
    public static let standard = JSONReadingOptions()
}

extension JSONReadingOptions {
    /// Whether the body counts as empty.
    func isEmpty(_ body: Span<UInt8>) -> Bool {
        if body.isEmpty { return true }
        guard treatsWhitespaceAsEmpty else { return false }
        for index in body.indices {
            switch body[index] {
            case 0x20, 0x09, 0x0A, 0x0D: continue
            default: return false
            }
        }
        return true
    }
}

/// The treatment of `null` when reading. A text that consists only of `null` is always read as null.
///
/// A removed member counts as absent. If a key occurs twice and the last value is null, the first value counts:
/// `{"a":1,"a":null}` becomes `{"a":1}`. If that matters, reject duplicate keys.
public enum JSONNullStripping: Hashable, Sendable, CaseIterable {
    /// Nulls are values like any other.
    case keep
    /// Members whose value is null are removed, at every depth; null elements of arrays stay.
    case objectMembers
    /// Members and elements that are null are removed, at every depth; indices shift. AFNetworking's `removesKeysWithNullValues`
    /// does this from version 4.0.
    case objectMembersAndArrayElements
}

/// Options for the layout of a JSON text. By default the text is compact and keys keep their order.
public struct JSONWritingOptions: Hashable, Sendable {
    /// Whether each element and member is on its own line, indented by two spaces per level. Default false.
    ///
    /// The layout is Foundation's, byte for byte: `"key" : value`, and an empty line in an empty container. The one exception is
    /// that the indentation stops growing after 32 levels; otherwise a text of a few bytes a line could become hundreds of times
    /// as large.
    public var pretty: Bool
    /// Whether members are sorted by the UTF-8 bytes of their keys. Default false: they keep their order.
    public var sortedKeys: Bool
    /// Whether `/` is written as `\/`, which no reader needs. Default false.
    public var escapesSlashes: Bool

    /// Creates options; omitted parameters have their defaults.
    public init(pretty: Bool = false, sortedKeys: Bool = false, escapesSlashes: Bool = false) {
        self.pretty = pretty
        self.sortedKeys = sortedKeys
        self.escapesSlashes = escapesSlashes
    }

    /// Returns the number of spaces at the beginning of a line at a nesting depth.
    static func indentation(_ depth: Int) -> Int { 2 * min(depth, 32) }

    /// The shortest text.
    public static let compact = JSONWritingOptions()
    /// One line for each element and member.
    public static let pretty = JSONWritingOptions(pretty: true)
    /// The layout of AFNetworking, which is the default of Foundation's `JSONSerialization`: compact, with `\/`.
    public static let afnetworking = JSONWritingOptions(escapesSlashes: true)
}
