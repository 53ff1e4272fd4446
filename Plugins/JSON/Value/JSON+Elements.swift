import Mimeograph
import MimeographTree

extension JSON {
    /// The elements, where it is an array; else nil.
    public var array: Elements? { elements.map { Elements(base: $0) } }

    /// The elements of an array, read while they are asked for.
    ///
    /// Going from one to the next takes constant time, whatever they hold. To move an index by n takes time proportional to n, so
    /// iterate, or ask the value itself for its n-th element.
    public struct Elements: Collection, Sendable {
        let base: TreeElements<JSON>

        /// A place in an array.
        public struct Index: Comparable, Hashable, Sendable {
            let base: TreeElements<JSON>.Index

            /// Of the element, counted from 0.
            public var offset: Int { base.offset }

            /// Whether the left one comes first.
            public static func < (left: Index, right: Index) -> Bool { left.base < right.base }
        }

        /// The number of elements.
        public var count: Int { base.count }

        /// The place of the first element.
        public var startIndex: Index { Index(base: base.startIndex) }

        /// The place after the last element.
        public var endIndex: Index { Index(base: base.endIndex) }

        /// The place after another, which must not be the end.
        public func index(after index: Index) -> Index { Index(base: base.index(after: index.base)) }

        /// The element at a place, which must not be the end.
        public subscript(index: Index) -> JSON { base[index.base] }

        /// Goes through the elements.
        public struct Iterator: IteratorProtocol {
            var base: TreeElements<JSON>.Iterator

            /// The next element, or nil after the last.
            public mutating func next() -> JSON? { base.next() }
        }

        /// Goes through the elements.
        public consuming func makeIterator() -> Iterator { Iterator(base: base.makeIterator()) }
    }
}
