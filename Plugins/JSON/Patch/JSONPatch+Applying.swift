public import Mimeograph
public import MimeographJSON
import MimeographTree

extension JSON {
    /// Makes all changes of a patch, or none.
    ///
    /// What is not on the way to a change is neither copied nor looked at: an operation takes time in proportion to the containers
    /// on its way, when one of them is changed for the first time, and to the values that it compares, copies or moves deeper.
    ///
    /// - Parameters:
    ///   - patch: The changes.
    ///   - limits: What they may cost: `elements` bounds the operations, and the values that they add and copy in all, `outputBytes`
    ///     the bytes of the texts and long numbers among these, and `depth` how deep a value may come to lie, and how deep the containers
    ///     are that are changed.
    /// - Throws: `conflict` where the document is not as an operation assumes,
    ///   ``SerializationError/Code/dataShape`` where no document could be changed so,
    ///   ``SerializationError/Code/limitExceeded``. The value is then what it was before.
    ///   `SerializationError.patchFailure` tells the operation.
    public mutating func apply(
        _ patch: JSONPatch,
        limits: DecodingLimits = .standard
    ) throws(SerializationError) {
        self = try applying(patch, limits: limits)
    }

    /// The document with all changes of a patch; as ``apply(_:limits:)-(JSONPatch,_)``.
    public func applying(
        _ patch: JSONPatch,
        limits: DecodingLimits = .standard
    ) throws(SerializationError) -> JSON {
        try limits.check(.elements, patch.operations.count)
        var run = JSONPatchRun(document: node, limits: limits)
        for (number, operation) in patch.operations.enumerated() {
            do throws(JSONPatchProblem) { try run.perform(operation) } catch {
                throw error.error(of: operation, number, limits)
            }
        }
        return JSON(run.document)
    }
}
