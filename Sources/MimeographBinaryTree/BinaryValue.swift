package import MimeographTree

/// A value of any kind of a binary format, whose maps may have keys of any kind.
package protocol BinaryValue: TreeValue {
    associatedtype Format: BinaryFormat
}

extension BinaryValue {
    package static var format: TreeFormat { Format.tree }

    /// Whether two values are equal: maps regardless of the order of their members.
    public static func == (left: Self, right: Self) -> Bool {
        TreeNode.areSameRegardlessOfOrder(left.node, right.node)
    }

    /// Feeds the value to the hasher.
    public func hash(into hasher: inout Hasher) { node.hashRegardlessOfOrder(into: &hasher) }
}
