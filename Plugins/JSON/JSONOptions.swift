public import Mimeograph

/// How a JSON text is read. The defaults are RFC 8259 to the letter.
public struct JSONReadingOptions: Hashable, Sendable {
    /// What happens to `null`. Default: it is kept.
    public var nullStripping: JSONNullStripping
    /// What happens if an object has the same key twice. Default: the last one wins.
    public var duplicateKeys: DuplicateKeys
    /// Whether the text may be a string, a number, `true`, `false` or `null` outside of any container. Default true, as
    /// RFC 8259 §2 has it; false is what AFNetworking and RFC 4627 have.
    public var allowsFragments: Bool
    /// Whether a comma may stand after the last element or member (non-standard). Default false.
    public var allowsTrailingCommas: Bool
    /// Whether `/* … */` and `// …` to the end of the line count as white space (non-standard). Default false.
    public var allowsComments: Bool
    /// Whether a body of nothing but spaces, tabs and line ends counts as a body of no bytes (non-standard). Default false:
    /// it is a text that was cut off. With it an `Optional` of such a body is nil, and what cannot be made of nothing is
    /// an error of the code ``SerializationError/Code/emptyBody``.
    public var treatsWhitespaceAsEmpty: Bool

    /// Makes options; what is not given has its default.
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
    /// Whether the body counts as one of no bytes.
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

/// What a reader does with `null`. A text that is nothing but `null` is always read as null.
///
/// What is left out is as though it had not been written. So where a key stands twice and the last is null, the first
/// counts: `{"a":1,"a":null}` becomes `{"a":1}`. Refuse duplicate keys where that matters.
public enum JSONNullStripping: Hashable, Sendable, CaseIterable {
    /// Nulls are values like any other.
    case keep
    /// Members whose value is null are left out, at every depth; null elements of arrays stay.
    case objectMembers
    /// Members whose value is null and elements that are null are left out, at every depth; indices shift. AFNetworking's
    /// `removesKeysWithNullValues` does this from version 4.0 on.
    case objectMembersAndArrayElements
}

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
