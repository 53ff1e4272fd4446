/// The members of a dictionary that was built: in order, and found by key.
struct PropertyListMembers: Sendable {
    private(set) var keys: [String] = []
    var values: [PropertyList] = []
    /// Where each key stands; empty while there are few members, which are searched one by one.
    private var places: [PropertyListKey: Int] = [:]

    private static let searchLimit = 8

    func place(of key: String) -> Int? {
        if keys.count > PropertyListMembers.searchLimit { return places[PropertyListKey(key)] }
        return keys.firstIndex { PropertyListKey($0) == PropertyListKey(key) }
    }

    /// The value of a key. Setting a new key appends it, setting nil removes the member.
    subscript(key: String) -> PropertyList? {
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
    mutating func append(_ value: PropertyList, for key: String) {
        keys.append(key)
        values.append(value)
        if keys.count == PropertyListMembers.searchLimit + 1 {
            index()
        } else if keys.count > PropertyListMembers.searchLimit {
            places[PropertyListKey(key)] = keys.count - 1
        }
    }

    private mutating func remove(at place: Int) {
        keys.remove(at: place)
        values.remove(at: place)
        places = [:]
        if keys.count > PropertyListMembers.searchLimit { index() }
    }

    private mutating func index() {
        for (place, key) in keys.enumerated() { places[PropertyListKey(key)] = place }
    }
}

/// A string that is compared and hashed by its UTF-8 bytes.
struct PropertyListKey: Hashable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (left: PropertyListKey, right: PropertyListKey) -> Bool {
        // Most keys differ in their length, which is known at once.
        left.text.utf8.count == right.text.utf8.count && left.text.utf8.elementsEqual(right.text.utf8)
    }

    func hash(into hasher: inout Hasher) {
        // Strings of the same bytes hash the same; those that Swift holds equal beyond that merely collide.
        text.hash(into: &hasher)
    }
}
