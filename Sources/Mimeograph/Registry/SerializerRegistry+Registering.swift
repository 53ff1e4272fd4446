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
    /// ```swift
    /// try registry.register(format: JSONFormat(), for: "application/vnd.acme+json")
    /// ```
    /// What may be written, by the name of a media type and for a client that accepts it, is what a format reads: those types
    /// that it is registered to write go first, and another one that it reads, `application/merge-patch+json` for example, is
    /// written where the program names it, or where a client accepts nothing else. Types that can run scripts are written only
    /// where they are named.
    ///
    /// - Parameters:
    ///   - format: What decodes and encodes.
    ///   - ranges: The media ranges it reads; none means those it accepts itself. Those of them that are concrete types are
    ///     what it writes, the first where nothing else decides; where there is none, that is its own
    ///     ``CodableFormat/contentType``.
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
    ///     document: JSONResponseSerializer(),
    ///     writer: JSONRequestSerializer(),
    ///     stream: JSONArrayElementsFormat(),
    ///     options: RegistrationOptions(id: "json")
    /// )
    /// ```
    /// Where a document is wanted, what makes it directly goes before the format, which could make it, too, if it is `Codable`.
    ///
    /// - Parameters:
    ///   - format: What decodes and encodes any `Codable` value.
    ///   - document: What reads documents. It is what a caller gets who asks for whatever the body is.
    ///   - writer: What writes documents.
    ///   - stream: What reads elements of any `Decodable` type while a body arrives; nil where nothing does.
    ///   - ranges: The media ranges that they read, and of them the concrete types that they write; none means that each reads
    ///     those it accepts itself, and writes its own.
    ///   - options: How it ranks, and what else is known of it.
    /// - Throws: ``RegistryError``; the registry is then unchanged.
    public mutating func register<Format: CodableFormat, Document: ResponseSerialization>(
        format: Format,
        document: Document,
        writer: some RequestSerialization<Document.Output>,
        stream: (any CodableStreamFormat)? = nil,
        for ranges: MediaRange...,
        options: RegistrationOptions = RegistrationOptions()
    ) throws(RegistryError) {
        var documents = Registration.RoleDescription.reader(document, for: ranges)
        if ranges.isEmpty { documents.advertises = [format.contentType] }
        var roles = [documents, .writer(writer, for: ranges), .format(format, for: ranges)]
        if let stream { roles.append(.stream(stream, for: ranges)) }
        try add(roles, named: Format.self, options)
    }

    /// Registers a serializer that writes one Swift type.
    ///
    /// What a client without Accept gets, and a request whose media type is not named, is the type that was registered first
    /// of those with the highest weight: that of the plugins, in the order in which they are listed, where the writer is
    /// registered after them. A writer that is to decide it is registered with `RegistrationOptions(priority: 1)`. Among
    /// writers of one media type a program's own goes before a module's.
    ///
    /// - Parameters:
    ///   - writer: What writes the requests.
    ///   - options: How it ranks; `isForAnyValue`, `signatures` and `limits` have no meaning here.
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
        let id = options.id ?? layer.freeID(for: type)
        for role in roles {
            if let invalidity = role.reads.lazy.compactMap(\.invalidity).first { throw .invalidMediaRange(invalidity) }
            if role.reads.isEmpty && role.writes.isEmpty { throw .noMediaRange(id) }
        }
        for signature in options.signatures where signature.type.isScriptable {
            throw .scriptableSignature(id, signature.type)
        }
        try layer.insert(Registration(id: id, origin: origin, options: options, roles: roles))
    }
}

extension Registration.RoleDescription {
    /// A reader that the caller has named: it is asked for every body, and Accept names what it accepts.
    static func reader(named serializer: some ResponseSerialization) -> Self {
        var role = reader(serializer, for: [.any])
        role.advertises = serializer.acceptedTypes.compactMap(\.concreteType)
        return role
    }

    static func stream(named stream: some StreamingResponseSerialization) -> Self {
        var role = Self.stream(stream, for: [.any])
        role.advertises = stream.acceptedTypes.compactMap(\.concreteType)
        return role
    }

    static func stream(named format: some CodableStreamFormat) -> Self {
        var role = stream(format, for: [.any])
        role.advertises = format.acceptedTypes.compactMap(\.concreteType)
        return role
    }

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
        let named = ranges.compactMap(\.concreteType)
        // Where it is registered for other types than it writes, it cannot be sent what it writes.
        let isSent = named.isEmpty && reads.contains { $0.contains(format.contentType) }
        return Self(
            reads: reads,
            advertises: isSent ? [format.contentType] : nil,
            writes: named.isEmpty ? [format.contentType] : named,
            domain: .anyCodable,
            implementation: .format(format)
        )
    }

    fileprivate static func writer<Writer: RequestSerialization>(
        _ writer: Writer,
        for ranges: [MediaRange] = []
    ) -> Self where Writer.Input: Sendable {
        let named = ranges.compactMap(\.concreteType)
        return Self(
            writes: named.isEmpty ? [writer.contentType] : named,
            domain: .exactly(Writer.Input.self),
            implementation: .writer(writer)
        )
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
