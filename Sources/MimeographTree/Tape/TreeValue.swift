/// A value that refers to a document that was read, or a tree of Swift values that was built or changed.
///
/// What such a value does as a tree is here, whatever its format: members and elements, changes, equality and hashes. What it
/// is where it is no container is the format's own.
@usableFromInline
package protocol TreeValue: Hashable, Sendable {
    associatedtype Kind: Hashable

    static var null: Self { get }
    /// The kind of arrays.
    static var arrayKind: Kind { get }
    /// The kind of what has members.
    static var objectKind: Kind { get }
    /// An array that was built.
    init(elements: [Self])
    /// An object that was built.
    init(members: KeyedValues<Self>)
    /// The value at an index of a document.
    init(_ document: TapeDocument, at index: Int)
    /// The value at an index of a document. A scalar that its word holds wholly becomes a value of its own,
    /// which is cheaper than a reference to the document.
    static func scalarOrReference(_ document: TapeDocument, at index: Int) -> Self

    /// What holds the value.
    var content: TreeContent<Self> { get }
    var kind: Kind { get }
    /// Whether another value of the same kind, which is no container's, is the same.
    func isSameScalar(as other: Self, _ kind: Kind) -> Bool
    /// The hash of a value that is no container.
    var scalarHash: Int { get }
}

/// What holds a value.
@usableFromInline
package enum TreeContent<Value: TreeValue> {
    /// A Swift value that is no container.
    case scalar
    case array([Value])
    case object(KeyedValues<Value>)
    /// The word at that index of a document's tape.
    case read(TapeDocument, Int)
}

extension TreeValue {
    /// The elements, where it is an array; else nil.
    @inlinable @inline(__always)
    package var elements: TreeElements<Self>? {
        switch content {
        case .array(let elements): return TreeElements(base: .built(elements))
        case .read(let document, let index):
            guard document.word(at: index).isArray else { return nil }
            return TreeElements(base: .read(document, index))
        default: return nil
        }
    }

    /// The members, where it is an object; else nil.
    @inlinable @inline(__always)
    package var members: TreeMembers<Self>? {
        switch content {
        case .object(let members): return TreeMembers(base: .built(members))
        case .read(let document, let index):
            guard document.word(at: index).isObject else { return nil }
            if let shadowed = document.shadowedMembers(ofObjectAt: index) {
                return TreeMembers(base: .filtered(document, index, shadowed: shadowed))
            }
            return TreeMembers(base: .read(document, index))
        default: return nil
        }
    }

    /// The value of a key without looking for duplicates first; nil where there is none.
    @inlinable @inline(__always)
    package func member(_ key: String) -> Self? {
        switch content {
        case .object(let members): return members[key]
        case .read(let document, let index):
            return document.index(ofKey: key, inObjectAt: index).map { Self(document, at: $0) }
        default: return nil
        }
    }

    /// The element that has this many before it; nil where there is none.
    @inlinable @inline(__always)
    package func element(at offset: Int) -> Self? { elements?.element(at: offset) }
}

extension TreeValue {
    /// The element at an index, which becomes that of the next.
    @inlinable @inline(__always)
    static func element(of document: TapeDocument, advancing index: inout Int) -> Self {
        let current = index
        index = document.index(after: current)
        return scalarOrReference(document, at: current)
    }

    /// The member at an index, which becomes that of the next.
    @inlinable @inline(__always)
    static func member(of document: TapeDocument, advancing index: inout Int) -> (key: String, value: Self) {
        let current = index
        index = document.index(after: current &+ 1)
        return (document.string(at: current), scalarOrReference(document, at: current &+ 1))
    }
}
