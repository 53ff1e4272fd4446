import Mimeograph
public import MimeographJSON
import MimeographTree

extension JSONPatch {
    /// Makes the patch that turns one document into another.
    ///
    /// Objects are compared member by member. Of arrays of equal length the elements are compared one by one; of others the equal
    /// ones at both ends are left alone. It is a patch that does it, not the shortest one, and it has no `move`, `copy` and `test`.
    /// The result is equal to the new document as `JSON` values are; the members of an object that both have keep their order.
    ///
    /// Where the pointers of the operations would take far more than the documents themselves, it replaces the whole.
    ///
    /// - Parameters:
    ///   - old: The document that the patch is to be applied to.
    ///   - new: What comes of it.
    public init(from old: JSON, to new: JSON) {
        var run = DifferenceRun(old.node, new.node)
        operations = run.operations() ?? [.replace("", new)]
    }
}

/// Two documents that are being compared.
private struct DifferenceRun {
    /// Two values that stand at one place.
    private struct Pair {
        let old: TreeNode
        let new: TreeNode
        /// The index of the step to it; that of no step is -1.
        let step: Int
        let depth: Int
    }

    /// A step to a value, and the one before it: pointers are made only where there is something to say.
    private struct Step {
        let before: Int
        let text: String
    }

    private var pairs: [Pair]
    private var steps: [Step] = []
    private var found: [JSONPatch.Operation] = []
    private var bytes = 0

    /// Pointers may have so many bytes in all.
    private static var mostBytes: Int { 64 << 20 }
    /// Elements of arrays that are deeper are compared one by one: to find equal ones looks at a value once for each array around it.
    private static var deepestSearch: Int { 32 }

    init(_ old: TreeNode, _ new: TreeNode) { pairs = [Pair(old: old, new: new, step: -1, depth: 0)] }

    /// The operations; nil where there would be too much to say.
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
        // From the end, so that those before keep their indices.
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

    /// The pointer to a value, which ends with a step that has no number.
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
