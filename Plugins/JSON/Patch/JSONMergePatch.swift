import Mimeograph
public import MimeographJSON
import MimeographTree

/// Changes of a JSON document in the shape of the document: what is to be another value is there, and null removes.
///
/// ```swift
/// let patch: JSONMergePatch = ["name": "Ada", "nickname": nil]    // another name, no nickname
/// document.apply(patch)
/// ```
/// It is simple to write and cannot say everything: no null can be set, and an array is replaced as a whole. ``JSONPatch`` can. For
/// a `Codable` type of such changes see ``PatchField``.
///
/// As a body it is `application/merge-patch+json`; see ``JSONPatchPlugin``. Source: RFC 7396.
public struct JSONMergePatch: Hashable, Sendable {
    /// The patch as it is sent.
    public var document: JSON

    /// Makes a patch of what is sent.
    public init(_ document: JSON) { self.document = document }
}

extension JSONMergePatch: ExpressibleByDictionaryLiteral {
    /// A patch of these members.
    public init(dictionaryLiteral elements: (String, JSON)...) {
        document = .object(elements.lazy.map { (key: $0.0, value: $0.1) })
    }
}

extension JSONMergePatch: Codable {
    /// Reads any value.
    public init(from decoder: any Decoder) throws { document = try JSON(from: decoder) }

    /// Writes the value.
    public func encode(to encoder: any Encoder) throws { try document.encode(to: encoder) }
}

extension JSON {
    /// Makes all changes of a merge patch, which always can be made.
    ///
    /// The result is no deeper than the deeper of the two and no larger than both together, so there are no limits to hold. What
    /// the patch does not name is not looked at.
    ///
    /// Source: RFC 7396 §2.
    public mutating func apply(_ patch: JSONMergePatch) { node = MergeRun.merged(node, patch.document.node) }

    /// The document with all changes of a merge patch; as ``apply(_:)``.
    public func applying(_ patch: JSONMergePatch) -> JSON { JSON(MergeRun.merged(node, patch.document.node)) }
}

/// An object that is being merged with one of a patch.
private struct MergeRun {
    var members: KeyedValues<TreeNode>
    var changes: TreeMembers.Iterator
    /// The member whose value is being merged.
    var index = 0
    /// Where the members stand that are removed, in the end and all at once: one after the other would take the square of their number.
    var removed: [Int] = []

    init(_ target: TreeNode, _ changes: TreeMembers) {
        var target = target.kind == .object ? target : .null
        members = target.extractMembers()
        self.changes = changes.makeIterator()
    }

    static func merged(_ target: TreeNode, _ patch: TreeNode) -> TreeNode {
        guard let changes = patch.members else { return patch }
        var open = [MergeRun(target, changes)]
        while true {
            let last = open.count - 1
            if let (target, changes) = open[last].nextObject() {
                open.append(MergeRun(target, changes))
                continue
            }
            let result = open[last].finished()
            open.removeLast()
            if open.isEmpty { return result }
            open[last - 1].members.values[open[last - 1].index] = result
        }
    }

    /// Makes the changes up to the next one that is an object, and gives what that is merged with; nil where there is none left.
    private mutating func nextObject() -> (target: TreeNode, changes: TreeMembers)? {
        while let (key, value) = changes.next() {
            if value.kind == .null {
                if let index = members.index(of: key) { removed.append(index) }
                continue
            }
            guard let changes = value.members else {
                members[key] = value
                continue
            }
            index = members.index(of: key, orAppending: .null)
            var target = TreeNode.null
            swap(&target, &members.values[index])
            return (target, changes)
        }
        return nil
    }

    private mutating func finished() -> TreeNode {
        if removed.isEmpty { return TreeNode(.object(members)) }
        if removed.count == 1 {
            members.remove(at: removed[0])
            return TreeNode(.object(members))
        }
        let isRemoved = Set(removed)
        var rest = KeyedValues<TreeNode>()
        for index in members.keys.indices where !isRemoved.contains(index) {
            rest.append(members.values[index], for: members.keys[index])
        }
        return TreeNode(.object(rest))
    }
}
