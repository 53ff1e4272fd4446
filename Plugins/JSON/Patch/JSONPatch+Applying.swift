public import Mimeograph
public import MimeographJSON
import MimeographTree

extension JSON {
    /// Applies all operations of a patch, or none.
    ///
    /// Values outside of the path to a change are neither copied nor read. An operation takes time proportional to the containers
    /// on its path that are changed for the first time, and to the values that it compares, copies or moves deeper.
    ///
    /// - Parameters:
    ///   - patch: The changes.
    ///   - limits: The limits of the work. `elements` limits the operations, and all values that they add and copy. `outputBytes`
    ///     limits the bytes of the texts and long numbers among these. `depth` limits the depth of a value in the result, and of
    ///     the containers that are changed.
    /// - Throws: `conflict` if the document is not as an operation assumes, ``SerializationError/Code/dataShape`` if no document
    ///   could be changed in this way, ``SerializationError/Code/limitExceeded``. The value is then unchanged.
    ///   `SerializationError.patchFailure` names the operation.
    public mutating func apply(
        _ patch: JSONPatch,
        limits: DecodingLimits = .standard
    ) throws(SerializationError) {
        self = try applying(patch, limits: limits)
    }

    /// Returns the document with all operations of a patch applied, as ``apply(_:limits:)-(JSONPatch,_)`` does.
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
