/// The members of an object in order, with each key once, read on demand. Each format wraps them in its own public collection.
///
/// If two members have the same key, only the last one is here. To find such members, creating this value looks at each key once.
@usableFromInline
package struct TreeMembers: Collection, Sendable {
    /// Each case holds one reference, so a copy counts only that reference. The two rarer cases are boxed.
    @usableFromInline
    package enum Base: Sendable {
        case read(TapeDocument, Int)
        /// An object with keys that occur again later. `shadowed` has their indices in ascending order.
        indirect case filtered(TapeDocument, Int, shadowed: [Int])
        indirect case built(KeyedValues<TreeNode>)
    }

    @usableFromInline let base: Base

    @inlinable
    package init(base: Base) { self.base = base }

    /// A key and its value.
    @usableFromInline
    package typealias Element = (key: String, value: TreeNode)

    @usableFromInline
    package typealias Index = TreeMemberIndex

    @inlinable
    package var count: Int {
        switch base {
        case .read(let document, let index): document.count(ofContainerAt: index)
        case .filtered(let document, let index, let shadowed):
            document.count(ofContainerAt: index) - shadowed.count
        case .built(let object): object.keys.count
        }
    }

    @inlinable
    package var startIndex: Index {
        switch base {
        case .read(_, let index): Index(position: index + 1, skipped: 0)
        case .filtered(_, let index, _): counting(from: Index(position: index + 1, skipped: 0))
        case .built: Index(position: 0, skipped: 0)
        }
    }

    @inlinable
    package var endIndex: Index {
        switch base {
        case .read(let document, let index): Index(position: document.end(ofContainerAt: index), skipped: 0)
        case .filtered(let document, let index, let shadowed):
            Index(position: document.end(ofContainerAt: index), skipped: shadowed.count)
        case .built(let object): Index(position: object.keys.count, skipped: 0)
        }
    }

    /// Returns the position after another, which must not be the end.
    @inlinable
    package func index(after index: Index) -> Index {
        switch base {
        case .read(let document, _): Index(position: document.index(after: index.position + 1), skipped: 0)
        case .filtered(let document, _, _):
            counting(from: Index(position: document.index(after: index.position + 1), skipped: index.skipped))
        case .built: Index(position: index.position + 1, skipped: 0)
        }
    }

    /// Returns the first position, from `index` on, whose member is not shadowed.
    @inlinable
    func counting(from index: Index) -> Index {
        guard case .filtered(let document, _, let shadowed) = base else { return index }
        var index = index
        while index.skipped < shadowed.count, shadowed[index.skipped] == index.position {
            index = Index(position: document.index(after: index.position + 1), skipped: index.skipped + 1)
        }
        return index
    }

    /// The member at a position, which must not be the end.
    @inlinable
    package subscript(index: Index) -> Element {
        switch base {
        case .read(let document, _), .filtered(let document, _, _):
            (document.string(at: index.position), TreeNode.scalarOrReference(document, at: index.position + 1))
        case .built(let object): (object.keys[index.position], object.values[index.position])
        }
    }

    /// The value of a key; nil if the object has no such key.
    @inlinable
    package subscript(key: String) -> TreeNode? {
        switch base {
        case .read(let document, let index), .filtered(let document, let index, _):
            document.index(ofKey: key, inObjectAt: index).map { TreeNode(document, at: $0) }
        case .built(let object): object[key]
        }
    }

    /// An iterator over the members.
    @usableFromInline
    package struct Iterator: IteratorProtocol {
        @usableFromInline let members: TreeMembers
        @usableFromInline var position: Int
        @usableFromInline let end: Int
        @usableFromInline var skipped: Int

        @inlinable @inline(__always)
        init(_ members: TreeMembers) {
            let start = members.startIndex
            position = start.position
            skipped = start.skipped
            end = members.endIndex.position
            self.members = members
        }

        /// The next member, or nil after the last.
        @inlinable @inline(__always)
        package mutating func next() -> Element? {
            guard position < end else { return nil }
            switch members.base {
            case .read(let document, _): return TreeMembers.member(of: document, advancing: &position)
            case .filtered, .built: return nextElsewhere()
            }
        }

        @inlinable
        mutating func nextElsewhere() -> Element {
            let index = Index(position: position, skipped: skipped)
            let next = members.index(after: index)
            position = next.position
            skipped = next.skipped
            return members[index]
        }
    }

    @inlinable @inline(__always)
    package func makeIterator() -> Iterator { Iterator(self) }

    /// Returns the member at an index, and moves the index to the next member.
    @inlinable @inline(__always)
    package static func member(of document: TapeDocument, advancing index: inout Int) -> Element {
        let current = index
        index = document.index(after: current &+ 1)
        return (document.string(at: current), TreeNode.scalarOrReference(document, at: current &+ 1))
    }
}

/// A position in the members of an object.
public struct TreeMemberIndex: Comparable, Hashable, Sendable {
    /// The index of the member in a built object, or of its key's word in a parsed one.
    @usableFromInline let position: Int
    /// The number of shadowed members before it.
    @usableFromInline let skipped: Int

    @inlinable
    init(position: Int, skipped: Int) {
        self.position = position
        self.skipped = skipped
    }

    /// Whether the left one comes first.
    @inlinable
    public static func < (left: Self, right: Self) -> Bool { left.position < right.position }
}

/// The members of an object with values of a format. The format declares the type and its iterator.
package protocol TreeMemberCollection: Collection, Sendable
where Element == (key: String, value: Value), Index == TreeMemberIndex {
    associatedtype Value: TreeValue
    var base: TreeMembers { get }
}

extension TreeMemberCollection {
    /// The number of keys.
    public var count: Int { base.count }

    /// The position of the first member.
    public var startIndex: TreeMemberIndex { base.startIndex }

    /// The position after the last member.
    public var endIndex: TreeMemberIndex { base.endIndex }

    /// Returns the position after another, which must not be the end.
    public func index(after index: TreeMemberIndex) -> TreeMemberIndex { base.index(after: index) }

    /// The member at a position, which must not be the end.
    public subscript(index: TreeMemberIndex) -> Element {
        let (key, value) = base[index]
        return (key, Value(value))
    }
}
