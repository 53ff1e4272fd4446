import Mimeograph

/// The elements of an array, read on demand. Each format wraps them in its own public collection.
///
/// Moving from one to the next takes constant time, whatever they contain. Finding the n-th element of a parsed array takes time
/// proportional to n the first time; see ``TapeLookups``.
@usableFromInline
package struct TreeElements: Collection, Sendable {
    @usableFromInline
    package enum Base: Sendable {
        case built([TreeNode])
        case read(TapeDocument, Int)
    }

    @usableFromInline let base: Base

    @inlinable
    package init(base: Base) { self.base = base }

    @usableFromInline
    package typealias Index = TreeElementIndex

    @inlinable
    package var count: Int {
        switch base {
        case .built(let elements): elements.count
        case .read(let document, let index): document.count(ofContainerAt: index)
        }
    }

    @inlinable
    package var startIndex: Index {
        switch base {
        case .built: Index(offset: 0, position: 0)
        case .read(_, let index): Index(offset: 0, position: index + 1)
        }
    }

    @inlinable
    package var endIndex: Index {
        switch base {
        case .built(let elements): Index(offset: elements.count, position: 0)
        case .read(let document, let index): Index(offset: count, position: document.end(ofContainerAt: index))
        }
    }

    /// Returns the position after another, which must not be the end.
    @inlinable
    package func index(after index: Index) -> Index {
        switch base {
        case .built: Index(offset: index.offset + 1, position: 0)
        case .read(let document, _): Index(offset: index.offset + 1, position: document.index(after: index.position))
        }
    }

    /// The element at a position, which must not be the end.
    @inlinable
    package subscript(index: Index) -> TreeNode {
        switch base {
        case .built(let elements): elements[index.offset]
        case .read(let document, _): TreeNode(document, at: index.position)
        }
    }

    /// An iterator over the elements.
    @usableFromInline
    package struct Iterator: IteratorProtocol {
        @usableFromInline let base: Base
        @usableFromInline var position: Int
        @usableFromInline let end: Int

        @inlinable @inline(__always)
        init(_ base: Base) {
            switch base {
            case .built(let elements):
                position = 0
                end = elements.count
            case .read(let document, let index):
                position = index + 1
                end = document.end(ofContainerAt: index)
            }
            self.base = base
        }

        /// The next element, or nil after the last.
        @inlinable @inline(__always)
        package mutating func next() -> TreeNode? {
            guard position < end else { return nil }
            switch base {
            case .built(let elements):
                let index = position
                position = index &+ 1
                return elements[index]
            case .read(let document, _): return TreeElements.element(of: document, advancing: &position)
            }
        }
    }

    @inlinable @inline(__always)
    package func makeIterator() -> Iterator { Iterator(base) }

    /// Returns the element at an offset, counted from 0; nil if there are fewer elements.
    @inlinable
    package func element(at offset: Int) -> TreeNode? {
        guard offset >= 0, offset < count else { return nil }
        switch base {
        case .built(let elements): return elements[offset]
        case .read(let document, let index):
            return TreeNode(document, at: document.index(ofElement: offset, inArrayAt: index))
        }
    }

    /// Returns the element at an index, and moves the index to the next element.
    @inlinable @inline(__always)
    package static func element(of document: TapeDocument, advancing index: inout Int) -> TreeNode {
        let current = index
        index = document.index(after: current)
        return TreeNode.scalarOrReference(document, at: current)
    }
}

/// A position in the elements of an array.
public struct TreeElementIndex: Comparable, Hashable, Sendable {
    /// The number of elements before it.
    @usableFromInline package let offset: Int
    /// The index of its word, in a parsed array.
    @usableFromInline let position: Int

    @inlinable
    init(offset: Int, position: Int) {
        self.offset = offset
        self.position = position
    }

    /// Whether the left one comes first.
    @inlinable
    public static func < (left: Self, right: Self) -> Bool { left.offset < right.offset }
}

/// The elements of an array as values of a format. The format declares the type and its iterator.
package protocol TreeElementCollection: Collection, Sendable where Element: TreeValue, Index == TreeElementIndex {
    var base: TreeElements { get }
}

extension TreeElementCollection {
    /// The number of elements.
    public var count: Int { base.count }

    /// The position of the first element.
    public var startIndex: TreeElementIndex { base.startIndex }

    /// The position after the last element.
    public var endIndex: TreeElementIndex { base.endIndex }

    /// Returns the position after another, which must not be the end.
    public func index(after index: TreeElementIndex) -> TreeElementIndex { base.index(after: index) }

    /// The element at a position, which must not be the end.
    public subscript(index: TreeElementIndex) -> Element { Element(base[index]) }
}
