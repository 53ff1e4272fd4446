extension SerializerRegistry {
    /// Registers a serializer that makes one Swift type.
    ///
    /// ```swift
    /// try registry.register(CSVResponseSerializer(), for: "text/csv")
    /// ```
    /// - Parameters:
    ///   - serializer: What reads the bodies.
    ///   - ranges: The media ranges it is asked for; none means those it accepts itself.
    ///   - options: How it ranks, and what else is known of it.
    /// - Throws: ``RegistryError``; the registry is then unchanged.
    public mutating func register<Serializer: ResponseSerialization>(
        _ serializer: Serializer,
        for ranges: MediaRange...,
        options: RegistrationOptions = RegistrationOptions()
    ) throws(RegistryError) {
        try add([.reader(serializer, for: ranges)], named: Serializer.self, options)
    }

    /// Registers a format for any `Codable` value, for reading and for writing.
    ///
    /// - Parameters:
    ///   - format: What decodes and encodes.
    ///   - ranges: The media ranges it reads; none means those it accepts itself.
    ///   - options: How it ranks, and what else is known of it.
    /// - Throws: ``RegistryError``; the registry is then unchanged.
    public mutating func register<Format: CodableFormat>(
        format: Format,
        for ranges: MediaRange...,
        options: RegistrationOptions = RegistrationOptions()
    ) throws(RegistryError) {
        try add([.format(format, for: ranges)], named: Format.self, options)
    }

    /// Registers all that a format can do: any `Codable` value, its own document type, and elements while a body arrives.
    ///
    /// ```swift
    /// try registry.register(
    ///     format: JSONFormat(),
    ///     native: JSONResponseSerializer(),
    ///     writer: JSONRequestSerializer(),
    ///     stream: JSONArrayElementsFormat(),
    ///     options: RegistrationOptions(id: "json")
    /// )
    /// ```
    /// Where a document is wanted, what makes it directly goes before the format, which could make it, too, if it is `Codable`.
    ///
    /// - Parameters:
    ///   - format: What decodes and encodes any `Codable` value.
    ///   - native: What reads documents. It is what a caller gets who asks for whatever the body is.
    ///   - writer: What writes documents.
    ///   - stream: What reads elements of any `Decodable` type while a body arrives; nil where nothing does.
    ///   - ranges: The media ranges that they read; none means that each reads those it accepts itself.
    ///   - options: How it ranks, and what else is known of it.
    /// - Throws: ``RegistryError``; the registry is then unchanged.
    public mutating func register<Format: CodableFormat, Native: ResponseSerialization>(
        format: Format,
        native: Native,
        writer: some RequestSerialization<Native.Output>,
        stream: (any CodableStreamFormat)? = nil,
        for ranges: MediaRange...,
        options: RegistrationOptions = RegistrationOptions()
    ) throws(RegistryError) {
        var document = Registration.RoleDescription.reader(native, for: ranges)
        if ranges.isEmpty { document.advertises = [format.contentType] }
        var roles = [document, .writer(writer), .format(format, for: ranges)]
        if let stream { roles.append(.stream(stream, for: ranges)) }
        try add(roles, named: Format.self, options)
    }

    /// Registers a serializer that writes one Swift type.
    ///
    /// - Parameters:
    ///   - writer: What writes the requests.
    ///   - options: How it ranks; `isNative`, `signatures` and `limits` have no meaning here.
    /// - Throws: ``RegistryError``; the registry is then unchanged.
    public mutating func register<Writer: RequestSerialization>(
        writer: Writer,
        options: RegistrationOptions = RegistrationOptions()
    ) throws(RegistryError) where Writer.Input: Sendable {
        try add([.writer(writer)], named: Writer.self, options)
    }

    /// Registers a serializer that makes elements of one Swift type while a body arrives.
    ///
    /// - Parameters:
    ///   - stream: What makes the parsers.
    ///   - ranges: The media ranges it is asked for; none means those it accepts itself.
    ///   - options: How it ranks.
    /// - Throws: ``RegistryError``; the registry is then unchanged.
    public mutating func register<Stream: StreamingResponseSerialization>(
        stream: Stream,
        for ranges: MediaRange...,
        options: RegistrationOptions = RegistrationOptions()
    ) throws(RegistryError) {
        try add([.stream(stream, for: ranges)], named: Stream.self, options)
    }

    /// Registers a format whose bodies are sequences of any `Decodable`.
    ///
    /// - Parameters:
    ///   - format: What makes the parsers.
    ///   - ranges: The media ranges it is asked for; none means those it accepts itself.
    ///   - options: How it ranks.
    /// - Throws: ``RegistryError``; the registry is then unchanged.
    public mutating func register<Format: CodableStreamFormat>(
        stream format: Format,
        for ranges: MediaRange...,
        options: RegistrationOptions = RegistrationOptions()
    ) throws(RegistryError) {
        try add([.stream(format, for: ranges)], named: Format.self, options)
    }

    /// Registers a content coding.
    ///
    /// - Throws: ``RegistryError/duplicateCoding(_:)`` where one of its names is taken; the registry is then unchanged.
    public mutating func register(coding: some ContentCoding) throws(RegistryError) {
        for name in coding.names where codings.contains(name) { throw .duplicateCoding(name) }
        codings.add(coding)
    }

    /// Registers a type for the bodies of errors.
    ///
    /// - Parameter rule: Which statuses and media types have such a body. Rules are tried in the order they came.
    /// - Throws: ``RegistryError/invalidMediaRange(_:)``; the registry is then unchanged.
    public mutating func register(errorBody rule: ErrorBodyRule) throws(RegistryError) {
        if let invalidity = rule.mediaRanges.lazy.compactMap(\.invalidity).first {
            throw .invalidMediaRange(invalidity)
        }
        errorBodies.append(rule)
    }
}

extension SerializerRegistry {
    /// Checks and adds one registration, in the uppermost layer.
    private mutating func add(
        _ roles: [Registration.RoleDescription],
        named type: any Any.Type,
        _ options: RegistrationOptions
    ) throws(RegistryError) {
        var layer = layers.removeLast()
        defer { layers.append(layer) }
        let origin: Registration.Origin = currentModule.map { .module($0) } ?? .user
        let id = options.id ?? layer.freeID(for: "\(type)")
        for role in roles {
            if let invalidity = role.reads.lazy.compactMap(\.invalidity).first { throw .invalidMediaRange(invalidity) }
            if role.reads.isEmpty && role.writes == nil { throw .noMediaRange(id) }
        }
        for signature in options.signatures where signature.type.isScriptable {
            throw .scriptableSignature(id, signature.type)
        }
        try layer.insert(Registration(id: id, origin: origin, options: options, roles: roles))
    }
}

extension Registration.RoleDescription {
    fileprivate static func reader<Serializer: ResponseSerialization>(
        _ serializer: Serializer,
        for ranges: [MediaRange]
    ) -> Self {
        Self(
            reads: ranges.isEmpty ? serializer.acceptedTypes : ranges,
            domain: .exactly(Serializer.Output.self),
            implementation: .value(serializer)
        )
    }

    fileprivate static func format(_ format: some CodableFormat, for ranges: [MediaRange]) -> Self {
        let reads = ranges.isEmpty ? format.acceptedTypes : ranges
        // Where it is registered for other types than it writes, it cannot be sent what it writes.
        let isSent = reads.contains { $0.contains(format.contentType) }
        return Self(
            reads: reads,
            advertises: isSent ? [format.contentType] : nil,
            writes: format.contentType,
            domain: .anyCodable,
            implementation: .format(format)
        )
    }

    fileprivate static func writer<Writer: RequestSerialization>(_ writer: Writer) -> Self
    where Writer.Input: Sendable {
        Self(writes: writer.contentType, domain: .exactly(Writer.Input.self), implementation: .writer(writer))
    }

    fileprivate static func stream<Stream: StreamingResponseSerialization>(
        _ stream: Stream,
        for ranges: [MediaRange]
    ) -> Self {
        Self(
            reads: ranges.isEmpty ? stream.acceptedTypes : ranges,
            domain: .exactly(Stream.Element.self),
            implementation: .stream(stream)
        )
    }

    fileprivate static func stream(_ format: any CodableStreamFormat, for ranges: [MediaRange]) -> Self {
        Self(
            reads: ranges.isEmpty ? format.acceptedTypes : ranges,
            domain: .anyCodable,
            implementation: .codableStream(format)
        )
    }
}
