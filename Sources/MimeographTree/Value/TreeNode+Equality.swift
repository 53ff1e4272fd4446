import Mimeograph

// Nothing here recurses: a parsed value may be nested deeper than the stack allows.

/// A comparison of numbers for a format with a single kind of number. In other formats an integer never equals a real.
package struct NumberComparison: Sendable {
    let areSame: @Sendable (TreeNode, TreeNode) -> Bool
    let hash: @Sendable (TreeNode) -> Int

    package init(areSame: @escaping @Sendable (TreeNode, TreeNode) -> Bool, hash: @escaping @Sendable (TreeNode) -> Int)
    {
        self.areSame = areSame
        self.hash = hash
    }
}

extension TreeNode {
    @usableFromInline
    package static func == (left: TreeNode, right: TreeNode) -> Bool { areSame(left, right) }
    @usableFromInline
    package func hash(into hasher: inout Hasher) { hash(into: &hasher, numbers: nil) }

    private var isNumber: Bool { kind == .integer || kind == .real }

    /// Whether two values are equal: objects regardless of the order of their members, strings by their Unicode scalars.
    package static func areSame(_ left: TreeNode, _ right: TreeNode, numbers: NumberComparison? = nil) -> Bool {
        var pairs = [(left, right)]
        while let (left, right) = pairs.popLast() {
            if case .read(let first, let index) = left.storage, case .read(let second, index) = right.storage,
                first === second
            {
                continue
            }
            if let numbers, left.isNumber, right.isNumber {
                guard numbers.areSame(left, right) else { return false }
                continue
            }
            let kind = left.kind
            guard kind == right.kind else { return false }
            if kind == .array {
                guard let first = left.elements, let second = right.elements, first.count == second.count else {
                    return false
                }
                pairs.append(contentsOf: zip(first, second))
            } else if kind == .object {
                guard let first = left.members, let second = right.members, first.count == second.count,
                    match(first, second, into: &pairs)
                else { return false }
            } else if kind == .extended {
                guard let first = left.extended, let second = right.extended, first.kind == second.kind,
                    first.number == second.number, (first.content == nil) == (second.content == nil)
                else { return false }
                if let content = first.content, let other = second.content { pairs.append((content, other)) }
            } else if !left.isSameScalar(as: right, kind) {
                return false
            }
        }
        return true
    }

    /// Pairs the members by key; returns false if a key of the left object is not in the right one.
    private static func match(
        _ left: TreeMembers,
        _ right: TreeMembers,
        into pairs: inout [(TreeNode, TreeNode)]
    ) -> Bool {
        if left.count <= 4 {
            for (key, value) in left {
                guard let other = right[key] else { return false }
                pairs.append((value, other))
            }
            return true
        }
        var values: [ByteEqualString: TreeNode] = [:]
        values.reserveCapacity(right.count)
        for (key, value) in right { values[ByteEqualString(key)] = value }
        for (key, value) in left {
            guard let other = values[ByteEqualString(key)] else { return false }
            pairs.append((value, other))
        }
        return true
    }

    private func isSameScalar(as other: TreeNode, _ kind: Kind) -> Bool {
        switch kind {
        case .boolean: return bool == other.bool
        case .integer: return int64 == other.int64 && uint64 == other.uint64
        case .real: return TreeNode.areSame(double, other.double)
        case .string: return string?.hasSameBytes(as: other.string ?? "") ?? false
        case .data: return data == other.data
        case .date: return TreeNode.areSame(secondsSince2001, other.secondsSince2001)
        case .null, .array, .object, .extended: return true
        }
    }
}

extension TreeNode {
    /// Whether two doubles are equal. All NaNs are equal, so that each value equals itself.
    private static func areSame(_ left: Double?, _ right: Double?) -> Bool {
        guard let left, let right else { return (left == nil) == (right == nil) }
        return left == right || left.isNaN && right.isNaN
    }

    /// Returns a value that is the same for equal doubles.
    private static func hashable(_ value: Double?) -> Double? { value?.isNaN == true ? .nan : value }
}

// MARK: - Hashes

/// A container whose hash is not finished.
private enum OpenHash {
    case array(TreeElements.Iterator, Hasher)
    /// The hashes of members are added, so that their order does not matter.
    case object(TreeMembers.Iterator, sum: Int, key: String)
    case extended(UInt64)
}

extension TreeNode {
    /// Feeds the whole value to the hasher.
    package func hash(into hasher: inout Hasher, numbers: NumberComparison?) {
        var open: [OpenHash] = []
        var next: TreeNode? = self
        while let current = next {
            var hash: Int
            if let elements = current.elements {
                open.append(.array(elements.makeIterator(), Hasher()))
                hash = elements.count
            } else if let members = current.members {
                open.append(.object(members.makeIterator(), sum: 0, key: ""))
                hash = members.count
            } else if let extended = current.extended, let content = extended.content {
                open.append(.extended(extended.number))
                next = content
                continue
            } else {
                hash = current.scalarHash(numbers)
            }
            next = TreeNode.nextValue(after: &hash, in: &open)
            if case nil = next { hasher.combine(hash) }
        }
    }

    /// Adds a hash to the innermost container, and returns the next value to hash. The hash of a finished container is added to
    /// the container around it. At the end, returns nil, and `hash` is that of the whole value.
    private static func nextValue(after hash: inout Int, in open: inout [OpenHash]) -> TreeNode? {
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
            case .extended(let number):
                var hasher = Hasher()
                hasher.combine(number)
                hasher.combine(hash)
                hash = hasher.finalize()
            }
        }
        return nil
    }

    private func scalarHash(_ numbers: NumberComparison?) -> Int {
        if let numbers, isNumber { return numbers.hash(self) }
        var hasher = Hasher()
        let kind = kind
        hasher.combine(kind)
        switch kind {
        case .boolean: hasher.combine(bool)
        case .integer:
            hasher.combine(int64)
            hasher.combine(uint64)
        case .real: hasher.combine(TreeNode.hashable(double))
        case .string: hasher.combine(string.map { ByteEqualString($0) })
        case .data: hasher.combine(data)
        case .date: hasher.combine(TreeNode.hashable(secondsSince2001))
        case .extended: hasher.combine(extended?.number)
        case .null, .array, .object: break
        }
        return hasher.finalize()
    }
}
