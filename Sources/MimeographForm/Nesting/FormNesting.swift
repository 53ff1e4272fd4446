import Mimeograph

/// How the names of fields stand for members of members and for elements.
///
/// ## The dialect of brackets
/// A name is its text before the first `[` (one at the very beginning belongs to the text), and steps behind it:
/// `[]` adds an element, `[key]` leads to a member.
/// - `a=1&a=2` is one value, the last, and as an array all of them.
/// - `a[]=1&a[]=2` is an array. `a[0]=1&a[1]=2` is one for a type that decodes an array; for others it has members `0` and `1`.
/// - `a[][x]=1&a[][y]=2&a[][x]=3` is an array of two: a member that the last element has already begins another one.
/// - A field without `=` is null.
/// - What breaks these rules is part of a name: `a[` and `a]` are plain names, `a[b]c` is `a`, `b`, `c`.
/// - A field without a name is left out. A plain name replaces what was there.
/// - A name that is a text in one field and has members or elements in another is an error.
///
/// This is what Rack reads, but for two things: elements of elements nest to any depth (`a[][][]`), and a `[` at the end of
/// a step is a part of that step only.
///
/// Source: the behaviour of Rack's `parse_nested_query`, by its public test expectations.
public struct FormNesting: Hashable, Sendable {
    /// How names are split into steps.
    public enum Notation: Hashable, Sendable {
        /// Not at all.
        case flat
        /// `a[b][]`.
        case brackets
        /// `a.b`; elements are repeated names, or numbered: `a.0`.
        case dots
    }

    /// How names are split into steps.
    public var notation: Notation
    /// The most steps that a name may have, where the limits do not allow fewer. Default 32; at most 1,000, because
    /// values in one another are decoded by calls in one another.
    public var maximumDepth: Int { didSet { maximumDepth = min(maximumDepth, Self.deepest) } }
    /// The most members, elements and values that a form may make, all levels counted, where the limits do not allow
    /// fewer. Default 65,536.
    public var maximumCount: Int

    /// Makes rules; what is not given has its default.
    public init(notation: Notation = .brackets, maximumDepth: Int = 32, maximumCount: Int = 65_536) {
        self.notation = notation
        self.maximumDepth = min(maximumDepth, Self.deepest)
        self.maximumCount = maximumCount
    }

    private static let deepest = 1_000

    /// Names are not split.
    public static let flat = FormNesting(notation: .flat)
    /// `a[b][]`.
    public static let brackets = FormNesting(notation: .brackets)
    /// `a.b`.
    public static let dots = FormNesting(notation: .dots)
}

/// The name of a field, split into steps.
struct FormName {
    enum Step: Hashable {
        /// To the member of that name.
        case member(String)
        /// To a new element, or to the last one.
        case element
    }

    /// The name at the root; empty where there is none.
    let root: String
    /// The steps behind it.
    private(set) var steps: [Step] = []

    /// Splits a name, and stops one step after the deepest that is allowed.
    init(_ name: String, _ nesting: FormNesting) {
        switch nesting.notation {
        case .flat: root = name
        case .dots:
            let parts = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            // Without a text on both sides a dot is a part of the name.
            guard parts.count > 1, parts.allSatisfy({ !$0.isEmpty }), let first = parts.first else {
                root = name
                return
            }
            root = String(Substring(first))
            steps = parts.dropFirst().prefix(nesting.maximumDepth + 1).map { .member(String(Substring($0))) }
        case .brackets:
            let text = name.utf8
            guard let open = text.dropFirst().firstIndex(of: UInt8(ascii: "[")), text.index(after: open) < text.endIndex
            else {
                root = name
                return
            }
            root = String(name[..<open])
            readSteps(text[open...], atMost: nesting.maximumDepth + 1)
        }
    }

    private mutating func readSteps(_ text: Substring.UTF8View, atMost limit: Int) {
        var rest = text
        while let first = rest.first, steps.count < limit {
            let inside = rest.dropFirst()
            if first == UInt8(ascii: "["), inside.first == UInt8(ascii: "]") {
                steps.append(.element)
                rest = inside.dropFirst()
            } else if first == UInt8(ascii: "["), let close = inside.firstIndex(of: UInt8(ascii: "]")) {
                steps.append(.member(String(Substring(inside[..<close]))))
                rest = inside[close...].dropFirst()
            } else {
                steps.append(.member(String(Substring(rest))))
                return
            }
        }
    }
}
