import Mimeograph

/// Why an operation cannot be done.
struct JSONPatchProblem: Error {
    enum Kind {
        /// The text is no JSON Pointer.
        case noPointer
        /// An object has no such member.
        case noMember
        /// An array has no such element, or the step is no index.
        case noElement
        /// What has members or elements by the pointer has none.
        case noContainer
        /// The value that is there is not the one that is expected.
        case otherValue
        /// The root would be removed.
        case noRoot
        /// A value would move into itself.
        case ownChild
        /// The result would cost more than it may.
        case limit(DecodingLimits.Limit)
    }

    let kind: Kind
    let pointer: String
    /// The step of the pointer at which it ends, counted from 0; nil where it is about the whole.
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

    /// The error as callers get it.
    func error(
        of operation: JSONPatch.Operation,
        _ number: Int,
        _ limits: DecodingLimits
    ) -> SerializationError {
        // The numbers of steps are shown as people count, those of operations as their indices, by which code finds them.
        let subject = "Operation \(number) of the patch (\(operation.name), counted from 0)"
        let step = step.map { "step \($0 + 1) of its pointer" } ?? "its pointer"
        let code: SerializationError.Code
        let reason: String
        let remedy: String
        switch kind {
        case .noPointer:
            code = .dataShape
            reason = "has a text that is no JSON Pointer"
            remedy = "Begin it with a slash, and write ~0 for ~ and ~1 for a slash in a name (RFC 6901)."
        case .noMember:
            code = .conflict
            reason = "finds no value: \(step) names a member that its object does not have"
            remedy = "Make the patch from the document as it is now, or add the member first."
        case .noElement:
            code = .conflict
            reason = "finds no value: \(step) is no index of an element that its array has"
            remedy = "Make the patch from the document as it is now; an element is added at the end as -."
        case .noContainer:
            code = .conflict
            reason = "finds no value: \(step) goes into a value that is neither an object nor an array"
            remedy = "Make the patch from the document as it is now."
        case .otherValue:
            code = .conflict
            reason = "finds another value than it expects"
            remedy = "Read the document anew, and decide whether the change is still wanted."
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
        // It names nothing that did not come with the patch, nor how the program is made.
        return error.telling(peer: message)
    }
}
