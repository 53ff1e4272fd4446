import Mimeograph

/// A document that was read: its own copy of the bytes, and a tape of words over them.
///
/// Whatever is the same for every format with such a tape is here. A format says what its words mean, how long they are,
/// and what a value of one word alone is.
@usableFromInline
package protocol TapeDocument: AnyObject, Sendable {
    associatedtype Value: TreeValue where Value.Document == Self
    associatedtype Word: TapeWord

    /// What the words point into. Padding after the last string makes eight bytes at any offset of a string good.
    var bytes: [UInt8] { get }
    /// The words; word 0 begins the root value.
    var tape: [UInt64] { get }
    /// The string at an index.
    func string(at index: Int) -> String
    /// Whether the string at an index is `text`, scalar by scalar.
    func stringMatches(at index: Int, _ text: String) -> Bool
    /// Calls `body` with the tables of large containers, one caller at a time.
    func withLookups<Result: Sendable>(_ body: (inout TapeLookups) -> Result) -> Result
}

extension TapeDocument {
    /// The word at an index.
    @inlinable @inline(__always)
    package func word(at index: Int) -> Word { Word(bits: tape[index]) }

    /// The index of the word after the value that begins at another.
    @inlinable @inline(__always)
    package func index(after index: Int) -> Int { word(at: index).end(from: index) }

    /// The index of the word after a container.
    @inlinable
    package func end(ofContainerAt index: Int) -> Int { word(at: index).low }

    /// The number of elements or members of a container, duplicate keys included.
    @inlinable
    package func count(ofContainerAt index: Int) -> Int {
        let word = word(at: index)
        if word.aux < Word.maximumAux { return word.aux }
        // The word's count is saturated, so they have to be counted.
        let stride = word.isObject ? 1 : 0
        var count = 0
        var next = index + 1
        while next < word.low {
            count += 1
            next = self.index(after: next + stride)
        }
        return count
    }

    /// The element at an index, which becomes that of the next.
    @inlinable @inline(__always)
    package func element(advancing index: inout Int) -> Value {
        let place = index
        index = self.index(after: place)
        return Value.light(self, at: place)
    }

    /// The member at an index, which becomes that of the next.
    @inlinable @inline(__always)
    package func member(advancing index: inout Int) -> (key: String, value: Value) {
        let place = index
        index = self.index(after: place &+ 1)
        return (string(at: place), Value.light(self, at: place &+ 1))
    }

    /// The value of the last member with that key; nil where there is none, or where no object is.
    @inlinable
    package func value(forKey key: String, inObjectAt object: Int) -> Value? {
        index(ofKey: key, inObjectAt: object).map { Value(self, at: $0) }
    }

    /// The index of the value of the last member with that key; nil where there is none, or where no object is.
    @inlinable
    package func index(ofKey key: String, inObjectAt object: Int) -> Int? {
        let word = word(at: object)
        guard word.isObject else { return nil }
        if word.aux >= TapeLookups.longestWalk { return self.index(ofKey: key, inLargeObjectAt: object) }
        return search(key, inObjectAt: object)
    }

    @inlinable
    func search(_ key: String, inObjectAt object: Int) -> Int? {
        let end = end(ofContainerAt: object)
        var found: Int?
        var index = object + 1
        while index < end {
            if stringMatches(at: index, key) { found = index + 1 }
            index = self.index(after: index + 1)
        }
        return found
    }
}
