extension SerializerRegistry {
    /// Validates the response, undoes its content codings, and decodes it.
    ///
    /// - Parameters:
    ///   - body: The body as it came.
    ///   - head: The head of the response.
    ///   - limits: What the body may cost.
    ///   - decode: Makes the value of the bytes that are left when the codings are undone.
    /// - Throws: The error of the status or of the content type, before anything is decoded; else that of decoding. It has the head,
    ///   the raw body, and for a status what a rule for error bodies makes of the body.
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

    /// Returns the error of a response whose status is not acceptable, or nil if it is acceptable.
    ///
    /// The error has the head, the raw body, and the value that the first rule for error bodies decodes it as.
    ///
    /// - Parameters:
    ///   - head: The head of the response.
    ///   - body: The body as it came.
    ///   - limits: Limits for the body; nil for those of the registration, else of the registry.
    ///   - statusCodes: The acceptable status codes; nil for those of the ``validation``.
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

    /// The same error with the raw body that it is about, and the head of the response, where it is of one.
    ///
    /// A body that is larger than anything here would read is not copied: the error would double what a peer can make
    /// the program hold.
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

    /// Calls `decode` with the body, its content codings undone.
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

    /// Decodes the body of a failed response as what the first rule that applies says it is.
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

    /// Where to find what the server says about a failure.
    private func statusRemedy(
        _ error: SerializationError,
        _ head: ResponseHead,
        hasBody: Bool,
        _ acceptable: StatusCodes
    ) -> String {
        if let decoded = error.decodedBody {
            return "What the server says about it: error.decodedBody as? \(type(of: decoded))."
        }
        let acceptable =
            "Where \(head.status) is an answer, add it to validation.statusCodes (now \(acceptable))."
        guard hasBody else { return "The server says no more about it. \(acceptable)" }
        let problems: [MediaType] = [.problemJSON, "application/problem+xml"]
        if let type = head.contentType, problems.contains(where: { $0.essence == type.essence }),
            error.underlying.isEmpty
        {
            return "Add ProblemDetailsPlugin() of MimeographServer and a plugin of the format, and read "
                + "error.decodedBody as? ProblemDetails."
        }
        return "What the server says is in error.body; register(errorBody: ErrorBodyRule(…)) decodes it. \(acceptable)"
    }

    private func errorBody<Value: Decodable & Sendable>(
        _ type: Value.Type,
        _ body: Span<UInt8>,
        head: ResponseHead,
        limits: DecodingLimits?
    ) throws(SerializationError) -> any Sendable {
        // What the caller names reads the value that is wanted, not what a server says about a failure.
        var registry = self
        registry.namedReader = nil
        return try registry.value(type, from: body, .response(head), limits: limits)
    }
}
