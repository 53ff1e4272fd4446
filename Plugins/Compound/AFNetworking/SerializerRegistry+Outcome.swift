public import Mimeograph

/// The result of reading a response by AFNetworking's rules: a value, an error, both, or neither.
///
/// A response with an unacceptable status is decoded, too, so there may be both. An empty body may yield neither.
public struct SerializationOutcome<Value: Sendable>: Sendable {
    /// The value, if there is one.
    public var value: Value?
    /// The error, if there was one.
    public var error: SerializationError?

    init(value: Value? = nil, error: SerializationError? = nil) {
        self.value = value
        self.error = error
    }

    /// Returns the value.
    ///
    /// - Throws: The error, even if there is a value; ``SerializationError/Code/emptyBody`` if there is neither.
    public func get() throws(SerializationError) -> Value {
        if let error { throw error }
        guard let value else {
            throw SerializationError(
                .emptyBody,
                "The response has no value.",
                remedy: "Use the outcome instead of get(), or request an optional type."
            )
        }
        return value
    }
}

extension SerializerRegistry {
    /// Reads a body by AFNetworking's rules and returns a value, an error, or both.
    ///
    /// A response with an unacceptable status is decoded, too. An error of decoding contains the error of the status. The
    /// registry's ``validation`` defines which statuses and content types are acceptable.
    /// ```swift
    /// let outcome = serializers.outcome(User.self, from: body, head: head)
    /// if let user = outcome.value { show(user) }      // also for a 404
    /// if let error = outcome.error { show(error) }
    /// ```
    public func outcome<Value: Sendable>(
        _ type: Value.Type = Value.self,
        from body: some Collection<UInt8>,
        head: ResponseHead,
        limits: DecodingLimits? = nil
    ) -> SerializationOutcome<Value> {
        withBytes(of: body) { span in outcome(type, from: span, head: head, limits: limits) }
    }

    /// Reads a body from a span by AFNetworking's rules and returns a value, an error, or both.
    public func outcome<Value: Sendable>(
        _ type: Value.Type = Value.self,
        from body: Span<UInt8>,
        head: ResponseHead,
        limits: DecodingLimits? = nil
    ) -> SerializationOutcome<Value> {
        outcome(body, head: head, acceptable: acceptedRanges(making: type), limits: limits) {
            (registry, body) throws(SerializationError) in
            try registry.read(type, from: body, head: head, limits: limits)
        }
    }

    /// Reads a body in whatever format it has, by AFNetworking's rules, and returns a value, an error, or both.
    public func outcome(
        from body: some Collection<UInt8>,
        head: ResponseHead,
        limits: DecodingLimits? = nil
    ) -> SerializationOutcome<any Sendable> {
        withBytes(of: body) { span in
            outcome(span, head: head, acceptable: acceptedRanges(making: nil), limits: limits) {
                (registry, body) throws(SerializationError) in
                try registry.anyValue(from: body, head: head, limits: limits)
            }
        }
    }

    /// - Parameters:
    ///   - acceptable: The ranges that the serializers of the requested type accept.
    ///   - read: Reads the body with a registry that accepts every response.
    private func outcome<Value: Sendable>(
        _ body: Span<UInt8>,
        head: ResponseHead,
        acceptable: [MediaRange]?,
        limits: DecodingLimits?,
        _ read: (SerializerRegistry, Span<UInt8>) throws(SerializationError) -> Value
    ) -> SerializationOutcome<Value> {
        let verdict = validation.afnetworkingVerdict(
            head,
            bodyIsEmpty: !head.hasBody(byteCount: body.count),
            serializerTypes: acceptable
        )
        var outcome = SerializationOutcome<Value>(error: verdict.error)
        if verdict.mayDecode {
            do throws(SerializationError) {
                outcome.value = try read(validating(.none), body)
            } catch {
                // In AFNetworking an empty body yields neither a value nor a further error.
                let isNothing = error.code == .emptyBody
                if let value = error.decodedBody { outcome.value = value as? Value }
                // A serializer that validates responses itself returns a value with its error, which is the same error again.
                let isSaidAlready = outcome.value != nil && error.code == verdict.error?.code
                if !isNothing, !isSaidAlready { outcome.error = error.wrapping(verdict.error) }
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
}
