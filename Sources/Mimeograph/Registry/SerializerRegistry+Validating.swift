extension SerializerRegistry {
    /// Judges the response, undoes its content codings, and decodes it where the verdict lets it.
    ///
    /// - Parameters:
    ///   - body: The body as it came.
    ///   - head: The head of the response.
    ///   - wanted: What is wanted; it says which content types are the serializers'.
    ///   - budget: What the body may cost.
    ///   - decode: Makes the value of the bytes that are left when the codings are undone.
    func validated<Value: Sendable>(
        _ body: Span<UInt8>,
        head: ResponseHead,
        wanted: WantedType,
        budget: DecodeBudget?,
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
                outcome.value = try decodingCodings(body, head: head, budget: budget, decode)
            } catch {
                // To AFNetworking an empty body is no object and no further error.
                let isNothing = validation.rules == .afnetworking && error.code == .emptyBody
                if validation.rules == .afnetworking, let value = error.decodedBody { outcome.value = value as? Value }
                // A serializer that judges responses by itself gives a value with its error, which is this one again.
                let isSaidAlready = outcome.value != nil && error.code == verdict.error?.code
                if !isNothing, !isSaidAlready { outcome.error = validation.combining(error, after: verdict.error) }
            }
        }
        guard var error = outcome.error else { return outcome }
        if let value = outcome.value {
            error.decodedBody = value
        } else if verdict.error?.code == .unacceptableStatus {
            addErrorBody(to: &error, body, head: head, budget: budget)
        }
        outcome.error = completed(error, head: head, body: body, budget: budget)
        return outcome
    }

    /// The same error with the head and the raw body of the response that it is about.
    ///
    /// A body that is larger than anything here would read is not copied: the error would double what a peer can make
    /// the program hold.
    func completed(
        _ error: SerializationError,
        head: ResponseHead,
        body: Span<UInt8>,
        budget: DecodeBudget?
    ) -> SerializationError {
        var error = error
        error.head = head
        var largest = (budget ?? self.budget).inputBytes
        if budget == nil, body.count > largest {
            largest = max(largest, registrations.compactMap(\.options.budget?.inputBytes).max() ?? 0)
        }
        if body.count <= largest { error.body = Array(body) }
        return error
    }

    /// The ranges that the serializers of the wanted type claim, where the validation asks for them.
    ///
    /// The strict rules do not: a content type that no serializer claims is found out when one is chosen, with a trace.
    private func serializerTypes(_ wanted: WantedType) -> [MediaRange]? {
        guard validation.rules == .afnetworking, case .ofSerializer = validation.contentTypes else { return nil }
        let able = registrations.filter { $0.readsBodies && wanted.isProduced(by: $0) }
        // Where nothing can make the type, the trace says so better than a list of no content types.
        return able.isEmpty ? nil : able.flatMap(\.reads)
    }

    /// Calls `decode` with the body, its content codings undone.
    private func decodingCodings<Value: Sendable>(
        _ body: Span<UInt8>,
        head: ResponseHead,
        budget: DecodeBudget?,
        _ decode: (Span<UInt8>) throws(SerializationError) -> Value
    ) throws(SerializationError) -> Value {
        guard head.fields.contains("Content-Encoding"), head.mayHaveBody,
            let decoded = try codings.decode(body, head: head, budget: budget ?? self.budget)
        else { return try decode(body) }
        return try decode(decoded.span)
    }

    /// Decodes the body of a failed response as what the first rule that applies says it is.
    private func addErrorBody(
        to error: inout SerializationError,
        _ body: Span<UInt8>,
        head: ResponseHead,
        budget: DecodeBudget?
    ) {
        guard head.hasBody(byteCount: body.count), let rule = errorBodies.first(where: { $0.applies(to: head) }) else {
            return
        }
        do throws(SerializationError) {
            let value: any Sendable = try decodingCodings(body, head: head, budget: budget) {
                span throws(SerializationError) in try errorBody(rule.type, span, head: head, budget: budget)
            }
            error.decodedBody = value
        } catch let failure {
            error.underlying.append(failure)
        }
    }

    private func errorBody<Value: Decodable & Sendable>(
        _ type: Value.Type,
        _ body: Span<UInt8>,
        head: ResponseHead,
        budget: DecodeBudget?
    ) throws(SerializationError) -> any Sendable {
        try value(type, from: body, head: head, budget: budget)
    }
}
