import Mimeograph

/// The reason why an operation cannot be applied.
struct JSONPatchProblem: Error {
    enum Kind {
        /// The text is not a JSON Pointer.
        case noPointer
        /// An object has no such member.
        case noMember
        /// An array has no such element, or the step is not an index.
        case noElement
        /// A step goes into a value that is not a container.
        case noContainer
        /// The existing value is not the expected one.
        case otherValue
        /// The root would be removed.
        case noRoot
        /// A value would move into itself.
        case ownChild
        /// The result would exceed a limit.
        case limit(DecodingLimits.Limit)
    }

    let kind: Kind
    let pointer: String
    /// The step of the pointer that fails, counted from 0; nil if the problem is about the whole pointer.
    let step: Int?

    init(_ kind: Kind, _ pointer: String) {
        self.kind = kind
        self.pointer = pointer
        step = nil
    }

    init(_ kind: Kind, _ place: JSONPatchPlace, _ step: Int? = nil) {
        self.kind = kind
        pointer = place.pointer
        self.step = step
    }

    /// Returns the error for the caller.
    func error(
        of operation: JSONPatch.Operation,
        _ number: Int,
        _ limits: DecodingLimits
    ) -> SerializationError {
        // Steps are counted from 1, as people count; operations have their indices, by which code finds them.
        let subject = "Operation \(number) of the patch (\(operation.name), counted from 0)"
        let step = step.map { "step \($0 + 1) of its pointer" } ?? "its pointer"
        let code: SerializationError.Code
        let reason: String
        let remedy: String
        switch kind {
        case .noPointer:
            code = .dataShape
            reason = "has a text that is not a JSON Pointer"
            remedy = "Begin it with a slash, and write ~0 for ~ and ~1 for a slash in a name (RFC 6901)."
        case .noMember:
            code = .conflict
            reason = "finds no value: \(step) names a member that its object does not have"
            remedy = "Make the patch from the document as it is now, or add the member first."
        case .noElement:
            code = .conflict
            reason = "finds no value: \(step) is not the index of an element of its array"
            remedy = "Make the patch from the document as it is now; to add an element at the end, use - as its index."
        case .noContainer:
            code = .conflict
            reason = "finds no value: \(step) goes into a value that is neither an object nor an array"
            remedy = "Make the patch from the document as it is now."
        case .otherValue:
            code = .conflict
            reason = "finds another value than it expects"
            remedy = "Read the document again, and decide whether the change is still wanted."
        case .noRoot:
            code = .dataShape
            reason = "would remove the whole document"
            remedy = "Replace the document by null, or delete the resource."
        case .ownChild:
            code = .dataShape
            reason = "would move a value into itself"
            remedy = "Copy the value, or move it elsewhere first (RFC 6902 §4.4)."
        case .limit(let limit):
            code = .limitExceeded
            reason = "exceeds the limit on \(limit.noun): more than \(limits[limit]) \(limit.unit)"
            remedy = "If you trust the sender, raise DecodingLimits.\(limit.rawValue)."
        }
        let message = "\(subject) \(reason)."
        var error = SerializationError(
            code,
            message,
            codingPath: [PlainCodingKey(index: number)],
            remedy: remedy,
            underlying: [JSONPatchFailure(operation: number, name: operation.name, pointer: pointer)]
        )
        if case .limit(let limit) = kind { error.limit = LimitExcess(limit, allowed: limits[limit]) }
        if code == .conflict { error.statusForPeer = 409 }
        // The message reveals only data that came with the patch, and nothing about the program.
        return error.telling(peer: message)
    }
}
