import Mimeograph
public import MimeographJSON
import MimeographTree

/// Changes to a JSON document in the shape of that document: members have their new values, and null removes a member.
///
/// ```swift
/// let patch: JSONMergePatch = ["name": "Ada", "nickname": nil]    // another name, no nickname
/// document.apply(patch)
/// ```
/// It is simple to write, but it cannot set null, and it replaces an array as a whole. ``JSONPatch`` has neither restriction. For
/// a `Codable` type of such changes, see ``PatchField``.
///
/// As a body it is `application/merge-patch+json`; see ``JSONPatchPlugin``. Source: RFC 7396.
public struct JSONMergePatch: Hashable, Sendable {
    /// The patch as it is sent.
    public var document: JSON

    /// Creates a patch from the document to send.
    public init(_ document: JSON) { self.document = document }
}

extension JSONMergePatch: ExpressibleByDictionaryLiteral {
    /// Creates a patch of these members.
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
    /// Applies a merge patch, which always succeeds.
    ///
    /// The result is no deeper than the deeper of the two and no larger than both together, so no limits apply. Members that the
    /// patch does not name are not read.
    ///
    /// Source: RFC 7396 §2.
    public mutating func apply(_ patch: JSONMergePatch) { node = MergeRun.merged(node, patch.document.node) }

    /// Returns the document with a merge patch applied, as ``apply(_:)`` does.
    public func applying(_ patch: JSONMergePatch) -> JSON { JSON(MergeRun.merged(node, patch.document.node)) }
}

/// A merge of an object with an object of a patch.
private struct MergeRun {
    var members: KeyedValues<TreeNode>
    var changes: TreeMembers.Iterator
    /// The member whose value is being merged.
    var index = 0
    /// The indices of the removed members. They are removed all at once in the end; one at a time would take quadratic time.
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

    /// Makes the changes until one is an object. Returns the value to merge it with and the members of that object; nil if no
    /// change is left.
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
