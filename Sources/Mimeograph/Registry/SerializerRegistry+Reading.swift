extension SerializerRegistry {
    /// Reads a body as the wanted type.
    ///
    /// `Void` succeeds with any body; an `Optional` of an empty body is nil; any other empty body is an error unless the
    /// type is ``EmptyRepresentable`` or the chosen serializer accepts empty input.
    ///
    /// - Parameters:
    ///   - type: The type that is wanted; any type that a registered serializer makes, or any `Decodable`.
    ///   - body: The body as it came: `[UInt8]`, a slice, `Data`, `string.utf8`.
    ///   - head: The head of the response.
    ///   - budget: What the body may cost; nil takes the registration's, else the registry's.
    /// - Throws: ``SerializationError`` with the head, the raw body and the trace of the decision.
    public func read<Value: Sendable>(
        _ type: Value.Type = Value.self,
        from body: some Collection<UInt8>,
        head: ResponseHead,
        budget: DecodeBudget? = nil
    ) throws(SerializationError) -> Value {
        try withBytes(of: body) { (span) throws(SerializationError) in
            try read(type, from: span, head: head, budget: budget)
        }
    }

    /// Reads a body as the wanted type, from a span.
    ///
    /// - Throws: As the form that takes a collection.
    public func read<Value: Sendable>(
        _ type: Value.Type = Value.self,
        from body: Span<UInt8>,
        head: ResponseHead,
        budget: DecodeBudget? = nil
    ) throws(SerializationError) -> Value {
        // The plain case, by far the most frequent.
        if validation.rules == .strict, validation.contentTypes == .ofSerializer,
            validation.statusCodes.contains(head.status), !head.fields.contains("Content-Encoding")
        {
            do throws(SerializationError) {
                return try value(type, from: body, head: head, budget: budget)
            } catch {
                throw completed(error, head: head, body: body, budget: budget)
            }
        }
        return try validatedValue(type, from: body, head: head, budget: budget)
    }

    /// Reads a body whose response is looked at first; apart, so that the plain case has nothing of it.
    @inline(never)
    private func validatedValue<Value: Sendable>(
        _ type: Value.Type,
        from body: Span<UInt8>,
        head: ResponseHead,
        budget: DecodeBudget?
    ) throws(SerializationError) -> Value {
        guard validation.rules == .strict else {
            return try outcome(type, from: body, head: head, budget: budget).get("\(type)", head: head)
        }
        return try validated(body, head: head, budget: budget) { decoded throws(SerializationError) in
            try value(type, from: decoded, head: head, budget: budget)
        }
    }

    /// Reads a body as whatever it is: a JSON document, an XML document, an image.
    ///
    /// - Throws: ``SerializationError`` with the head, the raw body and the trace of the decision.
    public func read(
        from body: some Collection<UInt8>,
        head: ResponseHead,
        budget: DecodeBudget? = nil
    ) throws(SerializationError) -> any Sendable {
        guard validation.rules == .strict else {
            return try outcome(from: body, head: head, budget: budget).get("a value", head: head)
        }
        return try withBytes(of: body) { (span) throws(SerializationError) in
            try validated(span, head: head, budget: budget) { decoded throws(SerializationError) in
                try nativeValue(from: decoded, head: head, budget: budget)
            }
        }
    }
}

extension SerializerRegistry {
    /// Makes the value that is wanted of a body whose content codings are undone.
    func value<Value: Sendable>(
        _ type: Value.Type,
        from body: Span<UInt8>,
        head: ResponseHead,
        budget: DecodeBudget?
    ) throws(SerializationError) -> Value {
        if ObjectIdentifier(type) == ObjectIdentifier(Void.self), let nothing = () as? Value { return nothing }
        let wanted = WantedType(type)
        guard head.hasBody(byteCount: body.count) else {
            return try emptyValue(type, wanted, body, head: head, budget: budget)
        }
        let choice = try choose(body, head: head, wanted: wanted)
        do throws(SerializationError) {
            if choice.label.notes.isEmpty {
                return try call(choice.registration, type, wanted, body, head: head, budget: budget)
            }
            return try call(choice.registration, type, wanted, body, head: choice.label.head(head), budget: budget)
        } catch {
            throw error.adding(trace: trace(choice.label, wanted, declined: choice.declined))
        }
    }

    /// Makes whatever a body is, of those registrations that are native.
    func nativeValue(
        from body: Span<UInt8>,
        head: ResponseHead,
        budget: DecodeBudget?
    ) throws(SerializationError) -> any Sendable {
        guard head.hasBody(byteCount: body.count) else { throw .emptyBody(wanted: "a value") }
        let choice = try choose(body, head: head, wanted: .native)
        let registration = choice.registration
        guard case .value(let serializer) = registration.implementation else { throw .wrongType("\(registration.id)") }
        let budget = budget ?? registration.options.budget ?? self.budget
        do throws(SerializationError) {
            try budget.check(.inputBytes, body.count)
            return try serializer.read(body, head: choice.label.head(head), budget: budget)
        } catch {
            throw error.adding(trace: trace(choice.label, .native, declined: choice.declined))
        }
    }

    /// What an empty body gives.
    private func emptyValue<Value: Sendable>(
        _ type: Value.Type,
        _ wanted: WantedType,
        _ body: Span<UInt8>,
        head: ResponseHead,
        budget: DecodeBudget?
    ) throws(SerializationError) -> Value {
        if let optional = type as? any OptionalType.Type, let nothing = optional.nilValue as? Value { return nothing }
        if let empty = type as? any EmptyRepresentable.Type, let value = empty.emptyValue as? Value { return value }
        // Only now is a serializer asked, and only one that said it makes something of nothing.
        guard head.mayHaveBody, head.status == 200, body.isEmpty else { throw .emptyBody(wanted: wanted.name) }
        let label = label(head, wanted, prefix: body)
        guard let registration = ranking(label.lookedUpType, wanted).first?.registration,
            registration.options.acceptsEmptyInput
        else { throw .emptyBody(wanted: wanted.name) }
        return try call(registration, type, wanted, body, head: head, budget: budget)
    }

    /// The registration that reads a body, what the body is taken to be, and who said that it is not theirs.
    private struct Choice {
        var registration: Registration
        var label: Label
        var declined: [Registration.ID: String]
    }

    /// Chooses the registration that reads a body.
    private func choose(
        _ body: Span<UInt8>,
        head: ResponseHead,
        wanted: WantedType
    ) throws(SerializationError) -> Choice {
        let prefix = body.extracting(first: Signature.prefixLength)
        let label = label(head, wanted, prefix: prefix)
        let head = label.head(head)
        var declined: [Registration.ID: String] = [:]
        guard let claim = firstClaim(label.lookedUpType, wanted, prefix: prefix, head: head, declined: &declined) else {
            throw unread(trace(label, wanted, declined: declined), hint: BodyHint(prefix))
        }
        return Choice(registration: claim.registration, label: label, declined: declined)
    }

    /// Calls the registration that was chosen.
    private func call<Value: Sendable>(
        _ registration: Registration,
        _ type: Value.Type,
        _ wanted: WantedType,
        _ body: Span<UInt8>,
        head: ResponseHead,
        budget: DecodeBudget?
    ) throws(SerializationError) -> Value {
        let budget = budget ?? registration.options.budget ?? self.budget
        try budget.check(.inputBytes, body.count)
        var value: Value?
        switch registration.implementation {
        case .value(let serializer):
            value = try serializer.read(body, head: head, budget: budget) as? Value
        case .format(let format):
            if let decodable = wanted.decodable {
                value = try decode(decodable, as: type, with: format, body, head: head, budget: budget)
            }
        case .stream, .writer: break
        }
        guard let value else { throw .wrongType("\(registration.id)") }
        return value
    }

    /// Decodes with the type opened as what it is known to be at run time: a `Decodable`.
    private func decode<Decoded: Decodable, Value: Sendable>(
        _ decoded: Decoded.Type,
        as type: Value.Type,
        with format: some CodableFormat,
        _ body: Span<UInt8>,
        head: ResponseHead,
        budget: DecodeBudget
    ) throws(SerializationError) -> Value? {
        try format.decode(decoded, from: body, head: head, budget: budget) as? Value
    }
}
