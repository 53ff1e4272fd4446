import Mimeograph
import MimeographTree

extension PropertyList {
    /// The members, where it is a dictionary; else nil.
    public var dictionary: Members? { members.map { Members(base: $0) } }

    /// The members of a dictionary in order, each key once; keys and values are read while they are asked for.
    ///
    /// Of two members with one key only the last is here. To find that out, making this value looks at each key once.
    public struct Members: Collection, Sendable {
        let base: TreeMembers<PropertyList>

        /// A key and its value.
        public typealias Element = (key: String, value: PropertyList)

        /// A place in a dictionary.
        public struct Index: Comparable, Hashable, Sendable {
            let base: TreeMembers<PropertyList>.Index

            /// Whether the left one comes first.
            public static func < (left: Index, right: Index) -> Bool { left.base < right.base }
        }

        /// The number of keys.
        public var count: Int { base.count }

        /// The place of the first member.
        public var startIndex: Index { Index(base: base.startIndex) }

        /// The place after the last member.
        public var endIndex: Index { Index(base: base.endIndex) }

        /// The place after another, which must not be the end.
        public func index(after index: Index) -> Index { Index(base: base.index(after: index.base)) }

        /// The member at a place, which must not be the end.
        public subscript(index: Index) -> Element { base[index.base] }

        /// The value of a key, or nil where the dictionary has no such key.
        public subscript(key: String) -> PropertyList? { base[key] }

        /// Goes through the members.
        public struct Iterator: IteratorProtocol {
            var base: TreeMembers<PropertyList>.Iterator

            /// The next member, or nil after the last.
            public mutating func next() -> Element? { base.next() }
        }

        /// Goes through the members.
        public func makeIterator() -> Iterator { Iterator(base: base.makeIterator()) }

        /// The keys in order.
        public var keys: some Collection<String> { lazy.map(\.key) }

        /// The values in order.
        public var values: some Collection<PropertyList> { lazy.map(\.value) }
    }
}
