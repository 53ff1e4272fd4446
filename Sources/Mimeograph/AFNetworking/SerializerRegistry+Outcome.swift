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
    package init(value: Value? = nil, error: SerializationError? = nil) {
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

// AFNetworking decodes the body of a response that it does not accept, and gives the value with the error. With
// ``ResponseValidation/afnetworking`` both are had from here; ``SerializerRegistry/read(_:from:head:limits:)`` gives one of the two.

extension SerializerRegistry {
    /// Reads a body and gives a value, an error, or both, as the registry's ``validation`` has it.
    ///
    /// With ``ResponseValidation/strict`` there is one of the two. With ``ResponseValidation/afnetworking`` a response of
    /// an unacceptable status is still decoded, so that there may be both.
    public func outcome<Value: Sendable>(
        _ type: Value.Type = Value.self,
        from body: some Collection<UInt8>,
        head: ResponseHead,
        limits: DecodingLimits? = nil
    ) -> SerializationOutcome<Value> {
        withBytes(of: body) { span in outcome(type, from: span, head: head, limits: limits) }
    }

    /// Reads a body, from a span, and gives a value, an error, or both.
    public func outcome<Value: Sendable>(
        _ type: Value.Type = Value.self,
        from body: Span<UInt8>,
        head: ResponseHead,
        limits: DecodingLimits? = nil
    ) -> SerializationOutcome<Value> {
        outcome(body, head: head, wanted: WantedType(type), limits: limits) { decoded throws(SerializationError) in
            try value(type, from: decoded, .response(head), limits: limits)
        }
    }

    /// Reads a body as whatever it is, and gives a value, an error, or both.
    public func outcome(
        from body: some Collection<UInt8>,
        head: ResponseHead,
        limits: DecodingLimits? = nil
    ) -> SerializationOutcome<any Sendable> {
        withBytes(of: body) { span in
            outcome(span, head: head, wanted: .anything, limits: limits) { decoded throws(SerializationError) in
                try makeAnyValue(from: decoded, .response(head), limits: limits)
            }
        }
    }

    private func outcome<Value: Sendable>(
        _ body: Span<UInt8>,
        head: ResponseHead,
        wanted: WantedType,
        limits: DecodingLimits?,
        _ decode: (Span<UInt8>) throws(SerializationError) -> Value
    ) -> SerializationOutcome<Value> {
        if validation.rules == .afnetworking {
            return afnetworkingOutcome(body, head: head, wanted: wanted, limits: limits, decode)
        }
        do throws(SerializationError) {
            return SerializationOutcome(value: try validated(body, head: head, limits: limits, decode))
        } catch {
            return SerializationOutcome(error: error)
        }
    }

    /// Validates the response, undoes its content codings, and decodes it also where an error is found, unless that is the content type.
    ///
    /// - Parameters:
    ///   - body: The body as it came.
    ///   - head: The head of the response.
    ///   - wanted: What is wanted; it says which content types are the serializers'.
    ///   - limits: What the body may cost.
    ///   - decode: Makes the value of the bytes that are left when the codings are undone.
    private func afnetworkingOutcome<Value: Sendable>(
        _ body: Span<UInt8>,
        head: ResponseHead,
        wanted: WantedType,
        limits: DecodingLimits?,
        _ decode: (Span<UInt8>) throws(SerializationError) -> Value
    ) -> SerializationOutcome<Value> {
        let verdict = validation.validate(
            head,
            bodyIsEmpty: !head.hasBody(byteCount: body.count),
            serializerTypes: serializerTypes(wanted)
        )
        var outcome = SerializationOutcome<Value>(error: verdict.error)
        if verdict.mayDecode {
            do throws(SerializationError) {
                outcome.value = try decodingCodings(body, head: head, limits: limits, decode)
            } catch {
                // To AFNetworking an empty body is no object and no further error.
                let isNothing = error.code == .emptyBody
                if let value = error.decodedBody { outcome.value = value as? Value }
                // A serializer that validates responses by itself gives a value with its error, which is this one again.
                let isSaidAlready = outcome.value != nil && error.code == verdict.error?.code
                if !isNothing, !isSaidAlready { outcome.error = validation.combining(error, after: verdict.error) }
            }
        }
        guard var error = outcome.error else { return outcome }
        if let value = outcome.value {
            error.decodedBody = value
        } else if verdict.error?.code == .unacceptableStatus {
            addErrorBody(to: &error, body, head: head, limits: limits)
        }
        outcome.error = completed(error, head: head, body: body, limits: limits)
        return outcome
    }

    /// The ranges that the serializers of the wanted type accept, where the validation asks for them.
    ///
    /// By the strict rules a content type that no serializer accepts is found out when one is chosen, with a trace.
    private func serializerTypes(_ wanted: WantedType) -> [MediaRange]? {
        guard case .ofSerializer = validation.contentTypes else { return nil }
        if namedReader != nil { return nil }
        let able = registrations.flatMap(\.roles).filter { $0.readsBodies && wanted.isProduced(by: $0) }
        // Where nothing can make the type, the trace says so better than a list of no content types.
        return able.isEmpty ? nil : able.flatMap(\.reads)
    }
}
