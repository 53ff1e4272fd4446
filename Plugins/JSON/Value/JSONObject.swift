/// The members of an object that was built: in order, and found by key.
struct JSONObject: Sendable {
    private(set) var keys: [String] = []
    var values: [JSON] = []
    /// Where each key stands; empty while there are few members, which are searched one by one.
    private var places: [JSONKey: Int] = [:]

    private static let searchLimit = 8

    func place(of key: String) -> Int? {
        if keys.count > JSONObject.searchLimit { return places[JSONKey(key)] }
        return keys.firstIndex { JSONKey($0) == JSONKey(key) }
    }

    /// The value of a key. Setting a new key appends it, setting nil removes the member.
    subscript(key: String) -> JSON? {
        get { place(of: key).map { values[$0] } }
        set {
            guard let newValue else {
                if let place = place(of: key) { remove(at: place) }
                return
            }
            if let place = place(of: key) {
                values[place] = newValue
            } else {
                append(newValue, for: key)
            }
        }
    }

    /// Appends a member whose key is known to be new.
    mutating func append(_ value: JSON, for key: String) {
        keys.append(key)
        values.append(value)
        if keys.count == JSONObject.searchLimit + 1 {
            index()
        } else if keys.count > JSONObject.searchLimit {
            places[JSONKey(key)] = keys.count - 1
        }
    }

    private mutating func remove(at place: Int) {
        keys.remove(at: place)
        values.remove(at: place)
        places = [:]
        if keys.count > JSONObject.searchLimit { index() }
    }

    private mutating func index() {
        for (place, key) in keys.enumerated() { places[JSONKey(key)] = place }
    }
}

/// A string that is compared and hashed by its UTF-8 bytes.
struct JSONKey: Hashable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (left: JSONKey, right: JSONKey) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    func hash(into hasher: inout Hasher) {
        // Strings of the same bytes hash the same; those that Swift holds equal beyond that merely collide.
        text.hash(into: &hasher)
    }
}
