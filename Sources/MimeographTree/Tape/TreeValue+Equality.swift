public import Mimeograph

extension TreeValue {
    /// Whether two values are the same: objects regardless of the order of their members.
    ///
    /// It does not recurse: a value that was read may be deeper than the stack allows.
    @inlinable
    package static func areSame(_ left: Self, _ right: Self) -> Bool {
        var pairs = [(left, right)]
        while let (left, right) = pairs.popLast() {
            if case .read(let first, let place) = left.content, case .read(let second, place) = right.content,
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
