package import MimeographTree

// Maps of pairs are equal whatever the order of their members, like objects. Their keys may be maps, so a key cannot be looked up
// before it is known as a whole. So values are numbered from the innermost outward, each once.

/// The shape of a value in which its items are replaced with numbers.
private enum ValueShape: Hashable {
    case scalar(TreeNode)
    case array([Int])
    /// Keys, each followed by its value, in the order of the keys' numbers.
    case object([Int]), pairs([Int])
    case extended(TapeWord.Extension, UInt64, Int)

    /// - Parameters:
    ///   - node: The value with the items.
    ///   - items: The numbers of its elements, or of its alternating keys and values.
    init(_ node: TreeNode, _ items: ArraySlice<Int>) {
        if let (kind, number, _) = node.extended {
            self = kind == .pairs ? .pairs(Self.sorted(items)) : .extended(kind, number, items.first ?? -1)
        } else {
            self = node.kind == .object ? .object(Self.sorted(items)) : .array(Array(items))
        }
    }

    /// Returns the members in the order of their keys. If two have the same key, the last one counts.
    private static func sorted(_ items: ArraySlice<Int>) -> [Int] {
        var members: [Int: Int] = [:]
        for index in stride(from: items.startIndex, to: items.endIndex - 1, by: 2) {
            members[items[index]] = items[index + 1]
        }
        return members.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
    }
}

extension TreeNode {
    /// Whether two values are equal: objects and other maps regardless of the order of their members.
    package static func areSameRegardlessOfOrder(_ left: TreeNode, _ right: TreeNode) -> Bool {
        if left == right { return true }
        guard left.kind == right.kind, left.holdsPairs else { return false }
        var numbers: [ValueShape: Int] = [:]
        func number(_ shape: ValueShape) -> Int {
            let count = numbers.count
            if let number = numbers[shape] { return number }
            numbers[shape] = count
            return count
        }
        return left.folded(number) == right.folded(number)
    }

    /// Feeds the value to the hasher, objects and other maps regardless of the order of their members.
    package func hashRegardlessOfOrder(into hasher: inout Hasher) {
        guard holdsPairs else { return hash(into: &hasher) }
        hasher.combine(folded(\.hashValue))
    }

    /// Returns the result of `combine` for the value, after its results for each value in it. Nothing here recurses.
    private func folded(_ combine: (ValueShape) -> Int) -> Int {
        // A container is visited twice, with its items in between. The results of the items are then at the end of the list.
        var open: [(node: TreeNode, start: Int?)] = [(self, nil)]
        var results: [Int] = []
        while let (node, start) = open.popLast() {
            if let start {
                let shape = ValueShape(node, results[start...])
                results.removeSubrange(start...)
                results.append(combine(shape))
            } else if let items = node.items {
                open.append((node, results.count))
                for item in items.reversed() { open.append((item, nil)) }
            } else {
                results.append(combine(.scalar(node)))
            }
        }
        return results.last ?? 0
    }

    /// The elements, the alternating keys and values, or the content of an extension; nil for a value without content.
    private var items: [TreeNode]? {
        if let elements { return Array(elements) }
        if let members { return members.flatMap { [TreeNode(.string($0.key)), $0.value] } }
        guard let (kind, _, content) = extended, let content else { return nil }
        return kind == .pairs ? content.elements.map(Array.init) : [content]
    }

    /// Whether it contains a map whose keys are not all strings.
    private var holdsPairs: Bool {
        var open = [self]
        while let node = open.popLast() {
            if let (kind, _, content) = node.extended {
                if kind == .pairs { return true }
                if let content { open.append(content) }
            } else if let elements = node.elements {
                open.append(contentsOf: elements)
            } else if let members = node.members {
                open.append(contentsOf: members.lazy.map(\.value))
            }
        }
        return false
    }
}
