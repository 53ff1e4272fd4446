// Each function moves the container out of the value before it changes it. Nothing else may hold the container then, because
// Swift would copy it.

extension TreeNode {
    /// The members as ones that can be changed, whose values stay references into the document; none where this is no object.
    /// Leaves null.
    package mutating func extractMembers() -> KeyedValues<TreeNode> {
        defer { storage = .null }
        if case .object(let members) = storage { return members }
        guard let members else { return KeyedValues() }
        // One more: what is changed is often given another member.
        var built = KeyedValues<TreeNode>(capacity: members.count + 1)
        for (key, value) in members { built.append(value, for: key) }
        return built
    }

    /// The elements as ones that can be changed; none where this is no array. Leaves null.
    package mutating func extractElements() -> [TreeNode] {
        defer { storage = .null }
        if case .array(let elements) = storage { return elements }
        guard let elements else { return [] }
        return Array(elements)
    }

    /// Sets the value of a key. What is no object becomes one of just this key.
    package mutating func set(_ value: TreeNode, forKey key: String) {
        var members = extractMembers()
        members[key] = value
        storage = .object(members)
    }

    /// The value of a key that is taken out to be changed, and what puts it back.
    package struct MemberChange {
        fileprivate var members: KeyedValues<TreeNode>
        fileprivate let index: Int
        fileprivate let isNew: Bool
        /// What was no object. (Objects are not kept, because all their members would be copied.)
        fileprivate let before: TreeNode?

        /// The value, which is null here then.
        package mutating func take() -> TreeNode {
            defer { members.values[index] = .null }
            return members.values[index]
        }
    }

    /// Takes out the members, to change the value of a key; ``finish(_:with:)`` puts them back.
    package mutating func change(ofKey key: String) -> MemberChange {
        let before = kind == .object ? nil : self
        var members = extractMembers()
        let count = members.keys.count
        let index = members.index(of: key, orAppending: .null)
        return MemberChange(members: members, index: index, isNew: members.keys.count > count, before: before)
    }

    /// Puts the changed value of a key where it was. Where the key was missing and the value is null, such as after a removal that
    /// found nothing, the key stays missing, and what was no object stays what it was.
    package mutating func finish(_ change: inout MemberChange, with value: TreeNode) {
        if change.isNew, value.kind == .null {
            change.members.remove(at: change.index)
            self = change.before ?? TreeNode(.object(change.members))
        } else {
            change.members.values[change.index] = value
            storage = .object(change.members)
        }
    }

    /// The element at an offset that is taken out to be changed, and what puts it back.
    package struct ElementChange {
        fileprivate var elements: [TreeNode]
        fileprivate let offset: Int
        /// Whether there is such an element.
        fileprivate let isThere: Bool

        /// The value, which is null here then.
        package mutating func take() -> TreeNode {
            guard isThere else { return .null }
            defer { elements[offset] = .null }
            return elements[offset]
        }
    }

    /// Takes out the elements, to change the one at an offset; ``finish(_:with:)`` puts them back.
    package mutating func change(at offset: Int) -> ElementChange {
        let isThere = offset >= 0 && offset < elements?.count ?? 0
        return ElementChange(elements: isThere ? extractElements() : [], offset: offset, isThere: isThere)
    }

    /// Puts the changed value of an element where it was. Where there was none and the value is null, all stays as it was; else it
    /// is set as ``set(_:at:)`` does.
    package mutating func finish(_ change: inout ElementChange, with value: TreeNode) {
        if change.isThere {
            change.elements[change.offset] = value
            storage = .array(change.elements)
        } else if value.kind != .null {
            set(value, at: change.offset)
        }
    }

    /// Removes a member and gives its value; nil where there is none.
    package mutating func removeMember(_ key: String) -> TreeNode? {
        guard let value = member(key) else { return nil }
        var members = extractMembers()
        members[key] = nil
        storage = .object(members)
        return value
    }

    /// Sets the element at an offset, or appends it at the end; does nothing at other offsets.
    package mutating func set(_ value: TreeNode, at offset: Int) {
        guard offset >= 0, offset <= elements?.count ?? 0 else { return }
        var elements = extractElements()
        if offset == elements.count {
            elements.append(value)
        } else {
            elements[offset] = value
        }
        storage = .array(elements)
    }

    /// Appends an element. What is no array becomes one of just this element.
    package mutating func append(_ value: TreeNode) {
        var elements = extractElements()
        elements.append(value)
        storage = .array(elements)
    }

    /// Inserts an element before the one at an offset, which must not be beyond the end. What is no array becomes one of just this
    /// element.
    package mutating func insert(_ value: TreeNode, at offset: Int) {
        var elements = extractElements()
        elements.insert(value, at: offset)
        storage = .array(elements)
    }
}
