// Neither function recurses: a parsed value may be deeper than the stack allows.

extension JSON: Equatable {
    /// Whether two values are the same: objects regardless of the order of their members, strings by their Unicode
    /// scalars, numbers by what they are (`1`, `1.0` and `1e0` are equal; integers compare exactly, others as doubles).
    public static func == (left: JSON, right: JSON) -> Bool {
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
            case .null: break
            case .boolean: if left.bool != right.bool { return false }
            case .number: if left.numberValue != right.numberValue { return false }
            case .string: if !JSON.sameString(left, right) { return false }
            case .array:
                guard let first = left.array, let second = right.array, first.count == second.count else {
                    return false
                }
                pairs.append(contentsOf: zip(first, second))
            case .object:
                guard let first = left.object, let second = right.object, first.count == second.count else {
                    return false
                }
                guard JSON.match(first, second, into: &pairs) else { return false }
            }
        }
        return true
    }

    private static func sameString(_ left: JSON, _ right: JSON) -> Bool {
        guard let first = left.string, let second = right.string else { return false }
        return JSONKey(first) == JSONKey(second)
    }

    /// Pairs the members by key; false where a key of the left is not on the right.
    private static func match(_ left: Members, _ right: Members, into pairs: inout [(JSON, JSON)]) -> Bool {
        if left.count <= 4 {
            for (key, value) in left {
                guard let other = right[key] else { return false }
                pairs.append((value, other))
            }
            return true
        }
        var values: [JSONKey: JSON] = [:]
        values.reserveCapacity(right.count)
        for (key, value) in right { values[JSONKey(key)] = value }
        for (key, value) in left {
            guard let other = values[JSONKey(key)] else { return false }
            pairs.append((value, other))
        }
        return true
    }
}

extension JSON: Hashable {
    /// A container whose hash is being made.
    private enum Open {
        case array(Elements.Iterator, Hasher)
        /// Members add up, because their order must not matter.
        case object(Members.Iterator, sum: Int, key: String)
    }

    /// Feeds the whole value to the hasher.
    public func hash(into hasher: inout Hasher) {
        var open: [Open] = []
        var value: JSON? = self
        while let current = value {
            var hash: Int
            if let elements = current.array {
                open.append(.array(elements.makeIterator(), Hasher()))
                hash = elements.count
            } else if let members = current.object {
                open.append(.object(members.makeIterator(), sum: 0, key: ""))
                hash = members.count
            } else {
                hash = current.scalarHash
            }
            value = JSON.nextValue(after: &hash, in: &open)
            if case nil = value { hasher.combine(hash) }
        }
    }

    /// Gives a hash to the innermost container, and the next value to hash; a finished container's hash goes to the one
    /// around it. Nil at the end, and then `hash` is that of the whole value.
    private static func nextValue(after hash: inout Int, in open: inout [Open]) -> JSON? {
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
                hasher.combine(JSONKey(key))
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

    private var scalarHash: Int {
        var hasher = Hasher()
        switch kind {
        case .boolean: hasher.combine(bool)
        case .number: hasher.combine(numberValue)
        case .string: hasher.combine(string)
        default: hasher.combine(kind)
        }
        return hasher.finalize()
    }
}
