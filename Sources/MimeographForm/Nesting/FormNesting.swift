import Mimeograph

/// The rules that turn the names of fields into nested members and elements.
///
/// ## Bracket notation
/// A name consists of the text before the first `[`, and the steps after it. A `[` at the very beginning belongs to the text. The
/// step `[]` adds an element, and `[key]` leads to a member.
/// - `a=1&a=2` is one value, the last; decoded as an array, it holds both.
/// - `a[]=1&a[]=2` is an array. `a[0]=1&a[1]=2` is an array for a type that decodes one; for other types it has members `0` and
///   `1`.
/// - `a[][x]=1&a[][y]=2&a[][x]=3` is an array of two. A member that the last element already has begins another element.
/// - A field without `=` is null.
/// - Text that breaks these rules is part of a name: `a[` and `a]` are plain names, and `a[b]c` is `a`, `b`, `c`.
/// - A field without a name is ignored. A plain name replaces the earlier value.
/// - A name that has a text value in one field and members or elements in another is an error.
///
/// Rack reads names in the same way, with two exceptions. Here, elements of elements nest to any depth (`a[][][]`), and a `[` at
/// the end of a step belongs to that step only.
///
/// Source: the behavior of Rack's `parse_nested_query`, by its public test expectations.
public struct FormNesting: Hashable, Sendable {
    /// A way to split names into steps.
    public enum Notation: Hashable, Sendable {
        /// Names are not split.
        case flat
        /// `a[b][]`.
        case brackets
        /// `a.b`. Elements have repeated names, or numbers: `a.0`.
        case dots
    }

    /// The notation that splits names into steps.
    public var notation: Notation
    /// The maximum number of steps in a name, unless the decoding limits allow fewer. The default is 32. The highest value is
    /// 1,000, because nested values are decoded by nested calls.
    public var maximumDepth: Int { didSet { maximumDepth = min(maximumDepth, Self.deepest) } }
    /// The maximum number of members, elements and values in a form, over all levels, unless the decoding limits allow fewer. The
    /// default is 65,536.
    public var maximumCount: Int

    /// Makes rules with the given options.
    public init(notation: Notation = .brackets, maximumDepth: Int = 32, maximumCount: Int = 65_536) {
        self.notation = notation
        self.maximumDepth = min(maximumDepth, Self.deepest)
        self.maximumCount = maximumCount
    }

    private static let deepest = 1_000

    /// Rules that do not split names.
    public static let flat = FormNesting(notation: .flat)
    /// Rules that split names such as `a[b][]`.
    public static let brackets = FormNesting(notation: .brackets)
    /// Rules that split names such as `a.b`.
    public static let dots = FormNesting(notation: .dots)
}

/// The name of a field, split into steps.
struct FormName {
    enum Step: Hashable {
        /// Leads to the member with that name.
        case member(String)
        /// Leads to a new element, or to the last one.
        case element
    }

    /// The name of the member of the root; empty if the field has no name.
    let root: String
    /// The steps after the root.
    private(set) var steps: [Step] = []

    /// Splits a name, and stops one step after the maximum depth.
    init(_ name: String, _ nesting: FormNesting) {
        switch nesting.notation {
        case .flat: root = name
        case .dots:
            let parts = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            // A dot without text on both sides is part of the name.
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
