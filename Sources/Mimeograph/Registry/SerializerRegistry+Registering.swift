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
            implementation: .writer(WriterBox(writer: writer))
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

extension SerializerRegistry.Layer {
    /// A name made of the type's: `CSVResponseSerializer` is `csv`, and the second one `csv-2`.
    fileprivate func freeID(for typeName: String) -> Registration.ID {
        var name = Substring(typeName.prefix { $0 != "<" })
        for ending in ["ResponseSerializer", "RequestSerializer", "Serializer", "Format"]
        where name.hasSuffix(ending) && name.count > ending.count {
            name = name.dropLast(ending.count)
        }
        let base = name.lowercased()
        var candidate = Registration.ID(rawValue: base)
        var number = 2
        while registrations.contains(where: { $0.id == candidate }) {
            candidate = Registration.ID(rawValue: "\(base)-\(number)")
            number += 1
        }
        return candidate
    }

    /// Puts a registration in its place, or throws and changes nothing.
    fileprivate mutating func insert(_ registration: Registration) throws(RegistryError) {
        var place = registrations.endIndex
        var related: Registration.ID?
        switch registration.options.placement {
        case .last: break
        case .before(let id), .after(let id), .replacing(let id):
            guard let index = registrations.firstIndex(where: { $0.id == id }) else { throw .unknownID(id) }
            related = id
            place = index
        }
        let replaces = if case .replacing = registration.options.placement { true } else { false }
        for other in registrations where !(replaces && other.id == related) {
            if other.id == registration.id { throw .duplicateID(other.id) }
            if other.id != related, let pattern = registration.clash(with: other) {
                throw .ambiguous(other.id, registration.id, pattern: pattern)
            }
        }
        switch registration.options.placement {
        case .replacing: registrations[place] = registration
        case .after: registrations.insert(registration, at: place + 1)
        case .before, .last: registrations.insert(registration, at: place)
        }
        reindex()
    }
}

extension Registration {
    /// The pattern that two modules claim for overlapping Swift types, or nil where they get along.
    ///
    /// One module may claim a pattern twice: it knows its own order. A user's registration goes before a module's.
    fileprivate func clash(with other: Registration) -> String? {
        guard case .module(let mine) = origin, case .module(let theirs) = other.origin, mine != theirs else {
            return nil
        }
        let overlap = domain.overlaps(other.domain)
        if isStream == other.isStream, overlap || (isNative && other.isNative) {
            for range in reads {
                if other.reads.contains(where: { range.tiesWith($0) }) { return range.description }
            }
        }
        if overlap, let writes, writes == other.writes { return writes.description }
        return nil
    }
}

extension MediaRange {
    /// Whether a media type exists that matches both with the same rank, so that nothing says which is nearer.
    fileprivate func tiesWith(_ other: MediaRange) -> Bool {
        guard pattern == other.pattern, requiredParameters.count == other.requiredParameters.count else { return false }
        return requiredParameters.allSatisfy { mine in
            other.requiredParameters.allSatisfy { $0.name != mine.name || $0.value == mine.value }
        }
    }
}
