// Each function moves the container out of the value before it changes it. Nothing else may refer to the container then, because
// Swift would copy it.

extension TreeNode {
    /// Returns the members in a form that can be changed, and leaves null. Their values stay references into the document.
    /// Returns no members if this is not an object.
    package mutating func extractMembers() -> KeyedValues<TreeNode> {
        defer { storage = .null }
        if case .object(let members) = storage { return members }
        guard let members else { return KeyedValues() }
        // Reserves space for one more, because a changed object often gets another member.
        var built = KeyedValues<TreeNode>(capacity: members.count + 1)
        for (key, value) in members { built.append(value, for: key) }
        return built
    }

    /// Returns the elements in a form that can be changed, and leaves null. Returns no elements if this is not an array.
    package mutating func extractElements() -> [TreeNode] {
        defer { storage = .null }
        if case .array(let elements) = storage { return elements }
        guard let elements else { return [] }
        return Array(elements)
    }

    /// Sets the value of a key. A value that is not an object becomes an object with only this key.
    package mutating func set(_ value: TreeNode, forKey key: String) {
        var members = extractMembers()
        members[key] = value
        storage = .object(members)
    }

    /// The value of a key while it is changed, and the members to put back.
    package struct MemberChange {
        fileprivate var members: KeyedValues<TreeNode>
        fileprivate let index: Int
        fileprivate let isNew: Bool
        /// The previous value, if it was not an object. (Objects are not kept, because all their members would be copied.)
        fileprivate let before: TreeNode?

        /// Returns the value, and leaves null here.
        package mutating func take() -> TreeNode {
            defer { members.values[index] = .null }
            return members.values[index]
        }
    }

    /// Takes out the members to change the value of a key; ``finish(_:with:)`` puts them back.
    package mutating func change(ofKey key: String) -> MemberChange {
        let before = kind == .object ? nil : self
        var members = extractMembers()
        let count = members.keys.count
        let index = members.index(of: key, orAppending: .null)
        return MemberChange(members: members, index: index, isNew: members.keys.count > count, before: before)
    }

    /// Puts back the changed value of a key. If the key was missing and the value is null, such as after a removal that found
    /// nothing, the key stays missing. A value that was not an object is then restored.
    package mutating func finish(_ change: inout MemberChange, with value: TreeNode) {
        if change.isNew, value.kind == .null {
            change.members.remove(at: change.index)
            self = change.before ?? TreeNode(.object(change.members))
        } else {
            change.members.values[change.index] = value
            storage = .object(change.members)
        }
    }

    /// The element at an offset while it is changed, and the elements to put back.
    package struct ElementChange {
        fileprivate var elements: [TreeNode]
        fileprivate let offset: Int
        /// Whether the element exists.
        fileprivate let isThere: Bool

        /// Returns the value, and leaves null here.
        package mutating func take() -> TreeNode {
            guard isThere else { return .null }
            defer { elements[offset] = .null }
            return elements[offset]
        }
    }

    /// Takes out the elements to change the one at an offset; ``finish(_:with:)`` puts them back.
    package mutating func change(at offset: Int) -> ElementChange {
        let isThere = offset >= 0 && offset < elements?.count ?? 0
        return ElementChange(elements: isThere ? extractElements() : [], offset: offset, isThere: isThere)
    }

    /// Puts back the changed value of an element. If the element did not exist, a null changes nothing, and any other value is
    /// set as by ``set(_:at:)``.
    package mutating func finish(_ change: inout ElementChange, with value: TreeNode) {
        if change.isThere {
            change.elements[change.offset] = value
            storage = .array(change.elements)
        } else if value.kind != .null {
            set(value, at: change.offset)
        }
    }

    /// Removes a member and returns its value; nil if there is none.
    package mutating func removeMember(_ key: String) -> TreeNode? {
        guard let value = member(key) else { return nil }
        var members = extractMembers()
        members[key] = nil
        storage = .object(members)
        return value
    }

    /// Sets the element at an offset, or appends it if the offset is the end. Does nothing at other offsets.
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

    /// Appends an element. A value that is not an array becomes an array with only this element.
    package mutating func append(_ value: TreeNode) {
        var elements = extractElements()
        elements.append(value)
        storage = .array(elements)
    }

    /// Inserts an element before the one at an offset, which must not be beyond the end. A value that is not an array becomes an
    /// array with only this element.
    package mutating func insert(_ value: TreeNode, at offset: Int) {
        var elements = extractElements()
        elements.insert(value, at: offset)
        storage = .array(elements)
    }
}
