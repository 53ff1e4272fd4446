extension SerializerRegistry {
    /// Validates the response, decodes its content codings, and decodes the value.
    ///
    /// - Parameters:
    ///   - body: The body as received.
    ///   - head: The head of the response.
    ///   - limits: The limits of the body.
    ///   - decode: Produces the value from the bytes without content codings.
    /// - Throws: The error of the status or of the content type, else of decoding, with the head and the raw body. The error of a
    ///   status also has the value of an ``ErrorBodyRule``.
    func validated<Value: Sendable>(
        _ body: Span<UInt8>,
        head: ResponseHead,
        limits: DecodingLimits?,
        _ decode: (Span<UInt8>) throws(SerializationError) -> Value
    ) throws(SerializationError) -> Value {
        if let failure = statusError(of: head, body: body, limits: limits) { throw failure }
        if head.hasBody(byteCount: body.count),
            let failure = validation.contentTypeError(head, serializerTypes: nil)
        {
            throw completed(failure, head: head, body: body, limits: limits)
        }
        do throws(SerializationError) {
            return try decodingCodings(body, head: head, limits: limits, decode)
        } catch {
            throw completed(error, head: head, body: body, limits: limits)
        }
    }

    /// Returns the error for an unacceptable status; nil if the status is acceptable.
    ///
    /// The error has the head, the raw body, and the value that the first matching ``ErrorBodyRule`` decodes.
    ///
    /// - Parameters:
    ///   - head: The head of the response.
    ///   - body: The body as received.
    ///   - limits: The limits of the body; nil uses the registration's, else the registry's.
    ///   - statusCodes: The acceptable status codes; nil uses ``validation``.
    package func statusError(
        of head: ResponseHead,
        body: Span<UInt8>,
        limits: DecodingLimits? = nil,
        accepting statusCodes: StatusCodes? = nil
    ) -> SerializationError? {
        let statusCodes = statusCodes ?? validation.statusCodes
        guard var error = ResponseValidation(statusCodes: statusCodes).statusError(head) else { return nil }
        addErrorBody(to: &error, body, head: head, limits: limits)
        error.remedy = statusRemedy(error, head, hasBody: head.hasBody(byteCount: body.count), statusCodes)
        return completed(error, head: head, body: body, limits: limits)
    }

    /// Returns the same error with the head and the raw body.
    ///
    /// A body above all limits is not copied, so that an error does not double the memory that a peer can occupy.
    package func completed(
        _ error: SerializationError,
        head: ResponseHead?,
        body: Span<UInt8>,
        limits: DecodingLimits?
    ) -> SerializationError {
        var error = error
        error.head = head
        var largest = (limits ?? self.limits).inputBytes
        if limits == nil, body.count > largest {
            largest = max(largest, registrations.compactMap(\.options.limits?.inputBytes).max() ?? 0)
        }
        if body.count <= largest { error.body = Array(body) }
        return error
    }

    /// Calls `decode` with the body without its content codings.
    func decodingCodings<Value: Sendable>(
        _ body: Span<UInt8>,
        head: ResponseHead,
        limits: DecodingLimits?,
        _ decode: (Span<UInt8>) throws(SerializationError) -> Value
    ) throws(SerializationError) -> Value {
        guard head.fields.contains("Content-Encoding"), head.mayHaveBody,
            let decoded = try codings.decode(body, head: head, limits: limits ?? self.limits)
        else { return try decode(body) }
        return try decode(decoded.span)
    }

    /// Decodes the body of a failed response by the first rule that applies.
    package func addErrorBody(
        to error: inout SerializationError,
        _ body: Span<UInt8>,
        head: ResponseHead,
        limits: DecodingLimits?
    ) {
        guard head.hasBody(byteCount: body.count), let rule = errorBodies.first(where: { $0.applies(to: head) }) else {
            return
        }
        do throws(SerializationError) {
            let value: any Sendable = try decodingCodings(body, head: head, limits: limits) {
                span throws(SerializationError) in try errorBody(rule.type, span, head: head, limits: limits)
            }
            error.decodedBody = value
        } catch let failure {
            error.underlying.append(failure)
        }
    }

    /// Returns the remedy for an unacceptable status.
    private func statusRemedy(
        _ error: SerializationError,
        _ head: ResponseHead,
        hasBody: Bool,
        _ acceptable: StatusCodes
    ) -> String {
        if let decoded = error.decodedBody {
            return "Read the server's explanation with error.decodedBody as? \(type(of: decoded))."
        }
        let acceptable =
            "If \(head.status) is expected, add it to validation.statusCodes (now \(acceptable))."
        guard hasBody else { return "The response has no body. \(acceptable)" }
        let problems: [MediaType] = [.problemJSON, "application/problem+xml"]
        if let type = head.contentType, problems.contains(where: { $0.essence == type.essence }),
            error.underlying.isEmpty
        {
            return "Add ProblemDetailsPlugin() of MimeographServer and a plugin of the format, and read "
                + "error.decodedBody as? ProblemDetails."
        }
        return "The server's reply is in error.body; register(errorBody: ErrorBodyRule(…)) decodes it. \(acceptable)"
    }

    private func errorBody<Value: Decodable & Sendable>(
        _ type: Value.Type,
        _ body: Span<UInt8>,
        head: ResponseHead,
        limits: DecodingLimits?
    ) throws(SerializationError) -> any Sendable {
        // The caller's serializer reads the wanted value, not the body of an error.
        var registry = self
        registry.namedReader = nil
        return try registry.value(type, from: body, .response(head), limits: limits)
    }
}
