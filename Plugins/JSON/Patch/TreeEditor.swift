import Mimeograph
import MimeographJSON
import MimeographTree

/// A value in a document that is changed in place, and the containers around it.
///
/// The containers are taken apart on the path to the value, so that a container without other owners is not copied. ``close()``
/// puts them together again.
struct TreeEditor {
    /// The value to change.
    var current: TreeNode
    private var open: [OpenContainer] = []

    /// A container without the value to change. It has either members or elements.
    private struct OpenContainer {
        var members = KeyedValues<TreeNode>()
        var elements: [TreeNode] = []
        var isObject = false
        var index = 0
    }

    /// Begins at the root, and leaves null in its place.
    init(_ document: inout TreeNode) {
        current = document
        document = .null
    }

    /// Opens the container of a location.
    ///
    /// - Parameter depth: The greatest depth that it may have; the root has depth 1.
    mutating func open(_ place: JSONPatchPlace, atMost depth: Int) throws(JSONPatchProblem) {
        // A pointer may have many more steps than any document.
        open.reserveCapacity(min(place.depth, depth))
        for number in 0..<(place.depth - 1) {
            try descend(place.steps[number], place, number)
            // Containers that were taken apart are released one inside the other, which takes stack.
            guard number + 2 <= depth else { throw JSONPatchProblem(.limit(.depth), place, number) }
        }
    }

    /// Descends to a member or an element.
    ///
    /// - Parameter number: The index of the step in the location, counted from 0.
    mutating func descend(_ step: String, _ place: JSONPatchPlace, _ number: Int) throws(JSONPatchProblem) {
        var container = OpenContainer()
        switch current.kind {
        case .object:
            container.isObject = true
            container.members = current.extractMembers()
            guard let index = container.members.index(of: step) else {
                throw JSONPatchProblem(.noMember, place, number)
            }
            container.index = index
            swap(&current, &container.members.values[index])
        case .array:
            container.elements = current.extractElements()
            guard let index = JSON.offset(ofPointerStep: step), index < container.elements.count else {
                throw JSONPatchProblem(.noElement, place, number)
            }
            container.index = index
            swap(&current, &container.elements[index])
        default: throw JSONPatchProblem(.noContainer, place, number)
        }
        open.append(container)
    }

    /// Returns to the root, which contains the changed value.
    mutating func close() -> TreeNode {
        while !open.isEmpty {
            let last = open.count - 1
            let index = open[last].index
            if open[last].isObject {
                var members = KeyedValues<TreeNode>()
                swap(&members, &open[last].members)
                members.values[index] = current
                current = TreeNode(.object(members))
            } else {
                var elements: [TreeNode] = []
                swap(&elements, &open[last].elements)
                elements[index] = current
                current = TreeNode(.array(elements))
            }
            open.removeLast()
        }
        return current
    }
}
