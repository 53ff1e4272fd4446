import Mimeograph
import MimeographTree

/// What a patch may still do to a document.
///
/// A patch of n operations can make a document of 2^n values, by copies of copies. What it costs to insert into an array or to
/// compare is not bounded by the size of the patch either, so that is counted, too.
struct JSONPatchWork {
    private let limits: DecodingLimits
    /// The values that were added and copied, and those that moved deeper.
    private var values = 0
    /// The bytes of their texts and keys.
    private var bytes = 0
    /// The elements and members that moved up or down by one, or were looked at to compare an object.
    private var shifted = 0

    /// To move an element takes so much less time than to copy a value.
    private static var shiftsForValue: Int { 256 }

    init(limits: DecodingLimits) { self.limits = limits }

    /// Counts a value that comes to lie at a place.
    mutating func reserve(_ value: TreeNode, at place: JSONPatchPlace) throws(JSONPatchProblem) {
        try measure(value, at: place, countingBytes: true)
    }

    /// Counts a value that was there, and comes to lie deeper.
    mutating func deepen(_ value: TreeNode, at place: JSONPatchPlace) throws(JSONPatchProblem) {
        try measure(value, at: place, countingBytes: false)
    }

    /// Counts elements that move up or down by one.
    mutating func shift(_ count: Int, at place: JSONPatchPlace) throws(JSONPatchProblem) {
        shifted += count
        let (most, overflows) = limits.elements.multipliedReportingOverflow(by: Self.shiftsForValue)
        if !overflows, shifted > most { throw JSONPatchProblem(.limit(.elements), place) }
    }

    /// Counts what it takes to begin to compare a value: all keys of an object are looked at. What follows takes time in proportion
    /// to the value that is expected, which the patch has.
    mutating func compare(_ value: TreeNode, at place: JSONPatchPlace) throws(JSONPatchProblem) {
        if case .read(let document, let index) = value.storage, value.kind == .object {
            try shift(document.count(ofContainerAt: index), at: place)
        }
    }

    private mutating func measure(
        _ value: TreeNode,
        at place: JSONPatchPlace,
        countingBytes: Bool
    ) throws(JSONPatchProblem) {
        var open: [Container] = []
        var next: TreeNode? = value
        while let node = next {
            values += 1
            guard values <= limits.elements else { throw JSONPatchProblem(.limit(.elements), place) }
            if let container = Container(node) {
                open.append(container)
                guard place.depth + open.count <= limits.depth else { throw JSONPatchProblem(.limit(.depth), place) }
            } else if countingBytes, let text = node.string {
                bytes += text.utf8.count
            }
            next = nil
            while next == nil, !open.isEmpty {
                next = open[open.count - 1].next(&bytes)
                if next == nil { open.removeLast() }
            }
            if countingBytes, bytes > limits.outputBytes { throw JSONPatchProblem(.limit(.outputBytes), place) }
        }
    }

    /// A container whose values are being counted.
    private enum Container {
        case array(TreeElements.Iterator)
        case object(TreeMembers.Iterator)

        init?(_ node: TreeNode) {
            if let elements = node.elements {
                self = .array(elements.makeIterator())
            } else if let members = node.members {
                self = .object(members.makeIterator())
            } else {
                return nil
            }
        }

        /// The next value; the bytes of its key are added.
        mutating func next(_ bytes: inout Int) -> TreeNode? {
            switch self {
            case .array(var elements):
                let element = elements.next()
                self = .array(elements)
                return element
            case .object(var members):
                guard let (key, value) = members.next() else { return nil }
                self = .object(members)
                bytes += key.utf8.count
                return value
            }
        }
    }
}
