extension SerializerRegistry {
    /// Writes a value into a request.
    ///
    /// The message's Content-Type chooses the writer, else `type`, else the first registration that can write the value. If no
    /// serializer writes the value, this throws an error.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - type: The media type to write; nil uses the message's, else the first that can write the value.
    ///   - message: The request; unchanged if this throws.
    /// - Throws: ``SerializationError/Code/unsupportedMediaType`` if no serializer writes the value or the message's Content-Type
    ///   is malformed; any error of the writer.
    public func write<Value>(
        _ value: Value,
        as type: MediaType? = nil,
        into message: inout RequestMessage
    ) throws(SerializationError) {
        let named = message.fields.contentType
        if named == nil, let field = message.fields["Content-Type"] {
            throw SerializationError(
                .unsupportedMediaType,
                "The message's Content-Type, \"\(field.visible(atMost: 100))\", is not a media type.",
                remedy: "Correct it, or remove it so that the writer sets its own."
            )
        }
        let entry = writer(for: value, as: named ?? type)
        switch entry?.implementation {
        case .format(let format):
            guard let encodable = value as? any Encodable else { break }
            return message.setBody(
                .bytes(try format.encode(encodable)),
                as: type ?? entry?.writes.first ?? format.contentType
            )
        case .writer(let writer):
            // A writer that fails may have changed its copy of the message.
            var written = message
            if let entry, let other = entry.type(insteadOf: writer.contentType, named: type), named == nil {
                written.fields["Content-Type"] = other.description
            }
            guard try Self.write(value, by: writer, into: &written) else { break }
            message = written
            return
        case .value, .stream, .codableStream, nil: break
        }
        throw unwritten(Value.self, as: named ?? type)
    }

    /// Encodes a value, and returns its media type and its bytes.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - type: The media type to write; nil uses the first that can write the value.
    /// - Throws: As ``write(_:as:into:)``; ``SerializationError/Code/unencodableValue`` if the writer does not produce bytes.
    public func encode<Value>(
        _ value: Value,
        as type: MediaType? = nil
    ) throws(SerializationError) -> (contentType: MediaType, bytes: [UInt8]) {
        let entry = writer(for: value, as: type)
        switch entry?.implementation {
        case .format(let format):
            guard let encodable = value as? any Encodable else { break }
            return (type ?? entry?.writes.first ?? format.contentType, try format.encode(encodable))
        case .writer(let writer):
            if let writer = writer as? any BodySerialization {
                guard let bytes = try Self.encode(value, by: writer) else { break }
                return (entry?.type(insteadOf: writer.contentType, named: type) ?? writer.contentType, bytes)
            }
            return try encode(value, byWriting: writer)
        case .value, .stream, .codableStream, nil: break
        }
        throw unwritten(Value.self, as: type)
    }

    /// Encodes a value with a writer of whole messages, such as a multipart form, which chooses a boundary, or a compressed body.
    private func encode<Value>(
        _ value: Value,
        byWriting writer: any RequestSerialization
    ) throws(SerializationError) -> (contentType: MediaType, bytes: [UInt8]) {
        var message = RequestMessage(method: .post)
        guard try Self.write(value, by: writer, into: &message) else {
            throw unwritten(Value.self, as: writer.contentType)
        }
        guard case .bytes(let bytes) = message.body, let written = message.fields.contentType else {
            throw SerializationError(
                .unencodableValue,
                "The writer of \(Value.self) produces no bytes in memory.",
                remedy: "Call write(_:as:into:), which supports bodies of any kind."
            )
        }
        return (written, bytes)
    }

    /// Writes a value; returns false if it is not of the writer's input type.
    private static func write<Writer: RequestSerialization>(
        _ value: some Any,
        by writer: Writer,
        into message: inout RequestMessage
    ) throws(SerializationError) -> Bool {
        guard let input = value as? Writer.Input else { return false }
        try writer.write(input, into: &message)
        return true
    }

    /// Encodes a value; returns nil if it is not of the writer's input type.
    private static func encode<Writer: BodySerialization>(
        _ value: some Any,
        by writer: Writer
    ) throws(SerializationError) -> [UInt8]? {
        guard let input = value as? Writer.Input else { return nil }
        return try writer.encode(input)
    }

    /// Returns the writer of a media type: the entry that declares it, else the most specific format that reads it.
    private func writer<Value>(for value: Value, as type: MediaType?) -> Entry? {
        let isEncodable = value is any Encodable
        guard let type else { return index.firstWriter(for: Value.self, isEncodable: isEncodable) }
        let declared = index.writers(of: type.essence).filter {
            $0.domain.contains(Value.self, isEncodable: isEncodable)
        }
        if let writer = declared.first(where: { $0.writes.contains(type) }) ?? declared.first { return writer }
        return isEncodable ? format(reading: type) : nil
    }

    /// Returns the most specific format that reads a media type, and so can write it.
    private func format(reading type: MediaType) -> Entry? {
        index.first(matching: type) { match in
            if case .format = match.entry.implementation { match.entry } else { nil }
        }
    }

    /// Returns the media types that a value can be written as, the largest weight first.
    package func writtenTypes<Value>(for value: Value) -> [(type: MediaType, weight: QualityValue)] {
        var types: [(type: MediaType, weight: QualityValue)] = []
        var seen: Set<MediaType> = []
        for writer in index.writers(for: Value.self, isEncodable: value is any Encodable) {
            for type in writer.writes where seen.insert(type).inserted { types.append((type, writer.options.weight)) }
        }
        // Without another criterion the first one is sent.
        return types.enumerated()
            .sorted { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) }
            .map(\.element)
    }

    /// Returns the concrete types of an Accept that a format can write because it reads them. They count only if the client
    /// accepts no other.
    ///
    /// Types that can run scripts are omitted: a page must not run a response because a peer chose its type. `text/xml` is another
    /// name of `application/xml`, so it is written if that is offered.
    package func typesWrittenByName<Value>(
        for value: Value,
        accept: AcceptField?
    ) -> [(type: MediaType, weight: QualityValue)] {
        guard value is any Encodable, let accept else { return [] }
        return accept.elements.compactMap { element in
            guard let type = element.range.concreteType, let format = format(reading: type),
                !type.isScriptable || type.essence.hasSameBytes(as: "text/xml") && format.writes.contains(.xml)
            else { return nil }
            return (type, format.options.weight)
        }
    }

    /// Makes the error for a value that no serializer writes.
    package func unwritten(_ type: (some Any).Type, as mediaType: MediaType?) -> SerializationError {
        var seen: Set<MediaType> = []
        let offers = entries.flatMap(\.writes).filter { seen.insert($0).inserted }.map(\.description)
        let written = offers.isEmpty ? "" : "Written types: \(offers.joined(separator: ", ")). "
        let isWritten = mediaType.map { !index.writers(of: $0.essence).isEmpty } ?? false
        let known = isWritten ? nil : (mediaType ?? .json).knownPlugin
        let plugin = known.map { "Add \($0)" } ?? "Register a format for it"
        return SerializationError(
            .unsupportedMediaType,
            "No serializer writes \(type)\(mediaType.map { " as \"\($0)\"" } ?? "").",
            remedy:
                "\(written)\(type is any Encodable.Type ? plugin : "Make \(type) Encodable"), or register(writer: …)."
        )
    }
}

extension Entry {
    /// The media type to send instead of the writer's own; nil if the entry is registered for the writer's own type.
    ///
    /// - Parameter named: The requested media type.
    fileprivate func type(insteadOf own: MediaType, named: MediaType?) -> MediaType? {
        guard !writes.contains(own) else { return nil }
        return named.flatMap { named in writes.first { $0.essence == named.essence } } ?? writes.first
    }
}
