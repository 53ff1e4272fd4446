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
        try add([.reader(owner(Serializer.self, options), serializer, for: ranges)])
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
        try add([.format(owner(Format.self, options), format, for: ranges)])
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
        let owner = owner(Format.self, options)
        let advertised = ranges.isEmpty ? [format.contentType] : nil
        var entries: [Entry] = [
            .reader(owner, document, for: ranges, advertises: advertised), .writer(owner, writer, for: ranges),
            .format(owner, format, for: ranges),
        ]
        if let stream { entries.append(.stream(owner, stream, for: ranges)) }
        try add(entries)
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
        try add([.writer(owner(Writer.self, options), writer)])
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
        try add([.stream(owner(Stream.self, options), stream, for: ranges)])
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
        try add([.stream(owner(Format.self, options), format, for: ranges)])
    }

    /// Registers a content coding.
    ///
    /// - Throws: ``RegistryError/duplicateCoding(_:)`` where one of its names is taken; the registry is then unchanged.
    public mutating func register(coding: some ContentCoding) throws(RegistryError) {
        for name in coding.names where codings.contains(name) { throw .duplicateCoding(name) }
        codings.add(coding)
    }
}

extension SerializerRegistry {
    /// The name, the origin and the options of a registration that is to be added.
    private mutating func owner(_ type: any Any.Type, _ options: RegistrationOptions) -> Entry.Owner {
        (options.id ?? freeID(for: type), currentModule.map { .module($0) } ?? .user, options)
    }

    /// A name made of the type's: `CSVResponseSerializer` is `csv`, and the second one `csv-2`.
    private mutating func freeID(for type: any Any.Type) -> Registration.ID {
        let base = Registration.ID.name(of: type)
        let plain = Registration.ID(rawValue: base)
        if !ids.contains(plain) { return plain }
        var number = nextNumbers[base] ?? 2
        while ids.contains(Registration.ID(rawValue: "\(base)-\(number)")) { number += 1 }
        nextNumbers[base] = number
        return Registration.ID(rawValue: "\(base)-\(number)")
    }

    /// Checks and adds the entries of one registration, or throws and changes nothing.
    private mutating func add(_ new: [Entry]) throws(RegistryError) {
        guard let first = new.first else { return }
        for entry in new {
            if let invalidity = entry.reads.lazy.compactMap(\.invalidity).first { throw .invalidMediaRange(invalidity) }
            if entry.reads.isEmpty && entry.writes.isEmpty { throw .noMediaRange(first.id) }
        }
        for signature in first.options.signatures where signature.type.isScriptable {
            throw .scriptableSignature(first.id, signature.type)
        }
        let replaced = first.options.replacing
        if let replaced, !ids.contains(replaced) { throw .unknownID(replaced) }
        if first.id != replaced, ids.contains(first.id) { throw .duplicateID(first.id) }
        // A module may accept a pattern twice: it knows its own order. A user's registration goes before a module's.
        if currentModule != nil {
            for other in otherModules where other.id != replaced {
                if let pattern = new.lazy.compactMap({ $0.conflict(with: other) }).first {
                    throw .ambiguous(other.id, first.id, pattern: pattern)
                }
            }
        }
        if let replaced, let index = entries.firstIndex(where: { $0.id == replaced }) {
            entries.removeAll { $0.id == replaced }
            entries.insert(contentsOf: new, at: index)
            otherModules.removeAll { $0.id == replaced }
            ids.remove(replaced)
            // A name that was made may be free again.
            nextNumbers = [:]
        } else {
            entries += new
        }
        ids.insert(first.id)
        lazyIndex = LazyEntryIndex()
    }
}
