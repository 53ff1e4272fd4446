extension PropertyList {
    /// The value of a key; ``null`` where this is no dictionary or has no such key.
    ///
    /// Setting it adds the key where it is missing. What is not a dictionary becomes one that has just this key, so that
    /// `list["a"]["b"] = 1` always does what it says.
    public subscript(key: String) -> PropertyList {
        get { member(key) ?? .null }
        set {
            var members = builtMembers ?? PropertyListMembers()
            // Nobody else may hold the members while they are changed, lest they be copied.
            storage = .null
            members[key] = newValue
            storage = .dictionary(members)
        }
        _modify {
            var members = builtMembers ?? PropertyListMembers()
            storage = .null
            let place: Int
            if let known = members.place(of: key) {
                place = known
            } else {
                place = members.keys.count
                members.append(.null, for: key)
            }
            defer { storage = .dictionary(members) }
            yield &members.values[place]
        }
    }

    /// The element at an offset, counted from 0; ``null`` where this is no array or has no such element.
    ///
    /// Setting the offset after the last element appends. Setting any other that is not there does nothing, because
    /// elements in between would have to be made up. What is not an array counts as an empty one when it is set.
    public subscript(offset: Int) -> PropertyList {
        get { array?.element(at: offset) ?? .null }
        set {
            var elements = builtArray ?? []
            guard offset >= 0, offset <= elements.count else { return }
            storage = .null
            if offset == elements.count {
                elements.append(newValue)
            } else {
                elements[offset] = newValue
            }
            storage = .array(elements)
        }
    }

    /// Removes a member and gives its value; nil where there is none.
    @discardableResult
    public mutating func removeValue(forKey key: String) -> PropertyList? {
        guard let value = member(key), var members = builtMembers else { return nil }
        storage = .null
        members[key] = nil
        storage = .dictionary(members)
        return value
    }

    /// Appends an element; what is not an array becomes one of just this element.
    public mutating func append(_ element: PropertyList) {
        var elements = builtArray ?? []
        storage = .null
        elements.append(element)
        storage = .array(elements)
    }

    /// The value of a key without looking for duplicates first.
    func member(_ key: String) -> PropertyList? {
        switch storage {
        case .dictionary(let members): return members[key]
        case .parsed(let document, let index):
            return document.value(forKey: key, inDictionaryAt: index).map { PropertyList(document, at: $0) }
        default: return nil
        }
    }

    /// The members as ones that can be changed: their values stay places in the document.
    private var builtMembers: PropertyListMembers? {
        if case .dictionary(let members) = storage { return members }
        guard let dictionary else { return nil }
        var members = PropertyListMembers()
        for (key, value) in dictionary { members.append(value, for: key) }
        return members
    }

    private var builtArray: [PropertyList]? {
        if case .array(let elements) = storage { return elements }
        return array.map { Array($0) }
    }
}
