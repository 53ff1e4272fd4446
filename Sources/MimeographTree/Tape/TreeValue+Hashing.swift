public import Mimeograph

/// A container whose hash is being made.
@usableFromInline
package enum OpenHash<Value: TreeValue> {
    case array(TreeElements<Value>.Iterator, Hasher)
    /// Members add up, because their order must not matter.
    case object(TreeMembers<Value>.Iterator, sum: Int, key: String)
}

extension TreeValue {
    /// Feeds the whole value to the hasher. It does not recurse, as ``areSame(_:_:)`` does not.
    @inlinable
    package func hashTree(into hasher: inout Hasher) {
        var open: [OpenHash<Self>] = []
        var next: Self? = self
        while let current = next {
            var hash: Int
            if let elements = current.elements {
                open.append(.array(elements.makeIterator(), Hasher()))
                hash = elements.count
            } else if let members = current.members {
                open.append(.object(members.makeIterator(), sum: 0, key: ""))
                hash = members.count
            } else {
                hash = current.scalarHash
            }
            next = Self.nextValue(after: &hash, in: &open)
            if case nil = next { hasher.combine(hash) }
        }
    }

    /// Gives a hash to the innermost container, and the next value to hash; a finished container's hash goes to the one
    /// around it. Nil at the end, and then `hash` is that of the whole value.
    @inlinable
    static func nextValue(after hash: inout Int, in open: inout [OpenHash<Self>]) -> Self? {
        while let innermost = open.popLast() {
            switch innermost {
            case .array(var elements, var hasher):
                hasher.combine(hash)
                if let element = elements.next() {
                    open.append(.array(elements, hasher))
                    return element
                }
                hash = hasher.finalize()
            case .object(var members, let sum, let key):
                var hasher = Hasher()
                hasher.combine(ByteEqualString(key))
                hasher.combine(hash)
                hash = sum &+ hasher.finalize()
                if let member = members.next() {
                    open.append(.object(members, sum: hash, key: member.key))
                    return member.value
                }
            }
        }
        return nil
    }
}
