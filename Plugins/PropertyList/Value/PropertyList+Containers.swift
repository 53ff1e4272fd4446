import Mimeograph
public import MimeographTree

extension PropertyList {
    /// The elements, where it is an array; else nil.
    public var array: Elements? { node.elements.map { Elements(base: $0) } }

    /// The elements of an array, read while they are asked for.
    ///
    /// Going from one to the next takes constant time, whatever they hold. To move an index by n takes time proportional to n, so
    /// iterate, or ask the value itself for its n-th element.
    public struct Elements: TreeElementCollection {
        /// A value of the array.
        public typealias Element = PropertyList
        /// A position in an array.
        public typealias Index = TreeElementIndex

        package let base: TreeElements

        /// Goes through the elements.
        public struct Iterator: IteratorProtocol {
            var base: TreeElements.Iterator

            /// The next element, or nil after the last.
            public mutating func next() -> PropertyList? {
                guard let node = base.next() else { return nil }
                return PropertyList(node)
            }
        }

        /// Goes through the elements.
        public consuming func makeIterator() -> Iterator { Iterator(base: base.makeIterator()) }
    }
}

extension PropertyList {
    /// The members, where it is a dictionary; else nil.
    public var dictionary: Members? { node.members.map { Members(base: $0) } }

    /// The members of a dictionary in order, each key once; keys and values are read while they are asked for.
    ///
    /// Of two members with one key only the last is here. To find that out, making this value looks at each key once.
    public struct Members: TreeMemberCollection {
        /// A key and its value.
        public typealias Element = (key: String, value: PropertyList)
        /// A position in a dictionary.
        public typealias Index = TreeMemberIndex
        package typealias Value = PropertyList

        package let base: TreeMembers

        /// The value of a key, or nil where the dictionary has no such key.
        public subscript(key: String) -> PropertyList? { base[key].map(PropertyList.init) }

        /// Goes through the members.
        public struct Iterator: IteratorProtocol {
            var base: TreeMembers.Iterator

            /// The next member, or nil after the last.
            public mutating func next() -> Element? {
                guard let (key, value) = base.next() else { return nil }
                return (key, PropertyList(value))
            }
        }

        /// Goes through the members.
        public func makeIterator() -> Iterator { Iterator(base: base.makeIterator()) }

        /// The keys in order.
        public var keys: some Collection<String> { lazy.map(\.key) }

        /// The values in order.
        public var values: some Collection<PropertyList> { lazy.map(\.value) }
    }
}

extension PropertyList {
    /// The value of a key; ``null`` where this is no dictionary or has no such key.
    ///
    /// Setting it adds the key where it is missing. What is not a dictionary becomes one that has just this key, so that
    /// `list["a"]["b"] = 1` always does what it says.
    ///
    /// Reading takes time proportional to the members before an index of them is made, which is where a large dictionary that
    /// was read is asked more than a few times; so n look-ups take time proportional to n. To go through all members, use
    /// ``dictionary``.
    public subscript(key: String) -> PropertyList {
        get { PropertyList(node.member(key) ?? .null) }
        set { node.set(newValue.node, forKey: key) }
        _modify {
            var change = node.change(ofKey: key)
            var value = PropertyList(change.take())
            defer { node.finish(&change, with: value.node) }
            yield &value
        }
    }

    /// The element at an offset, counted from 0; ``null`` where this is no array or has no such element.
    ///
    /// Setting the offset after the last element appends. Setting any other that is not there does nothing, because
    /// elements in between would have to be made up. What is not an array counts as an empty one when it is set.
    ///
    /// Reading takes time proportional to the offset the first time; an array that was read and is asked again gets an index, so
    /// that a loop over offsets takes time proportional to their number. Iterating over ``array`` needs none and is faster.
    public subscript(offset: Int) -> PropertyList {
        get { PropertyList(node.element(at: offset) ?? .null) }
        set { node.set(newValue.node, at: offset) }
        _modify {
            var change = node.change(at: offset)
            var value = PropertyList(change.take())
            defer { node.finish(&change, with: value.node) }
            yield &value
        }
    }

    /// Removes a member and gives its value; nil where there is none.
    @discardableResult
    public mutating func removeValue(forKey key: String) -> PropertyList? {
        node.removeMember(key).map(PropertyList.init)
    }

    /// Appends an element; what is not an array becomes one of just this element.
    public mutating func append(_ element: PropertyList) { node.append(element.node) }
}
