public import Mimeograph

extension TreeValue {
    /// Whether two values are the same: objects regardless of the order of their members.
    ///
    /// It does not recurse: a value that was read may be deeper than the stack allows.
    @inlinable
    package static func areSame(_ left: Self, _ right: Self) -> Bool {
        var pairs = [(left, right)]
        while let (left, right) = pairs.popLast() {
            if case .read(let first, let index) = left.content, case .read(let second, index) = right.content,
                first === second
            {
                continue
            }
            let kind = left.kind
            guard kind == right.kind else { return false }
            if kind == arrayKind {
                guard let first = left.elements, let second = right.elements, first.count == second.count else {
                    return false
                }
                pairs.append(contentsOf: zip(first, second))
            } else if kind == objectKind {
                guard let first = left.members, let second = right.members, first.count == second.count,
                    match(first, second, into: &pairs)
                else { return false }
            } else if !left.isSameScalar(as: right, kind) {
                return false
            }
        }
        return true
    }

    /// Pairs the members by key; false where a key of the left is not on the right.
    @inlinable
    static func match(
        _ left: TreeMembers<Self>,
        _ right: TreeMembers<Self>,
        into pairs: inout [(Self, Self)]
    ) -> Bool {
        if left.count <= 4 {
            for (key, value) in left {
                guard let other = right[key] else { return false }
                pairs.append((value, other))
            }
            return true
        }
        var values: [ByteEqualString: Self] = [:]
        values.reserveCapacity(right.count)
        for (key, value) in right { values[ByteEqualString(key)] = value }
        for (key, value) in left {
            guard let other = values[ByteEqualString(key)] else { return false }
            pairs.append((value, other))
        }
        return true
    }
}

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
