import Mimeograph
import MimeographTree

extension JSON {
    /// The members, where it is an object; else nil.
    public var object: Members? { members.map { Members(base: $0) } }

    /// The members of an object in order, each key once; keys and values are read while they are asked for.
    ///
    /// Of two members with one key only the last is here. To find that out, making this value looks at each key once.
    public struct Members: Collection, Sendable {
        let base: TreeMembers<JSON>

        /// A key and its value.
        public typealias Element = (key: String, value: JSON)

        /// A place in an object.
        public struct Index: Comparable, Hashable, Sendable {
            let base: TreeMembers<JSON>.Index

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

        /// The value of a key, or nil where the object has no such key.
        public subscript(key: String) -> JSON? { base[key] }

        /// Goes through the members.
        public struct Iterator: IteratorProtocol {
            var base: TreeMembers<JSON>.Iterator

            /// The next member, or nil after the last.
            public mutating func next() -> Element? { base.next() }
        }

        /// Goes through the members.
        public func makeIterator() -> Iterator { Iterator(base: base.makeIterator()) }

        /// The keys in order.
        public var keys: some Collection<String> { lazy.map(\.key) }

        /// The values in order.
        public var values: some Collection<JSON> { lazy.map(\.value) }
    }
}
