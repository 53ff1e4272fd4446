extension SerializerRegistry {
    /// Reads a body as the wanted type.
    ///
    /// `Void` succeeds with any body, and an `Optional` of an empty body is nil. For any other type an empty body is an error,
    /// unless the type is ``EmptyRepresentable`` or the chosen serializer accepts empty input.
    ///
    /// - Parameters:
    ///   - type: The wanted type: any type that a registered serializer produces, or any `Decodable`.
    ///   - body: The body as received: `[UInt8]`, a slice, `Data`, `string.utf8`.
    ///   - head: The head of the response.
    ///   - limits: The limits of the body; nil uses the registration's, else the registry's.
    /// - Throws: ``SerializationError`` with the head, the raw body and the trace.
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
    /// - Throws: The same errors as the method that takes a collection.
    public func read<Value: Sendable>(
        _ type: Value.Type = Value.self,
        from body: Span<UInt8>,
        head: ResponseHead,
        limits: DecodingLimits? = nil
    ) throws(SerializationError) -> Value {
        // The fast path for the most frequent case.
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

    /// Reads a body after validating its response; a separate function keeps the fast path small.
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

    /// Reads a body as the native type of its media type: a JSON document, an XML document, an image.
    ///
    /// - Throws: ``SerializationError`` with the head, the raw body and the trace.
    public func anyValue(
        from body: some Collection<UInt8>,
        head: ResponseHead,
        limits: DecodingLimits? = nil
    ) throws(SerializationError) -> any Sendable {
        try withBytes(of: body) { (span) throws(SerializationError) in
            try anyValue(from: span, head: head, limits: limits)
        }
    }

    /// Reads a body as the native type of its media type, from a span.
    package func anyValue(
        from body: Span<UInt8>,
        head: ResponseHead,
        limits: DecodingLimits? = nil
    ) throws(SerializationError) -> any Sendable {
        try validated(body, head: head, limits: limits) { decoded throws(SerializationError) in
            try makeAnyValue(from: decoded, .response(head), limits: limits)
        }
    }

    /// Decodes bytes that have a media type but no head: a part of a body, the data of an event.
    ///
    /// - Parameters:
    ///   - type: The wanted type: any type that a registered serializer produces, or any `Decodable`.
    ///   - body: The bytes, without content codings.
    ///   - mediaType: Their media type; nil if it is unknown.
    ///   - limits: The limits of the body; nil uses the registration's, else the registry's.
    /// - Throws: ``SerializationError`` with the raw body and the trace.
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
    ///   - type: The wanted type: any type that a registered serializer produces, or any `Decodable`.
    ///   - body: The body as received.
    ///   - request: The head of the request, which names the media type and the content codings.
    ///   - limits: The limits of the body; nil uses the registration's, else the registry's.
    /// - Throws: ``SerializationError`` with the raw body and the trace.
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

    /// Decodes bytes that have a media type but no head, as the native type of that media type.
    ///
    /// - Throws: The same errors as the method that takes a type.
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
    /// Produces the wanted value from a body without content codings.
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

    /// Produces a value of the native type of a body's media type.
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

    /// Produces the wanted value from an empty body.
    private func emptyValue<Value: Sendable>(
        _ type: Value.Type,
        _ wanted: WantedType,
        _ body: Span<UInt8>,
        _ origin: BodyOrigin,
        limits: DecodingLimits?
    ) throws(SerializationError) -> Value {
        if let optional = type as? any OptionalType.Type, let nothing = optional.nilValue as? Value { return nothing }
        if let empty = type as? any EmptyRepresentable.Type, let value = empty.emptyValue as? Value { return value }
        // Only a serializer that accepts empty input, or that the caller has named, is called for an empty body.
        guard origin.mayBeEmpty || namedReader != nil, body.isEmpty else { throw .emptyBody(wanted: wanted.name) }
        let label = label(origin, wanted, prefix: body)
        guard let reader = ranking(label.lookedUpType, wanted).first?.entry, reader.options.acceptsEmptyInput
        else { throw .emptyBody(wanted: wanted.name) }
        return try call(reader, type, wanted, body, label, origin, limits: limits)
    }

    /// The entry that reads a body, the resolved media type, and why other entries declined.
    private struct Choice {
        var reader: Entry
        var label: ResolvedContentType
        var declined: Refusals
    }

    /// Chooses the entry that reads a body.
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

    /// Calls the chosen entry.
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

    /// Decodes a type that was found to be `Decodable` at run time.
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
