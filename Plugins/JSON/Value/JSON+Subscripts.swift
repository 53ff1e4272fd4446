extension JSON {
    /// The value of a key; ``null`` where this is no object or has no such key.
    ///
    /// Setting it adds the key where it is missing. What is not an object becomes one that has just this key, so that
    /// `json["a"]["b"] = 1` always does what it says.
    public subscript(key: String) -> JSON {
        get { member(key) ?? .null }
        set {
            var object = builtObject ?? JSONObject()
            // Nobody else may hold the object while it is changed, lest it be copied.
            storage = .null
            object[key] = newValue
            storage = .object(object)
        }
        _modify {
            var object = builtObject ?? JSONObject()
            storage = .null
            let place: Int
            if let known = object.place(of: key) {
                place = known
            } else {
                place = object.keys.count
                object.append(.null, for: key)
            }
            defer { storage = .object(object) }
            yield &object.values[place]
        }
    }

    /// The element at an offset, counted from 0; ``null`` where this is no array or has no such element.
    ///
    /// Setting the offset after the last element appends. Setting any other that is not there does nothing, because
    /// elements in between would have to be made up. What is not an array counts as an empty one when it is set.
    public subscript(offset: Int) -> JSON {
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
    public mutating func removeValue(forKey key: String) -> JSON? {
        guard let value = member(key), var object = builtObject else { return nil }
        storage = .null
        object[key] = nil
        storage = .object(object)
        return value
    }

    /// Appends an element; what is not an array becomes one of just this element.
    public mutating func append(_ element: JSON) {
        var elements = builtArray ?? []
        storage = .null
        elements.append(element)
        storage = .array(elements)
    }

    /// The value of a key without looking for duplicates first.
    func member(_ key: String) -> JSON? {
        switch storage {
        case .object(let object): return object[key]
        case .parsed(let document, let index):
            return document.value(forKey: key, inObjectAt: index).map { JSON(document, at: $0) }
        default: return nil
        }
    }

    /// The object as one that can be changed: its members stay places in the document.
    private var builtObject: JSONObject? {
        if case .object(let object) = storage { return object }
        guard let members = object else { return nil }
        var object = JSONObject()
        for (key, value) in members { object.append(value, for: key) }
        return object
    }

    private var builtArray: [JSON]? {
        if case .array(let elements) = storage { return elements }
        return array.map { Array($0) }
    }
}
