extension ResponseValidation {
    /// The error for an unacceptable status, or nil where the status is acceptable.
    public func statusError(_ head: ResponseHead) -> SerializationError? {
        if statusCodes.contains(head.status) { return nil }
        let phrase = ReasonPhrase.of(head.status).map { " (\($0))" } ?? ""
        var error = SerializationError(
            .unacceptableStatus,
            "Request failed: unacceptable status \(head.status)\(phrase).",
            remedy: "What the server says about it is in the error's body; a status that is fine with you belongs "
                + "in ResponseValidation.statusCodes (now \(statusCodes))."
        )
        error.head = head
        return error
    }

    /// The error for an unacceptable content type.
    func contentTypeError(_ head: ResponseHead, acceptable: [MediaRange]) -> SerializationError {
        let ranges = acceptable.map(\.description).sorted().joined(separator: ", ")
        // The type is the peer's text: its parameters say nothing here, and a long one is cut.
        let type = head.contentType?.visibleEssence
        var error = SerializationError(
            .unacceptableContentType,
            "Request failed: unacceptable content type: \(type ?? "none"). Acceptable: \(ranges.isEmpty ? "none" : ranges).",
            remedy: type == nil
                ? "Have the server send a Content-Type, or set ResponseValidation.contentTypes to .any."
                : "If you trust the server, add the type to ResponseValidation.contentTypes."
        )
        error.head = head
        return error
    }
}
