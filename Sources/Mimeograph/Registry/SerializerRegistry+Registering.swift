extension SerializerRegistry {
    /// Registers a serializer that makes one Swift type.
    ///
    /// ```swift
    /// try registry.register(CSVResponseSerializer(), for: "text/csv")
    /// ```
    /// - Parameters:
    ///   - serializer: What reads the bodies.
    ///   - ranges: The media ranges it is asked for; none means those it claims itself.
    ///   - options: How it ranks, and what else is known of it.
    /// - Throws: ``RegistryError``; the registry is then unchanged.
    public mutating func register<Serializer: ResponseSerialization>(
        _ serializer: Serializer,
        for ranges: MediaRange...,
        options: RegistrationOptions = RegistrationOptions()
    ) throws(RegistryError) {
        try add(
            named: "\(Serializer.self)",
            reads: ranges.isEmpty ? serializer.acceptedTypes : ranges,
            writes: nil,
            domain: .exactly(Serializer.Output.self),
            options: options,
            implementation: .value(serializer)
        )
    }

    /// Registers a format for any `Codable` value, for reading and for writing.
    ///
    /// - Parameters:
    ///   - format: What decodes and encodes.
    ///   - ranges: The media ranges it reads; none means those it claims itself.
    ///   - options: How it ranks, and what else is known of it.
    /// - Throws: ``RegistryError``; the registry is then unchanged.
    public mutating func register<Format: CodableFormat>(
        format: Format,
        for ranges: MediaRange...,
        options: RegistrationOptions = RegistrationOptions()
    ) throws(RegistryError) {
        let reads = ranges.isEmpty ? format.acceptedTypes : ranges
        var options = options
        // Where it is registered for other types than it writes, it cannot be sent what it writes.
        if options.advertises == nil, reads.contains(where: { $0.contains(format.contentType) }) {
            options.advertises = [format.contentType]
        }
        try add(
            named: "\(Format.self)",
            reads: reads,
            writes: format.contentType,
            domain: .anyCodable,
            options: options,
            implementation: .format(format)
        )
    }

    /// Registers a serializer that writes one Swift type.
    ///
    /// - Parameters:
    ///   - writer: What writes the requests.
    ///   - options: How it ranks; `isNative`, `signatures` and `budget` have no meaning here.
    /// - Throws: ``RegistryError``; the registry is then unchanged.
    public mutating func register<Writer: RequestSerialization>(
        writer: Writer,
        options: RegistrationOptions = RegistrationOptions()
    ) throws(RegistryError) where Writer.Input: Sendable {
        try add(
            named: "\(Writer.self)",
            reads: [],
            writes: writer.contentType,
            domain: .exactly(Writer.Input.self),
            options: options,
            implementation: .writer(writer)
        )
    }

    /// Registers a serializer that makes elements of one Swift type while a body arrives.
    ///
    /// - Parameters:
    ///   - stream: What makes the parsers.
    ///   - ranges: The media ranges it is asked for; none means those it claims itself.
    ///   - options: How it ranks.
    /// - Throws: ``RegistryError``; the registry is then unchanged.
    public mutating func register<Stream: StreamingResponseSerialization>(
        stream: Stream,
        for ranges: MediaRange...,
        options: RegistrationOptions = RegistrationOptions()
    ) throws(RegistryError) {
        try add(
            named: "\(Stream.self)",
            reads: ranges.isEmpty ? stream.acceptedTypes : ranges,
            writes: nil,
            domain: .exactly(Stream.Element.self),
            options: options,
            implementation: .stream(StreamBox(stream: stream))
        )
    }

    /// Registers a format whose bodies are sequences of any `Decodable`.
    ///
    /// - Parameters:
    ///   - format: What makes the parsers.
    ///   - ranges: The media ranges it is asked for; none means those it claims itself.
    ///   - options: How it ranks.
    /// - Throws: ``RegistryError``; the registry is then unchanged.
    public mutating func register<Format: CodableStreamFormat>(
        stream format: Format,
        for ranges: MediaRange...,
        options: RegistrationOptions = RegistrationOptions()
    ) throws(RegistryError) {
        try add(
            named: "\(Format.self)",
            reads: ranges.isEmpty ? format.acceptedTypes : ranges,
            writes: nil,
            domain: .anyCodable,
            options: options,
            implementation: .stream(CodableStreamBox(format: format))
        )
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
    /// Checks and takes in one registration, in the uppermost layer.
    private mutating func add(
        named typeName: String,
        reads: [MediaRange],
        writes: MediaType?,
        domain: TypeDomain,
        options: RegistrationOptions,
        implementation: Registration.Implementation
    ) throws(RegistryError) {
        var layer = layers.removeLast()
        defer { layers.append(layer) }
        let origin: Registration.Origin = currentModule.map { .module($0) } ?? .user
        let id = options.id ?? layer.freeID(for: typeName)
        if let invalidity = reads.lazy.compactMap(\.invalidity).first { throw .invalidMediaRange(invalidity) }
        if reads.isEmpty && writes == nil { throw .noMediaRange(id) }
        let registration = Registration(
            id: id,
            reads: reads,
            writes: writes,
            domain: domain,
            origin: origin,
            options: options,
            implementation: implementation
        )
        for signature in options.signatures where signature.type.isScriptable {
            throw .scriptableSignature(id, signature.type)
        }
        try layer.insert(registration)
    }
}
