public import Mimeograph

/// Which operation of a ``JSONPatch`` failed, and at which place.
///
/// It stands in the error that says why, and `SerializationError.patchFailure` finds it there.
public struct JSONPatchFailure: Error, Sendable {
    /// The number of the operation, counted from 0, as its index in ``JSONPatch/operations``.
    public let operation: Int
    /// The operation's name: `add`, for example.
    public let name: String
    /// The JSON Pointer that could not be followed, or that names the value which is not as expected. It came with the patch.
    public let pointer: String
}

extension JSONPatchFailure: Hashable {
    /// Whether two are about the same operation and place; pointers are compared by their bytes.
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
    /// The operation, without the pointer, which may be of any length and came with the patch.
    public var description: String { "operation \(operation) of the patch, \(name)" }
}

extension SerializationError {
    /// Which operation of a patch failed, and where; nil where the error is about something else.
    ///
    /// | what is wrong | code | a server answers |
    /// |---|---|---|
    /// | the body is no JSON, or no patch | ``Code/syntax``, ``Code/truncated``, … | 400 |
    /// | the document is not as the patch assumes: a value is missing, a `test` fails | `conflict` | 409 |
    /// | no document could be changed so: the root is removed, a value moves into itself | ``Code/dataShape`` | 422 |
    /// | the result would be larger or deeper than the limits allow | ``Code/limitExceeded`` | 400 or 413 |
    ///
    /// ``suggestedStatus`` has these statuses. Source: RFC 5789 §2.2.
    public var patchFailure: JSONPatchFailure? {
        underlying.lazy.compactMap { $0 as? JSONPatchFailure }.first
    }
}

extension SerializationError.Code {
    /// A patch does not fit the document: something that it names is not there, or has another value than it expects. A server
    /// answers 409. Source: RFC 5789 §2.2.
    public static let conflict = SerializationError.Code(rawValue: "conflict")
}
