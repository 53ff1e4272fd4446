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
    /// The bytes of their texts, keys and digits.
    private var bytes = 0
    /// The elements and members that moved up or down by one, and what else takes so little time.
    private var shifted = 0

    /// To move an element takes so much less time than to copy a value.
    private static var shiftsForValue: Int { 32 }
    /// To look at a key or a value, and at a digit, takes as long as to move so many elements.
    private static var shiftsForLook: Int { 16 }
    private static var shiftsForDigit: Int { 4 }

    init(limits: DecodingLimits) { self.limits = limits }

    /// How deep a container may lie that is changed.
    var depth: Int { limits.depth }

    /// Counts a value that comes to lie at a place.
    mutating func reserve(_ value: TreeNode, at place: JSONPatchPlace) throws(JSONPatchProblem) {
        let extent = ValueExtent(value)
        try count(extent, at: place)
        bytes += extent.bytes
        guard bytes <= limits.outputBytes else { throw JSONPatchProblem(.limit(.outputBytes), place) }
    }

    /// Counts a value that was there, and comes to lie deeper.
    mutating func deepen(_ value: TreeNode, at place: JSONPatchPlace) throws(JSONPatchProblem) {
        try count(ValueExtent(value), at: place)
    }

    /// Counts elements that move up or down by one.
    mutating func shift(_ count: Int, at place: JSONPatchPlace) throws(JSONPatchProblem) {
        shifted += count
        let (most, overflows) = limits.elements.multipliedReportingOverflow(by: Self.shiftsForValue)
        if !overflows, shifted > most { throw JSONPatchProblem(.limit(.elements), place) }
    }

    /// Counts what it takes to compare a value, beyond what is in proportion to the one that is expected, which the patch has.
    ///
    /// Equal values have the same texts and as many members, but a key may stand very often in an object that was read, and a
    /// number have very many zeros.
    mutating func compare(
        _ value: TreeNode,
        with expected: TreeNode,
        at place: JSONPatchPlace
    ) throws(JSONPatchProblem) {
        let (extent, other) = (ValueExtent(value), ValueExtent(expected))
        let looks = extent.values + extent.keys - other.values - other.keys
        let digits = extent.digits - other.digits
        try shift(max(0, looks) * Self.shiftsForLook + max(0, digits) * Self.shiftsForDigit, at: place)
    }

    private mutating func count(_ extent: ValueExtent, at place: JSONPatchPlace) throws(JSONPatchProblem) {
        values += extent.values
        guard values <= limits.elements else { throw JSONPatchProblem(.limit(.elements), place) }
        guard extent.depth == 0 || place.depth + extent.depth <= limits.depth else {
            throw JSONPatchProblem(.limit(.depth), place)
        }
    }
}
