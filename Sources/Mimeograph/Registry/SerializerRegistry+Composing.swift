extension SerializerRegistry {
    /// Returns a copy with a plugin's registrations.
    ///
    /// - Throws: ``RegistryError`` if the plugin is invalid or conflicts with another.
    public func adding(_ plugin: some SerializerPlugin) throws(RegistryError) -> SerializerRegistry {
        var copy = self
        try copy.add(plugin)
        return copy
    }

    /// Returns a copy that reads bodies labelled `type` as if they were labelled `other`.
    ///
    /// - Parameters:
    ///   - type: The label that a server sends; its parameters are ignored.
    ///   - other: The actual type of the bodies.
    public func treating(_ type: MediaType, as other: MediaType) -> SerializerRegistry {
        var copy = self
        copy.relabelled[type.essence] = other
        return copy
    }

    /// Returns a copy that reads every body as that type, whatever its Content-Type says.
    public func assuming(_ type: MediaType) -> SerializerRegistry {
        var copy = self
        copy.assumedType = type
        return copy
    }

    /// Returns a copy with another validation of responses.
    public func validating(_ validation: ResponseValidation) -> SerializerRegistry {
        var copy = self
        copy.validation = validation
        return copy
    }

    /// Returns a copy with other limits.
    public func limiting(_ limits: DecodingLimits) -> SerializerRegistry {
        var copy = self
        copy.limits = limits
        return copy
    }
}

// MARK: - Naming the serializer

extension SerializerRegistry {
    /// Returns a copy that reads every body with one serializer, whatever its Content-Type says.
    ///
    /// ```swift
    /// let bytes: [UInt8] = try serializers.reading(with: .bytes).read(from: body, head: head)
    /// let text: String = try serializers.reading(with: .text).read(from: body, head: head)   // TextPlugin's, of MimeographText
    /// ```
    /// The ranges that the serializer accepts and its `inspect(_:head:)` are ignored, and it is also called for an empty body.
    /// Validation, limits, content codings and the rules for error bodies still apply. Any type that the serializer does
    /// not produce is an error.
    public func reading<Serializer: ResponseSerialization>(with serializer: Serializer) -> SerializerRegistry {
        var copy = self
        copy.namedReader = .reader(
            Self.namedOwner(Serializer.self),
            serializer,
            for: [.any],
            advertises: serializer.acceptedTypes.compactMap(\.concreteType)
        )
        return copy
    }

    /// Returns a copy that reads every stream with one serializer, whatever its Content-Type says.
    package func streaming<Stream: StreamingResponseSerialization>(with serializer: Stream) -> SerializerRegistry {
        var copy = self
        copy.namedStream = .stream(
            Self.namedOwner(Stream.self),
            serializer,
            for: [.any],
            advertises: serializer.acceptedTypes.compactMap(\.concreteType)
        )
        return copy
    }

    /// Returns a copy that reads every stream of `Decodable` elements with one format, whatever its Content-Type says.
    package func streaming<Format: CodableStreamFormat>(with format: Format) -> SerializerRegistry {
        var copy = self
        copy.namedStream = .stream(
            Self.namedOwner(Format.self),
            format,
            for: [.any],
            advertises: format.acceptedTypes.compactMap(\.concreteType)
        )
        return copy
    }

    /// Returns the owner of a serializer that a caller names without registering it.
    private static func namedOwner(_ type: any Any.Type) -> Entry.Owner {
        (Registration.ID(rawValue: Registration.ID.name(of: type)), .user, RegistrationOptions(acceptsEmptyInput: true))
    }
}

extension SerializerRegistry {
    /// The maximum number of entries in a generated Accept.
    static let acceptLimit = 20

    /// Returns the Accept field for a wanted type, the most preferred media types first.
    ///
    /// It lists at most 20 concrete types, without `charset` and without `*/*`. The media types of ``ErrorBodyRule``s follow the
    /// type of the format that reads them. `Codable` over JSON and XML yields `application/json, application/xml;q=0.8`.
    ///
    /// Source: RFC 9110 §12.5.1.
    public func accept<Value>(for type: Value.Type) -> AcceptField {
        accept(for: WantedType(type), streaming: false)
    }

    /// The concrete media types of whole bodies that the registry reads.
    package var readTypes: [MediaType] {
        var seen: Set<MediaType> = []
        return entries.filter(\.readsBodies).flatMap(\.advertises)
            .filter { seen.insert($0).inserted }
    }

    /// Returns the Accept field for a caller that requests no particular type.
    public func acceptForAnyValue() -> AcceptField { accept(for: .anything, streaming: false) }

    /// Returns the Accept field for a stream of elements.
    public func accept<Element>(forElements type: Element.Type) -> AcceptField {
        accept(for: WantedType(type), streaming: true)
    }

    private func accept(for wanted: WantedType, streaming: Bool) -> AcceptField {
        var offers: [(type: MediaType, weight: QualityValue)] = []
        var offered: Set<MediaType> = []
        func offer(_ type: MediaType, _ weight: QualityValue) {
            if weight > .zero, offered.insert(type).inserted { offers.append((type, weight)) }
        }
        let errorTypes = errorBodies.flatMap(\.mediaRanges).compactMap(\.concreteType)
        let named = streaming ? namedStream : namedReader
        for entry in named.map({ [$0] }) ?? entries
        where entry.isStream == streaming && !entry.reads.isEmpty && wanted.isProduced(by: entry) {
            for type in entry.advertises { offer(type, entry.options.weight) }
            guard case .format = entry.implementation else { continue }
            for type in errorTypes where entry.accepts(type) { offer(type, entry.options.weight) }
        }
        let sorted = offers.enumerated().sorted { one, two in
            (two.element.weight, one.offset) < (one.element.weight, two.offset)
        }
        return AcceptField(
            sorted.prefix(Self.acceptLimit).map {
                AcceptField.Element(MediaRange($0.element.type), quality: $0.element.weight)
            }
        )
    }
}
