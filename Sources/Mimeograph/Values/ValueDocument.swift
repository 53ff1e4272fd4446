/// What the collections of ``ValueElements`` and ``ValueMembers`` ask a document for; indices count its words.
///
/// Each call does a whole step, because from outside of the format's module it costs a call.
@usableFromInline
package protocol ValueDocument<Value>: AnyObject, Sendable {
    associatedtype Value: Sendable

    /// The number of elements or members of a container, duplicate keys included.
    func count(ofContainerAt index: Int) -> Int
    /// The index after a container.
    func end(ofContainerAt index: Int) -> Int
    /// The index after the value that begins at another.
    func index(after index: Int) -> Int
    /// The value at an index.
    func value(at index: Int) -> Value
    /// The element at an index, which becomes that of the next.
    func element(advancing index: inout Int) -> Value
    /// The member at an index, which becomes that of the next.
    func member(advancing index: inout Int) -> (key: String, value: Value)
    /// The value of the last member with that key; nil where there is none.
    func value(forKey key: String, inObjectAt object: Int) -> Value?
}
