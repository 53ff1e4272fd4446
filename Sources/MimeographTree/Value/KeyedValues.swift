public import Mimeograph

/// The members of a built object: in order, and found by key.
@usableFromInline
package struct KeyedValues<Value: Sendable>: Sendable {
    @usableFromInline package internal(set) var keys: [String] = []
    @usableFromInline package var values: [Value] = []
    /// The position of each key before any of ``removed`` were removed. Empty for few members, which are searched one by one.
    @usableFromInline var indexByKey: [ByteEqualString: Int] = [:]
    /// The former positions of removed keys, in ascending order. Later keys have moved up by that many positions.
    @usableFromInline var removed: [Int] = []

    @inlinable static var searchLimit: Int { 8 }

    @inlinable
    package init() {}

    /// Creates an object without members, with room for that many.
    init(capacity: Int) {
        keys.reserveCapacity(capacity)
        values.reserveCapacity(capacity)
        if capacity > KeyedValues.searchLimit { indexByKey.reserveCapacity(capacity) }
    }

    /// Creates an object with these members, sorted by the UTF-8 bytes of their keys, because a dictionary has no order.
    @inlinable
    package init(sorting members: [String: Value]) {
        let members = members.map { (key: $0.key, value: $0.value) }
        for (key, value) in members.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
            append(value, for: key)
        }
    }

    /// Returns the index of a key, counted from 0; nil if there is none.
    @inlinable
    package func index(of key: String) -> Int? {
        if keys.count > KeyedValues.searchLimit {
            return indexByKey[ByteEqualString(key)].map { $0 - countOfRemoved(before: $0) }
        }
        return keys.firstIndex { ByteEqualString($0) == ByteEqualString(key) }
    }

    /// Returns the index of a key. If the key is missing, it is appended with that value.
    @inlinable
    package mutating func index(of key: String, orAppending value: Value) -> Int {
        if let index = index(of: key) { return index }
        append(value, for: key)
        return keys.count - 1
    }

    /// The value of a key. Setting a new key appends it; setting nil removes the member.
    @inlinable
    package subscript(key: String) -> Value? {
        get { index(of: key).map { values[$0] } }
        set {
            guard let newValue else {
                if let index = index(of: key) { remove(at: index) }
                return
            }
            if let index = index(of: key) {
                values[index] = newValue
            } else {
                append(newValue, for: key)
            }
        }
    }

    /// Appends a member whose key is known to be new.
    @inlinable
    package mutating func append(_ value: Value, for key: String) {
        keys.append(key)
        values.append(value)
        if keys.count == KeyedValues.searchLimit + 1 {
            index()
        } else if keys.count > KeyedValues.searchLimit {
            indexByKey[ByteEqualString(key)] = keys.count - 1 + removed.count
        }
    }

    /// Returns the number of removed keys before a position.
    @inlinable
    func countOfRemoved(before place: Int) -> Int {
        var (low, high) = (0, removed.count)
        while low < high {
            let middle = (low + high) / 2
            if removed[middle] < place { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Removes a member. Later members move up.
    @inlinable
    package mutating func remove(at index: Int) {
        let key = keys.remove(at: index)
        values.remove(at: index)
        guard keys.count > KeyedValues.searchLimit else {
            indexByKey = [:]
            removed = []
            return
        }
        // The index is rebuilt only after many removals. Rebuilding it after each one would take quadratic time.
        guard let place = indexByKey.removeValue(forKey: ByteEqualString(key)) else { return }
        if index == keys.count, place == index + removed.count, removed.last.map({ $0 < place }) ?? true {
            // No member comes after the last one, so the next one takes its position.
            return
        }
        removed.insert(place, at: countOfRemoved(before: place))
        if removed.count > 64 + keys.count / 8 { self.index() }
    }

    @inlinable
    mutating func index() {
        removed = []
        for (offset, key) in keys.enumerated() { indexByKey[ByteEqualString(key)] = offset }
    }
}
