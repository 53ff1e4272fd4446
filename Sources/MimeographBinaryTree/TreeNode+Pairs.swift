package import MimeographTree

// Maps whose keys may be of any kind. If all keys are strings, the map is an object. Any other map is an extension with an array
// of alternating keys and values.
extension TreeNode {
    /// The keys and values in order, if it is a map with keys of any kind.
    package var pairs: [(key: TreeNode, value: TreeNode)]? {
        if let members { return members.map { (TreeNode(.string($0.key)), $0.value) } }
        guard let (kind, _, content) = extended, kind == .pairs, let items = content?.elements.map(Array.init)
        else { return nil }
        return stride(from: 0, to: items.count - 1, by: 2).map { (items[$0], items[$0 + 1]) }
    }

    /// Creates a map: an object if all keys are strings. If two members have the same key, the last value counts.
    package init(pairs: [(key: TreeNode, value: TreeNode)]) {
        guard pairs.allSatisfy({ $0.key.kind == .string }) else {
            var items: [TreeNode] = []
            var places: [Key: Int] = [:]
            for (key, value) in pairs {
                if let place = places[Key(node: key)] {
                    items[place] = value
                } else {
                    places[Key(node: key)] = items.count + 1
                    items += [key, value]
                }
            }
            self.init(.extended(.pairs, 0, [TreeNode(.array(items))]))
            return
        }
        var members = KeyedValues<TreeNode>()
        for (key, value) in pairs { members[key.string ?? ""] = value }
        self.init(.object(members))
    }
}

/// A key, which may be a map.
private struct Key: Hashable {
    let node: TreeNode

    static func == (left: Key, right: Key) -> Bool { TreeNode.areSameRegardlessOfOrder(left.node, right.node) }
    func hash(into hasher: inout Hasher) { node.hashRegardlessOfOrder(into: &hasher) }
}
