/// What reading a response gave: a value, an error, both, or neither.
///
/// With ``ResponseValidation/strict`` it is one of the two. With ``ResponseValidation/afnetworking`` a response of an
/// unacceptable status is decoded all the same, so there may be both; and an empty body may give neither.
public struct SerializationOutcome<Value: Sendable>: Sendable {
    /// The value, where one was made.
    public var value: Value?
    /// The error, where there was one.
    public var error: SerializationError?

    /// Makes an outcome.
    public init(value: Value? = nil, error: SerializationError? = nil) {
        self.value = value
        self.error = error
    }

    /// The value.
    ///
    /// - Throws: The error, even where there is a value; ``SerializationError/Code/emptyBody`` where there is neither.
    public func get() throws(SerializationError) -> Value {
        if let error { throw error }
        guard let value else {
            throw SerializationError(
                .emptyBody,
                "The response has no value.",
                remedy: "Use the outcome instead of get(), or ask for an optional type."
            )
        }
        return value
    }
}

extension SerializationOutcome {
    /// The value, or the error; an outcome that has neither is an empty body.
    func get(_ wanted: String, head: ResponseHead) throws(SerializationError) -> Value {
        if error == nil, value == nil {
            var error = SerializationError.emptyBody(wanted: wanted)
            error.head = head
            throw error
        }
        return try get()
    }
}
