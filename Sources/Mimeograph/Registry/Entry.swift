/// One serializer of a registry: the media types that it reads or writes, the Swift types, and its options.
///
/// It is a class because it is passed around for every body that is read.
final class Entry: Sendable {
    enum Implementation: Sendable {
        case value(any ResponseSerialization)
        case format(any CodableFormat)
        case stream(any StreamingResponseSerialization)
        case codableStream(any CodableStreamFormat)
        case writer(any RequestSerialization)
    }

    /// The properties that all entries of one registration share.
    typealias Owner = (id: Registration.ID, origin: Registration.Origin, options: RegistrationOptions)

    let id: Registration.ID
    let origin: Registration.Origin
    let options: RegistrationOptions
    /// The media ranges that it reads, most preferred first.
    let reads: [MediaRange]
    /// The concrete media types that it adds to a generated Accept.
    let advertises: [MediaType]
    /// The concrete media types that it writes, most preferred first.
    let writes: [MediaType]
    let domain: TypeDomain
    let implementation: Implementation

    /// - Parameter advertises: If nil, the concrete types of `reads`. The owner's options override both.
    init(
        _ owner: Owner,
        reads: [MediaRange] = [],
        advertises: [MediaType]? = nil,
        writes: [MediaType] = [],
        _ domain: TypeDomain,
        _ implementation: Implementation
    ) {
        id = owner.id
        origin = owner.origin
        options = owner.options
        self.reads = reads
        self.advertises = owner.options.advertises ?? advertises ?? reads.compactMap(\.concreteType)
        self.writes = writes
        self.domain = domain
        self.implementation = implementation
    }
}

extension Entry {
    /// Whether it is a candidate if a caller requests no particular type.
    var isForAnyValue: Bool {
        if case .value = implementation { options.isForAnyValue } else { false }
    }

    /// Whether it reads bodies as they arrive.
    var isStream: Bool {
        switch implementation {
        case .stream, .codableStream: true
        case .value, .format, .writer: false
        }
    }

    /// Whether it reads whole bodies.
    var readsBodies: Bool {
        switch implementation {
        case .value, .format: true
        case .stream, .codableStream, .writer: false
        }
    }

    func accepts(_ type: MediaType) -> Bool { reads.contains { $0.contains(type) } }

    /// The pattern that both entries accept for overlapping Swift types; nil if they do not conflict.
    func conflict(with other: Entry) -> String? {
        // The types are compared last, because a dynamic cast searches all conformances of the program.
        let read = isStream == other.isStream ? reads.first { other.reads.contains(where: $0.conflicts(with:)) } : nil
        let written = writes.first(where: other.writes.contains)
        guard read != nil || written != nil else { return nil }
        let overlap = domain.overlaps(other.domain)
        if let read, overlap || (isForAnyValue && other.isForAnyValue) { return read.description }
        return overlap ? written?.description : nil
    }
}

extension MediaRange {
    /// Whether some media type matches both ranges with the same specificity.
    fileprivate func conflicts(with other: MediaRange) -> Bool {
        guard pattern == other.pattern, requiredParameters.count == other.requiredParameters.count else { return false }
        return requiredParameters.allSatisfy { mine in
            other.requiredParameters.allSatisfy { $0.name != mine.name || $0.value == mine.value }
        }
    }
}

// MARK: - Making entries

extension Entry {
    static func reader<Serializer: ResponseSerialization>(
        _ owner: Owner,
        _ serializer: Serializer,
        for ranges: [MediaRange],
        advertises: [MediaType]? = nil
    ) -> Entry {
        Entry(
            owner,
            reads: ranges.isEmpty ? serializer.acceptedTypes : ranges,
            advertises: advertises,
            .exactly(Serializer.Output.self),
            .value(serializer)
        )
    }

    static func format(_ owner: Owner, _ format: some CodableFormat, for ranges: [MediaRange]) -> Entry {
        let reads = ranges.isEmpty ? format.acceptedTypes : ranges
        let named = ranges.compactMap(\.concreteType)
        // Advertise the format's own type only if it is registered for that type.
        let isSent = named.isEmpty && reads.contains { $0.contains(format.contentType) }
        return Entry(
            owner,
            reads: reads,
            advertises: isSent ? [format.contentType] : nil,
            writes: named.isEmpty ? [format.contentType] : named,
            .anyCodable,
            .format(format)
        )
    }

    static func writer<Writer: RequestSerialization>(
        _ owner: Owner,
        _ writer: Writer,
        for ranges: [MediaRange] = []
    ) -> Entry where Writer.Input: Sendable {
        let named = ranges.compactMap(\.concreteType)
        return Entry(
            owner,
            writes: named.isEmpty ? [writer.contentType] : named,
            .exactly(Writer.Input.self),
            .writer(writer)
        )
    }

    static func stream<Stream: StreamingResponseSerialization>(
        _ owner: Owner,
        _ stream: Stream,
        for ranges: [MediaRange],
        advertises: [MediaType]? = nil
    ) -> Entry {
        Entry(
            owner,
            reads: ranges.isEmpty ? stream.acceptedTypes : ranges,
            advertises: advertises,
            .exactly(Stream.Element.self),
            .stream(stream)
        )
    }

    static func stream(
        _ owner: Owner,
        _ format: any CodableStreamFormat,
        for ranges: [MediaRange],
        advertises: [MediaType]? = nil
    ) -> Entry {
        Entry(
            owner,
            reads: ranges.isEmpty ? format.acceptedTypes : ranges,
            advertises: advertises,
            .anyCodable,
            .codableStream(format)
        )
    }
}
