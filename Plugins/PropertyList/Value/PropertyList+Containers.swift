import Mimeograph
public import MimeographTree

extension PropertyList {
    /// The elements if the value is an array; otherwise nil.
    public var array: Elements? { node.elements.map { Elements(base: $0) } }

    /// The elements of an array, read on request.
    ///
    /// Moving from one element to the next takes constant time, whatever they contain. Moving an index by n takes time
    /// proportional to n, so iterate, or ask the value itself for its n-th element.
    public struct Elements: TreeElementCollection {
        /// A value of the array.
        public typealias Element = PropertyList
        /// A position in an array.
        public typealias Index = TreeElementIndex

        package let base: TreeElements

        /// An iterator over the elements.
        public struct Iterator: IteratorProtocol {
            var base: TreeElements.Iterator

            /// The next element, or nil after the last.
            public mutating func next() -> PropertyList? {
                guard let node = base.next() else { return nil }
                return PropertyList(node)
            }
        }

        /// Returns an iterator over the elements.
        public consuming func makeIterator() -> Iterator { Iterator(base: base.makeIterator()) }
    }
}

extension PropertyList {
    /// The members if the value is a dictionary; otherwise nil.
    public var dictionary: Members? { node.members.map { Members(base: $0) } }

    /// The members of a dictionary in order, each key once. Keys and values are read on request.
    ///
    /// If a key occurs twice, only the last member is included. To find duplicates, creating this value checks each key once.
    public struct Members: TreeMemberCollection {
        /// A key and its value.
        public typealias Element = (key: String, value: PropertyList)
        /// A position in a dictionary.
        public typealias Index = TreeMemberIndex
        package typealias Value = PropertyList

        package let base: TreeMembers

        /// The value of a key, or nil if the dictionary has no such key.
        public subscript(key: String) -> PropertyList? { base[key].map(PropertyList.init) }

        /// An iterator over the members.
        public struct Iterator: IteratorProtocol {
            var base: TreeMembers.Iterator

            /// The next member, or nil after the last.
            public mutating func next() -> Element? {
                guard let (key, value) = base.next() else { return nil }
                return (key, PropertyList(value))
            }
        }

        /// Returns an iterator over the members.
        public func makeIterator() -> Iterator { Iterator(base: base.makeIterator()) }

        /// The keys in order.
        public var keys: some Collection<String> { lazy.map(\.key) }

        /// The values in order.
        public var values: some Collection<PropertyList> { lazy.map(\.value) }
    }
}

extension PropertyList {
    /// The value of a key; ``null`` if this is not a dictionary or has no such key.
    ///
    /// Setting it adds a missing key. A value that is not a dictionary becomes a dictionary with just this key, so
    /// `list["a"]["b"] = 1` always does what it says.
    ///
    /// Reading takes time proportional to the number of members until they have an index. A large parsed dictionary gets one
    /// after a few look-ups, so n look-ups take time proportional to n. To visit all members, use ``dictionary``.
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

    /// The element at an offset, counted from 0; ``null`` if this is not an array or has no such element.
    ///
    /// Setting the offset after the last element appends. Setting any other missing offset does nothing, because the elements in
    /// between do not exist. Setting treats a value that is not an array as an empty array.
    ///
    /// The first read takes time proportional to the offset. A parsed array that is read again gets an index, so a loop over
    /// offsets takes time proportional to their number. Iterating over ``array`` needs no index and is faster.
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

    /// Removes a member and returns its value, or nil if the key is missing.
    @discardableResult
    public mutating func removeValue(forKey key: String) -> PropertyList? {
        node.removeMember(key).map(PropertyList.init)
    }

    /// Appends an element. A value that is not an array becomes an array of just this element.
    public mutating func append(_ element: PropertyList) { node.append(element.node) }
}
