public import Mimeograph
public import MimeographJSON
import MimeographTree

extension JSONMergePatch {
    /// Creates the patch that turns one document into another.
    ///
    /// - Parameters:
    ///   - old: The document that the patch will change.
    ///   - new: The document that results.
    /// - Throws: ``SerializationError/Code/unencodableValue`` if a member must become null, because null removes a member in a
    ///   merge patch. The coding path names the member. A ``JSONPatch`` can set null.
    public init(from old: JSON, to new: JSON) throws(SerializationError) {
        guard let members = new.node.members else {
            document = new
            return
        }
        document = JSON(try MergeDifference.patch(from: old.node, to: members))
    }
}

/// A comparison of an object in the new document with the old document's value at the same location.
private struct MergeDifference {
    private let old: TreeNode
    private let isObject: Bool
    private var members: TreeMembers.Iterator
    private var changes = KeyedValues<TreeNode>()
    /// The member that is being compared.
    private var key = ""

    private init(_ old: TreeNode, _ new: TreeMembers) {
        self.old = old
        isObject = old.kind == .object
        members = new.makeIterator()
        guard let before = old.members else { return }
        for (key, _) in before where new[key] == nil { changes.append(.null, for: key) }
    }

    static func patch(from old: TreeNode, to new: TreeMembers) throws(SerializationError) -> TreeNode {
        var open = [MergeDifference(old, new)]
        while true {
            let last = open.count - 1
            let next: (old: TreeNode, new: TreeMembers)?
            do throws(NewNull) { next = try open[last].nextObject() } catch {
                throw SerializationError(
                    .unencodableValue,
                    "A merge patch cannot set a member to null, because null removes it.",
                    codingPath: open.map { PlainCodingKey($0.key) },
                    remedy: "Use a JSONPatch, which can set null, or leave the member out of the document."
                )
            }
            if let (old, new) = next {
                open.append(MergeDifference(old, new))
                continue
            }
            let finished = open.removeLast()
            let result = TreeNode(.object(finished.changes))
            if open.isEmpty { return result }
            // Unchanged members are left out, except for an object that replaces another kind of value.
            if !finished.changes.keys.isEmpty || !finished.isObject {
                open[last - 1].changes.append(result, for: open[last - 1].key)
            }
        }
    }

    /// A null that a merge patch cannot set; the key of the last object names it.
    private struct NewNull: Error {}

    /// Compares members up to the next one that is an object. Returns it with the value to compare it with, or nil at the end.
    private mutating func nextObject() throws(NewNull) -> (old: TreeNode, new: TreeMembers)? {
        while let (key, value) = members.next() {
            self.key = key
            let before = isObject ? old.member(key) : nil
            if let new = value.members { return (before ?? .null, new) }
            if let before, JSON(before) == JSON(value) { continue }
            if value.kind == .null { throw NewNull() }
            changes.append(value, for: key)
        }
        return nil
    }
}
