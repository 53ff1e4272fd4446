// Each function moves the container out of the value before it changes it. Nothing else may hold the container then, because
// Swift would copy it.

extension TreeValue {
    /// The members as ones that can be changed, whose values stay references into the document; none where this is no object.
    /// Leaves null.
    @inlinable
    package mutating func extractMembers() -> KeyedValues<Self> {
        defer { self = .null }
        if case .object(let members) = content { return members }
        var built = KeyedValues<Self>()
        if let members { for (key, value) in members { built.append(value, for: key) } }
        return built
    }

    /// The elements as ones that can be changed; none where this is no array. Leaves null.
    @inlinable
    package mutating func extractElements() -> [Self] {
        defer { self = .null }
        if case .array(let elements) = content { return elements }
        guard let elements else { return [] }
        return Array(elements)
    }

    /// Sets the value of a key. What is no object becomes one of just this key.
    @inlinable
    package mutating func set(_ value: Self, forKey key: String) {
        var members = extractMembers()
        members[key] = value
        self = Self(members: members)
    }

    /// The value of a key, to be changed where it is. Where the key is missing and what is done leaves null, such as a removal that
    /// finds nothing, the key stays missing, and what is no object stays what it is.
    @inlinable
    package subscript(changing key: String) -> Self {
        get { member(key) ?? .null }
        _modify {
            // Objects are not kept, because all their members would be copied.
            let before = kind == Self.objectKind ? nil : self
            var members = extractMembers()
            let count = members.keys.count
            let index = members.index(of: key, orAppending: .null)
            defer {
                if members.keys.count > count, members.values[index].kind == Self.null.kind {
                    members.remove(at: index)
                    self = before ?? Self(members: members)
                } else {
                    self = Self(members: members)
                }
            }
            yield &members.values[index]
        }
    }

    /// Removes a member and gives its value; nil where there is none.
    @inlinable
    package mutating func removeMember(_ key: String) -> Self? {
        guard let value = member(key) else { return nil }
        var members = extractMembers()
        members[key] = nil
        self = Self(members: members)
        return value
    }

    /// Sets the element at an offset, or appends it at the end; does nothing at other offsets.
    @inlinable
    package mutating func set(_ value: Self, at offset: Int) {
        guard offset >= 0, offset <= elements?.count ?? 0 else { return }
        var elements = extractElements()
        if offset == elements.count {
            elements.append(value)
        } else {
            elements[offset] = value
        }
        self = Self(elements: elements)
    }

    /// Appends an element. What is no array becomes one of just this element.
    @inlinable
    package mutating func appendElement(_ value: Self) {
        var elements = extractElements()
        elements.append(value)
        self = Self(elements: elements)
    }
}
