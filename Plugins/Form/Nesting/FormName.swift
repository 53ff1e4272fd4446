import Mimeograph

/// The name of a field taken apart.
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

    /// Takes a name apart, and stops one step after the deepest that is allowed.
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
