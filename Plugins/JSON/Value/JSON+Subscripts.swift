import Mimeograph
import MimeographTree

extension JSON {
    /// The value of a key; ``null`` where this is no object or has no such key.
    ///
    /// Setting it adds the key where it is missing. What is not an object becomes one that has just this key, so that
    /// `json["a"]["b"] = 1` always does what it says.
    ///
    /// Reading takes time proportional to the members before an index of them is made, which is where a large object that was
    /// read is asked more than a few times; so n look-ups take time proportional to n. To go through all members, use
    /// ``object``.
    public subscript(key: String) -> JSON {
        get { member(key) ?? .null }
        set { set(newValue, forKey: key) }
        _modify { yield &self[changing: key] }
    }

    /// The element at an offset, counted from 0; ``null`` where this is no array or has no such element.
    ///
    /// Setting the offset after the last element appends. Setting any other that is not there does nothing, because
    /// elements in between would have to be made up. What is not an array counts as an empty one when it is set.
    ///
    /// Reading takes time proportional to the offset the first time; an array that was read and is asked again gets an index, so
    /// that a loop over offsets takes time proportional to their number. Iterating over ``array`` needs none and is faster.
    public subscript(offset: Int) -> JSON {
        get { element(at: offset) ?? .null }
        set { set(newValue, at: offset) }
    }

    /// Removes a member and gives its value; nil where there is none.
    @discardableResult
    public mutating func removeValue(forKey key: String) -> JSON? { removeMember(key) }

    /// Appends an element; what is not an array becomes one of just this element.
    public mutating func append(_ element: JSON) { appendElement(element) }
}
