// Neither function recurses: a value that was read may be deeper than the stack allows.

extension PropertyList: Equatable {
    /// Whether two values are the same: dictionaries regardless of the order of their members, strings by their Unicode
    /// scalars. An integer is never a real, and not-a-number is equal to itself.
    public static func == (left: PropertyList, right: PropertyList) -> Bool {
        var pairs = [(left, right)]
        while let (left, right) = pairs.popLast() {
            if case .parsed(let first, let place) = left.storage, case .parsed(let second, place) = right.storage,
                first === second
            {
                continue
            }
            let kind = left.kind
            guard kind == right.kind else { return false }
            switch kind {
            case .array:
                guard let first = left.array, let second = right.array, first.count == second.count else {
                    return false
                }
                pairs.append(contentsOf: zip(first, second))
            case .dictionary:
                guard let first = left.dictionary, let second = right.dictionary, first.count == second.count else {
                    return false
                }
                guard PropertyList.match(first, second, into: &pairs) else { return false }
            default: if !PropertyList.areSame(left, right, kind) { return false }
            }
        }
        return true
    }

    /// Whether two values of one kind that is no container are the same.
    private static func areSame(_ left: PropertyList, _ right: PropertyList, _ kind: Kind) -> Bool {
        switch kind {
        case .boolean: return left.bool == right.bool
        case .integer: return left.int64 == right.int64 && left.uint64 == right.uint64
        case .real:
            guard let first = left.double, let second = right.double else { return false }
            return first == second || (first.isNaN && second.isNaN)
        case .string:
            guard let first = left.string, let second = right.string else { return false }
            return first.utf8.elementsEqual(second.utf8)
        case .date: return left.secondsSinceReferenceDate == right.secondsSinceReferenceDate
        case .data: return left.bytes == right.bytes
        case .uid: return left.uid == right.uid
        case .null, .array, .dictionary: return true
        }
    }

    /// Pairs the members by key; false where a key of the left is not on the right.
    private static func match(
        _ left: Members,
        _ right: Members,
        into pairs: inout [(PropertyList, PropertyList)]
    ) -> Bool {
        if left.count <= 4 {
            for (key, value) in left {
                guard let other = right[key] else { return false }
                pairs.append((value, other))
            }
            return true
        }
        var values: [PropertyListKey: PropertyList] = [:]
        values.reserveCapacity(right.count)
        for (key, value) in right { values[PropertyListKey(key)] = value }
        for (key, value) in left {
            guard let other = values[PropertyListKey(key)] else { return false }
            pairs.append((value, other))
        }
        return true
    }
}

extension PropertyList: Hashable {
    /// A container whose hash is being made.
    private enum Open {
        case array(Elements.Iterator, Hasher)
        /// Members add up, because their order must not matter.
        case dictionary(Members.Iterator, sum: Int, key: String)
    }

    /// Feeds the whole value to the hasher.
    public func hash(into hasher: inout Hasher) {
        var open: [Open] = []
        var value: PropertyList? = self
        while let current = value {
            var hash: Int
            if let elements = current.array {
                open.append(.array(elements.makeIterator(), Hasher()))
                hash = elements.count
            } else if let members = current.dictionary {
                open.append(.dictionary(members.makeIterator(), sum: 0, key: ""))
                hash = members.count
            } else {
                hash = current.scalarHash
            }
            value = PropertyList.nextValue(after: &hash, in: &open)
            if case nil = value { hasher.combine(hash) }
        }
    }

    /// Gives a hash to the innermost container, and the next value to hash; a finished container's hash goes to the one
    /// around it. Nil at the end, and then `hash` is that of the whole value.
    private static func nextValue(after hash: inout Int, in open: inout [Open]) -> PropertyList? {
        while let innermost = open.popLast() {
            switch innermost {
            case .array(var elements, var hasher):
                hasher.combine(hash)
                if let element = elements.next() {
                    open.append(.array(elements, hasher))
                    return element
                }
                hash = hasher.finalize()
            case .dictionary(var members, let sum, let key):
                var hasher = Hasher()
                hasher.combine(PropertyListKey(key))
                hasher.combine(hash)
                hash = sum &+ hasher.finalize()
                if let member = members.next() {
                    open.append(.dictionary(members, sum: hash, key: member.key))
                    return member.value
                }
            }
        }
        return nil
    }

    private var scalarHash: Int {
        var hasher = Hasher()
        let kind = kind
        hasher.combine(kind)
        switch kind {
        case .boolean: hasher.combine(bool)
        case .integer:
            hasher.combine(int64)
            hasher.combine(uint64)
        case .real:
            // All not-a-numbers are one value, and so are the two zeros.
            let value = double ?? 0
            hasher.combine(value.isNaN ? .nan : value)
        case .string: hasher.combine(string.map { PropertyListKey($0) })
        case .date: hasher.combine(secondsSinceReferenceDate)
        case .data: hasher.combine(bytes)
        case .uid: hasher.combine(uid)
        case .null, .array, .dictionary: break
        }
        return hasher.finalize()
    }
}
