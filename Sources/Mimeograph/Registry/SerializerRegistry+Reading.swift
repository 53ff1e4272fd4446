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
    ///   - limits: What the body may cost; nil takes the registration's, else the registry's.
    /// - Throws: ``SerializationError`` with the head, the raw body and the trace of the decision.
    public func read<Value: Sendable>(
        _ type: Value.Type = Value.self,
        from body: some Collection<UInt8>,
        head: ResponseHead,
        limits: DecodingLimits? = nil
    ) throws(SerializationError) -> Value {
        try withBytes(of: body) { (span) throws(SerializationError) in
            try read(type, from: span, head: head, limits: limits)
        }
    }

    /// Reads a body as the wanted type, from a span.
    ///
    /// - Throws: As the form that takes a collection.
    public func read<Value: Sendable>(
        _ type: Value.Type = Value.self,
        from body: Span<UInt8>,
        head: ResponseHead,
        limits: DecodingLimits? = nil
    ) throws(SerializationError) -> Value {
        // The plain case, by far the most frequent.
        if validation.contentTypes == .ofSerializer, validation.statusCodes.contains(head.status),
            !head.fields.contains("Content-Encoding")
        {
            do throws(SerializationError) {
                return try value(type, from: body, .response(head), limits: limits)
            } catch {
                throw completed(error, head: head, body: body, limits: limits)
            }
        }
        return try validatedValue(type, from: body, head: head, limits: limits)
    }

    /// Reads a body whose response is looked at first; apart, so that the plain case has nothing of it.
    @inline(never)
    private func validatedValue<Value: Sendable>(
        _ type: Value.Type,
        from body: Span<UInt8>,
        head: ResponseHead,
        limits: DecodingLimits?
    ) throws(SerializationError) -> Value {
        try validated(body, head: head, limits: limits) { decoded throws(SerializationError) in
            try value(type, from: decoded, .response(head), limits: limits)
        }
    }

    /// Reads a body as whatever it is: a JSON document, an XML document, an image.
    ///
    /// - Throws: ``SerializationError`` with the head, the raw body and the trace of the decision.
    public func anyValue(
        from body: some Collection<UInt8>,
        head: ResponseHead,
        limits: DecodingLimits? = nil
    ) throws(SerializationError) -> any Sendable {
        try withBytes(of: body) { (span) throws(SerializationError) in
            try anyValue(from: span, head: head, limits: limits)
        }
    }

    /// Reads a body in whatever format it has, from a span.
    ///
    /// - Throws: As the form that takes a collection.
    package func anyValue(
        from body: Span<UInt8>,
        head: ResponseHead,
        limits: DecodingLimits? = nil
    ) throws(SerializationError) -> any Sendable {
        try validated(body, head: head, limits: limits) { decoded throws(SerializationError) in
            try makeAnyValue(from: decoded, .response(head), limits: limits)
        }
    }

    /// Reads what has a media type and no head: a part of a body, the data of an event.
    ///
    /// - Parameters:
    ///   - type: The type that is wanted; any type that a registered serializer makes, or any `Decodable`.
    ///   - body: The bytes, content codings undone.
    ///   - mediaType: What they are; nil where nothing says it.
    ///   - limits: What the body may cost; nil takes the registration's, else the registry's.
    /// - Throws: ``SerializationError`` with the raw body and the trace of the decision.
    public func decode<Value: Sendable>(
        _ type: Value.Type = Value.self,
        from body: some Collection<UInt8>,
        as mediaType: MediaType?,
        limits: DecodingLimits? = nil
    ) throws(SerializationError) -> Value {
        try withBytes(of: body) { (span) throws(SerializationError) in
            do throws(SerializationError) {
                return try value(type, from: span, .labelled(mediaType), limits: limits)
            } catch {
                throw completed(error, head: nil, body: span, limits: limits)
            }
        }
    }

    /// Reads the body of a request, on a server.
    ///
    /// - Parameters:
    ///   - type: The type that is wanted; any type that a registered serializer makes, or any `Decodable`.
    ///   - body: The body as it came.
    ///   - request: The head of the request, whose fields name the media type and the content codings.
    ///   - limits: What the body may cost; nil takes the registration's, else the registry's.
    /// - Throws: ``SerializationError`` with the raw body and the trace of the decision.
    public func read<Value: Sendable>(
        _ type: Value.Type = Value.self,
        from body: some Collection<UInt8>,
        request: RequestHead,
        limits: DecodingLimits? = nil
    ) throws(SerializationError) -> Value {
        let mediaType = request.fields.contentType
        let isMalformed = mediaType == nil && request.fields.contains("Content-Type")
        return try withBytes(of: body) { (span) throws(SerializationError) in
            do throws(SerializationError) {
                let origin = BodyOrigin.labelled(mediaType, isMalformed: isMalformed)
                guard request.fields.contains("Content-Encoding"),
                    let decoded = try codings.decode(span, fields: request.fields, limits: limits ?? self.limits)
                else {
                    return try value(type, from: span, origin, limits: limits)
                }
                return try value(type, from: decoded.span, origin, limits: limits)
            } catch {
                throw completed(error, head: nil, body: span, limits: limits)
            }
        }
    }

    /// Reads what has a media type and no head, as whatever it is.
    ///
    /// - Throws: As the form that takes a type.
    public func anyValue(
        from body: some Collection<UInt8>,
        as mediaType: MediaType?,
        limits: DecodingLimits? = nil
    ) throws(SerializationError) -> any Sendable {
        try withBytes(of: body) { (span) throws(SerializationError) in
            do throws(SerializationError) {
                return try makeAnyValue(from: span, .labelled(mediaType), limits: limits)
            } catch {
                throw completed(error, head: nil, body: span, limits: limits)
            }
        }
    }
}

extension SerializerRegistry {
    /// Makes the value that is wanted of a body whose content codings are undone.
    func value<Value: Sendable>(
        _ type: Value.Type,
        from body: Span<UInt8>,
        _ origin: BodyOrigin,
        limits: DecodingLimits?
    ) throws(SerializationError) -> Value {
        if ObjectIdentifier(type) == ObjectIdentifier(Void.self), let nothing = () as? Value { return nothing }
        let wanted = WantedType(type)
        guard origin.mayHaveBody, !body.isEmpty else {
            return try emptyValue(type, wanted, body, origin, limits: limits)
        }
        let choice = try choose(body, origin, wanted: wanted)
        do throws(SerializationError) {
            return try call(choice.reader, type, wanted, body, choice.label, origin, limits: limits)
        } catch {
            throw error.adding(trace: trace(choice.label, wanted, declined: choice.declined))
        }
    }

    /// Makes whatever a body is, of those registrations that are native.
    func makeAnyValue(
        from body: Span<UInt8>,
        _ origin: BodyOrigin,
        limits: DecodingLimits?
    ) throws(SerializationError) -> any Sendable {
        guard origin.mayHaveBody, !body.isEmpty else { throw .emptyBody(wanted: "a value") }
        let choice = try choose(body, origin, wanted: .anything)
        let reader = choice.reader
        guard case .value(let serializer) = reader.implementation else { throw .wrongType("\(reader.id)") }
        let limits = limits ?? reader.options.limits ?? self.limits
        do throws(SerializationError) {
            try limits.check(.inputBytes, body.count)
            return try serializer.read(body, head: choice.label.head(origin), limits: limits)
        } catch {
            throw error.adding(trace: trace(choice.label, .anything, declined: choice.declined))
        }
    }

    /// What an empty body gives.
    private func emptyValue<Value: Sendable>(
        _ type: Value.Type,
        _ wanted: WantedType,
        _ body: Span<UInt8>,
        _ origin: BodyOrigin,
        limits: DecodingLimits?
    ) throws(SerializationError) -> Value {
        if let optional = type as? any OptionalType.Type, let nothing = optional.nilValue as? Value { return nothing }
        if let empty = type as? any EmptyRepresentable.Type, let value = empty.emptyValue as? Value { return value }
        // Only now is a serializer asked, and only one that said it makes something of nothing, or that the caller has named.
        guard origin.mayBeEmpty || namedReader != nil, body.isEmpty else { throw .emptyBody(wanted: wanted.name) }
        let label = label(origin, wanted, prefix: body)
        guard let reader = ranking(label.lookedUpType, wanted).first?.entry, reader.options.acceptsEmptyInput
        else { throw .emptyBody(wanted: wanted.name) }
        return try call(reader, type, wanted, body, label, origin, limits: limits)
    }

    /// What reads a body, what the body is taken to be, and why others do not read it.
    private struct Choice {
        var reader: Entry
        var label: ResolvedContentType
        var declined: Refusals
    }

    /// Chooses what reads a body.
    private func choose(
        _ body: Span<UInt8>,
        _ origin: BodyOrigin,
        wanted: WantedType
    ) throws(SerializationError) -> Choice {
        let prefix = body.extracting(first: Signature.prefixLength)
        let label = label(origin, wanted, prefix: prefix)
        var declined: Refusals = [:]
        guard let reader = firstReader(label, wanted, prefix: prefix, origin, declined: &declined) else {
            throw unread(trace(label, wanted, declined: declined), wanted, hint: SniffedFormat(prefix))
        }
        return Choice(reader: reader, label: label, declined: declined)
    }

    /// Calls what was chosen.
    private func call<Value: Sendable>(
        _ reader: Entry,
        _ type: Value.Type,
        _ wanted: WantedType,
        _ body: Span<UInt8>,
        _ label: ResolvedContentType,
        _ origin: BodyOrigin,
        limits: DecodingLimits?
    ) throws(SerializationError) -> Value {
        let limits = limits ?? reader.options.limits ?? self.limits
        try limits.check(.inputBytes, body.count)
        var value: Value?
        switch reader.implementation {
        case .value(let serializer):
            value = try serializer.read(body, head: label.head(origin), limits: limits) as? Value
        case .format(let format):
            if let decodable = wanted.decodable {
                value = try decode(decodable, as: type, with: format, body, label.mediaType, limits: limits)
            }
        case .stream, .codableStream, .writer: break
        }
        guard let value else { throw .wrongType("\(reader.id)") }
        return value
    }

    /// Decodes with the type opened as what it is known to be at run time: a `Decodable`.
    private func decode<Decoded: Decodable, Value: Sendable>(
        _ decoded: Decoded.Type,
        as type: Value.Type,
        with format: some CodableFormat,
        _ body: Span<UInt8>,
        _ mediaType: MediaType?,
        limits: DecodingLimits
    ) throws(SerializationError) -> Value? {
        try format.decode(decoded, from: body, as: mediaType, limits: limits) as? Value
    }
}
