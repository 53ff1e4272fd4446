import Mimeograph
public import MimeographJSON
import MimeographTree

extension JSONPatch {
    /// Creates the patch that turns one document into another.
    ///
    /// Objects are compared member by member. Arrays of equal length are compared element by element; in other arrays, equal
    /// elements at both ends are left alone. The patch is not always the shortest one, and it has no `move`, `copy` and `test`.
    /// The result equals the new document as a `JSON` value; members that both objects have keep their order.
    ///
    /// If the pointers of the operations would take far more space than the documents, the patch replaces the whole document.
    ///
    /// - Parameters:
    ///   - old: The document that the patch will change.
    ///   - new: The document that results.
    public init(from old: JSON, to new: JSON) {
        var run = DifferenceRun(old.node, new.node)
        operations = run.operations() ?? [.replace("", new)]
    }
}

/// A comparison of two documents.
private struct DifferenceRun {
    /// Two values at the same location.
    private struct Pair {
        let old: TreeNode
        let new: TreeNode
        /// The index of the step to the values; -1 for the root.
        let step: Int
        let depth: Int
    }

    /// A step to a value, and the index of the step before it. Pointers are created only for differences.
    private struct Step {
        let before: Int
        let text: String
    }

    private var pairs: [Pair]
    private var steps: [Step] = []
    private var found: [JSONPatch.Operation] = []
    private var bytes = 0

    /// The most bytes that all pointers together may have.
    private static var mostBytes: Int { 64 << 20 }
    /// The depth beyond which array elements are compared one by one. A search for equal ones reads a value once for each array
    /// around it.
    private static var deepestSearch: Int { 32 }

    init(_ old: TreeNode, _ new: TreeNode) { pairs = [Pair(old: old, new: new, step: -1, depth: 0)] }

    /// Returns the operations; nil if their pointers would be too large.
    mutating func operations() -> [JSONPatch.Operation]? {
        while let pair = pairs.popLast() {
            let first = pairs.count
            if let old = pair.old.members, let new = pair.new.members {
                compare(old, new, pair)
            } else if let old = pair.old.elements, let new = pair.new.elements {
                compare(old, new, pair)
            } else if JSON(pair.old) != JSON(pair.new) {
                found.append(.replace(pointer(to: pair.step), JSON(pair.new)))
            }
            if bytes > Self.mostBytes { return nil }
            // The last one is compared first.
            pairs[first...].reverse()
        }
        return found
    }

    private mutating func compare(_ old: TreeMembers, _ new: TreeMembers, _ pair: Pair) {
        for (key, _) in old where pair.new.member(key) == nil {
            found.append(.remove(pointer(to: pair.step, JSON.pointerText(ofStep: key))))
        }
        for (key, value) in new {
            guard let before = pair.old.member(key) else {
                found.append(.add(pointer(to: pair.step, JSON.pointerText(ofStep: key)), JSON(value)))
                continue
            }
            push(before, value, JSON.pointerText(ofStep: key), pair)
        }
    }

    private mutating func compare(_ old: TreeElements, _ new: TreeElements, _ pair: Pair) {
        let (old, new) = (Array(old), Array(new))
        var start = 0
        var (oldEnd, newEnd) = (old.count, new.count)
        if old.count != new.count, pair.depth < Self.deepestSearch {
            while start < min(oldEnd, newEnd), JSON(old[start]) == JSON(new[start]) { start += 1 }
            while start < min(oldEnd, newEnd), JSON(old[oldEnd - 1]) == JSON(new[newEnd - 1]) {
                oldEnd -= 1
                newEnd -= 1
            }
        }
        let both = min(oldEnd, newEnd)
        for index in start..<both { push(old[index], new[index], "/\(index)", pair) }
        // Elements are removed from the end, so that earlier ones keep their indices.
        for index in (both..<max(both, oldEnd)).reversed() {
            found.append(.remove(pointer(to: pair.step, "/\(index)")))
        }
        for index in both..<max(both, newEnd) {
            found.append(.add(pointer(to: pair.step, "/\(index)"), JSON(new[index])))
        }
    }

    private mutating func push(_ old: TreeNode, _ new: TreeNode, _ text: String, _ pair: Pair) {
        let isContainer = old.kind == new.kind && (old.kind == .object || old.kind == .array)
        if !isContainer {
            if JSON(old) != JSON(new) { found.append(.replace(pointer(to: pair.step, text), JSON(new))) }
            return
        }
        steps.append(Step(before: pair.step, text: text))
        pairs.append(Pair(old: old, new: new, step: steps.count - 1, depth: pair.depth + 1))
    }

    /// Returns the pointer to a value, with a last step that has no number.
    private mutating func pointer(to step: Int, _ last: String = "") -> String {
        if bytes > Self.mostBytes { return "" }
        var parts = [last]
        var step = step
        while step >= 0 {
            parts.append(steps[step].text)
            step = steps[step].before
        }
        let pointer = parts.reversed().joined()
        bytes += pointer.utf8.count
        return pointer
    }
}
