import Mimeograph
import MimeographTree

/// The work that a patch may still do on a document.
///
/// A patch of n operations can create a document of 2^n values, by copies of copies. Nor does the size of the patch limit the
/// cost of an insertion into an array or of a comparison, so these are counted too.
struct JSONPatchWork {
    private let limits: DecodingLimits
    /// The number of values that were added, copied or moved deeper.
    private var values = 0
    /// The number of bytes in their texts, keys and digits.
    private var bytes = 0
    /// The number of elements and members that moved up or down by one, and of other steps that take as little time.
    private var shifted = 0

    /// The number of elements that can be moved in the time of copying a value.
    private static var shiftsForValue: Int { 32 }
    /// The number of elements that can be moved in the time of reading a key or a value, and of reading a digit.
    private static var shiftsForLook: Int { 16 }
    private static var shiftsForDigit: Int { 4 }

    init(limits: DecodingLimits) { self.limits = limits }

    /// The greatest depth of a container that is changed.
    var depth: Int { limits.depth }

    /// Counts a value that is added at a location.
    mutating func reserve(_ value: TreeNode, at place: JSONPatchPlace) throws(JSONPatchProblem) {
        let extent = ValueExtent(value)
        try count(extent, at: place)
        bytes += extent.bytes
        guard bytes <= limits.outputBytes else { throw JSONPatchProblem(.limit(.outputBytes), place) }
    }

    /// Counts an existing value that moves deeper.
    mutating func deepen(_ value: TreeNode, at place: JSONPatchPlace) throws(JSONPatchProblem) {
        try count(ValueExtent(value), at: place)
    }

    /// Counts elements that move up or down by one.
    mutating func shift(_ count: Int, at place: JSONPatchPlace) throws(JSONPatchProblem) {
        shifted += count
        let (most, overflows) = limits.elements.multipliedReportingOverflow(by: Self.shiftsForValue)
        if !overflows, shifted > most { throw JSONPatchProblem(.limit(.elements), place) }
    }

    /// Counts the cost of comparing a value, beyond the size of the expected value, which is part of the patch.
    ///
    /// Equal values have the same texts and as many members. But a parsed object may repeat a key very often, and a number may
    /// have very many zeros.
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
