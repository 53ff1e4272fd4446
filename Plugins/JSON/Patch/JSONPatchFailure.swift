public import Mimeograph

/// The operation of a ``JSONPatch`` that failed, and the pointer at which it failed.
///
/// `SerializationError.patchFailure` returns it from the error that reports the reason.
public struct JSONPatchFailure: Error, Sendable {
    /// The index of the operation in ``JSONPatch/operations``, counted from 0.
    public let operation: Int
    /// The operation's name: `add`, for example.
    public let name: String
    /// The JSON Pointer that could not be followed, or that names the unexpected value. It came with the patch.
    public let pointer: String
}

extension JSONPatchFailure: Hashable {
    /// Whether two failures have the same operation and pointer; pointers are compared by their bytes.
    public static func == (left: Self, right: Self) -> Bool {
        left.operation == right.operation && left.name.hasSameBytes(as: right.name)
            && left.pointer.hasSameBytes(as: right.pointer)
    }

    /// Feeds the number, the name and the pointer to the hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(operation)
        hasher.combine(ByteEqualString(name))
        hasher.combine(ByteEqualString(pointer))
    }
}

extension JSONPatchFailure: CustomStringConvertible {
    /// The operation, without the pointer, which may have any length and came with the patch.
    public var description: String { "operation \(operation) of the patch, \(name)" }
}

extension SerializationError {
    /// The failed operation of a patch and its pointer; nil if the error has another cause.
    ///
    /// | problem | code | status of the response |
    /// |---|---|---|
    /// | the body is not JSON, or not a patch | ``Code/syntax``, ``Code/truncated``, … | 400 |
    /// | the document is not as the patch assumes: a value is missing, a `test` fails | `conflict` | 409 |
    /// | no document could be changed in this way: the root is removed, a value moves into itself | ``Code/dataShape`` | 422 |
    /// | the result would be larger or deeper than the limits allow | ``Code/limitExceeded`` | 400 or 413 |
    ///
    /// ``suggestedStatus`` returns these statuses. Source: RFC 5789 §2.2.
    public var patchFailure: JSONPatchFailure? {
        underlying.lazy.compactMap { $0 as? JSONPatchFailure }.first
    }
}

extension SerializationError.Code {
    /// The patch does not fit the document: a value that it names is missing, or not the expected one. A server answers 409.
    /// Source: RFC 5789 §2.2.
    public static let conflict = SerializationError.Code(rawValue: "conflict")
}
