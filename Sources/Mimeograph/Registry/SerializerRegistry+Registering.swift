extension SerializerRegistry {
    /// Registers a serializer that produces one Swift type.
    ///
    /// ```swift
    /// try registry.register(CSVResponseSerializer(), for: "text/csv")
    /// ```
    /// - Parameters:
    ///   - serializer: The serializer that reads the bodies.
    ///   - ranges: The media ranges to register it for; if empty, the serializer's own.
    ///   - options: The options of the registration.
    /// - Throws: ``RegistryError``; the registry is then unchanged.
    public mutating func register<Serializer: ResponseSerialization>(
        _ serializer: Serializer,
        for ranges: MediaRange...,
        options: RegistrationOptions = RegistrationOptions()
    ) throws(RegistryError) {
        try add([.reader(owner(Serializer.self, options), serializer, for: ranges)])
    }

    /// Registers a format that reads and writes any `Codable` value.
    ///
    /// ```swift
    /// try registry.register(format: JSONFormat(), for: "application/vnd.acme+json")
    /// ```
    /// A format can write every media type that it reads. The types that it is registered to write come first. Another type that
    /// it reads, `application/merge-patch+json` for example, is written if the program names it or a client accepts nothing else.
    /// A type that can run scripts is written only if the program names it.
    ///
    /// - Parameters:
    ///   - format: The format that decodes and encodes.
    ///   - ranges: The media ranges that it reads; if empty, the format's own. It writes the concrete types among them, by
    ///     default the first one; if there are none, it writes its own ``CodableFormat/contentType``.
    ///   - options: The options of the registration.
    /// - Throws: ``RegistryError``; the registry is then unchanged.
    public mutating func register<Format: CodableFormat>(
        format: Format,
        for ranges: MediaRange...,
        options: RegistrationOptions = RegistrationOptions()
    ) throws(RegistryError) {
        try add([.format(owner(Format.self, options), format, for: ranges)])
    }

    /// Registers all parts of a format: any `Codable` value, its document type, and a stream of elements.
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
    /// If a caller wants the document type, `document` reads it even if the type is also `Codable`.
    ///
    /// - Parameters:
    ///   - format: The format that decodes and encodes any `Codable` value.
    ///   - document: The serializer that reads documents. It is also used if the caller requests no particular type.
    ///   - writer: The serializer that writes documents.
    ///   - stream: The format that reads a stream of `Decodable` elements; nil if there is none.
    ///   - ranges: The media ranges that they read and the concrete types that they write; if empty, each uses its own.
    ///   - options: The options of the registration.
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
    /// If a client sends no Accept, or a request names no media type, the type with the highest weight is written; of equals, the
    /// first registered. So plugins that are listed before the writer decide it; to override them, register the writer with
    /// `RegistrationOptions(priority: 1)`. Among writers of one media type, a program's own precedes a module's.
    ///
    /// - Parameters:
    ///   - writer: The serializer that writes the requests.
    ///   - options: The options of the registration; `isForAnyValue`, `signatures` and `limits` have no effect.
    /// - Throws: ``RegistryError``; the registry is then unchanged.
    public mutating func register<Writer: RequestSerialization>(
        writer: Writer,
        options: RegistrationOptions = RegistrationOptions()
    ) throws(RegistryError) where Writer.Input: Sendable {
        try add([.writer(owner(Writer.self, options), writer)])
    }

    /// Registers a serializer that produces elements of one Swift type while a body arrives.
    ///
    /// - Parameters:
    ///   - stream: The serializer that makes the parsers.
    ///   - ranges: The media ranges to register it for; if empty, the serializer's own.
    ///   - options: The options of the registration.
    /// - Throws: ``RegistryError``; the registry is then unchanged.
    public mutating func register<Stream: StreamingResponseSerialization>(
        stream: Stream,
        for ranges: MediaRange...,
        options: RegistrationOptions = RegistrationOptions()
    ) throws(RegistryError) {
        try add([.stream(owner(Stream.self, options), stream, for: ranges)])
    }

    /// Registers a format that reads elements of any `Decodable` type while a body arrives.
    ///
    /// - Parameters:
    ///   - format: The format that makes the parsers.
    ///   - ranges: The media ranges to register it for; if empty, the format's own.
    ///   - options: The options of the registration.
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
    /// - Throws: ``RegistryError/duplicateCoding(_:)`` if one of its names is taken; the registry is then unchanged.
    public mutating func register(coding: some ContentCoding) throws(RegistryError) {
        for name in coding.names where codings.contains(name) { throw .duplicateCoding(name) }
        codings.add(coding)
    }
}

extension SerializerRegistry {
    /// Returns the properties that the entries of a new registration share.
    private mutating func owner(_ type: any Any.Type, _ options: RegistrationOptions) -> Entry.Owner {
        (options.id ?? freeID(for: type), currentModule.map { .module($0) } ?? .user, options)
    }

    /// Derives a free name from a type: `CSVResponseSerializer` becomes `csv`, and the second one `csv-2`.
    private mutating func freeID(for type: any Any.Type) -> Registration.ID {
        let base = Registration.ID.name(of: type)
        let plain = Registration.ID(rawValue: base)
        if !ids.contains(plain) { return plain }
        var number = nextNumbers[base] ?? 2
        while ids.contains(Registration.ID(rawValue: "\(base)-\(number)")) { number += 1 }
        nextNumbers[base] = number
        return Registration.ID(rawValue: "\(base)-\(number)")
    }

    /// Checks and adds the entries of one registration; changes nothing if it throws.
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
        // One module may accept a pattern twice, since it knows its own order. A user's registration precedes a module's.
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
            // A derived name may be free again.
            nextNumbers = [:]
        } else {
            entries += new
        }
        ids.insert(first.id)
        lazyIndex = LazyEntryIndex()
    }
}
