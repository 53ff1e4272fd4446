extension SerializerRegistry {
    /// Writes a value into a request.
    ///
    /// The Content-Type that the message already has picks the writer; without one `type` does; without that, the first
    /// registration that can write the value. A type that nothing writes is an error, never a pass-through.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - type: The media type to write; nil takes the message's, else the first that can write the value.
    ///   - message: The request; unchanged when this throws.
    /// - Throws: ``SerializationError/Code/unsupportedMediaType`` where nothing writes it or the message's Content-Type is
    ///   no media type, and what the writer throws.
    public func write<Value>(
        _ value: Value,
        as type: MediaType? = nil,
        into message: inout RequestMessage
    ) throws(SerializationError) {
        let named = message.fields.contentType
        if named == nil, let field = message.fields["Content-Type"] {
            throw SerializationError(
                .unsupportedMediaType,
                "The message's Content-Type, \"\(field.visible(atMost: 100))\", is no media type.",
                remedy: "Correct it, or take it away and let the writer set its own."
            )
        }
        let role = writer(for: value, as: named ?? type)
        switch role?.implementation {
        case .format(let format):
            guard let encodable = value as? any Encodable else { break }
            return message.setBody(
                .bytes(try format.encode(encodable)),
                as: type ?? role?.writes.first ?? format.contentType
            )
        case .writer(let writer):
            // A writer that fails may have changed the message all the same.
            var written = message
            if let role, let other = role.type(insteadOf: writer.contentType, named: type), named == nil {
                written.fields["Content-Type"] = other.description
            }
            guard try Self.write(value, by: writer, into: &written) else { break }
            message = written
            return
        case .value, .stream, .codableStream, nil: break
        }
        throw unwritten(Value.self, as: named ?? type)
    }

    /// Encodes a value, and gives the bytes with their media type.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - type: The media type to write; nil takes the first that can write the value.
    /// - Throws: As ``write(_:as:into:)``; ``SerializationError/Code/unencodableValue`` where the writer makes a stream.
    public func encode<Value>(
        _ value: Value,
        as type: MediaType? = nil
    ) throws(SerializationError) -> (contentType: MediaType, bytes: [UInt8]) {
        let role = writer(for: value, as: type)
        switch role?.implementation {
        case .format(let format):
            guard let encodable = value as? any Encodable else { break }
            return (type ?? role?.writes.first ?? format.contentType, try format.encode(encodable))
        case .writer(let writer):
            if let writer = writer as? any BodySerialization {
                guard let bytes = try Self.encode(value, by: writer) else { break }
                return (role?.type(insteadOf: writer.contentType, named: type) ?? writer.contentType, bytes)
            }
            return try encode(value, byWriting: writer)
        case .value, .stream, .codableStream, nil: break
        }
        throw unwritten(Value.self, as: type)
    }

    /// Encodes a value with what writes whole messages: a form of several parts, which makes up a boundary, or a body that is
    /// compressed.
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
                "The writer of \(Value.self) makes no bytes at once.",
                remedy: "Use write(_:as:into:), which takes bodies of any kind."
            )
        }
        return (written, bytes)
    }

    /// Writes a value that is of the writer's input type; false where it is not.
    private static func write<Writer: RequestSerialization>(
        _ value: some Any,
        by writer: Writer,
        into message: inout RequestMessage
    ) throws(SerializationError) -> Bool {
        guard let input = value as? Writer.Input else { return false }
        try writer.write(input, into: &message)
        return true
    }

    /// Encodes a value that is of the writer's input type; nil where it is not.
    private static func encode<Writer: BodySerialization>(
        _ value: some Any,
        by writer: Writer
    ) throws(SerializationError) -> [UInt8]? {
        guard let input = value as? Writer.Input else { return nil }
        return try writer.encode(input)
    }

    /// What can write the value, in the order in which it is preferred.
    func writers<Value>(for value: Value) -> [Registration.Role] {
        let isEncodable = value is any Encodable
        return writers { $0.roles(for: Value.self, isEncodable: isEncodable) }
    }

    /// What each layer has, without what a layer above hides. As for reading, an overlay's are asked before those beneath it.
    private func writers(_ find: (WritingIndex) -> [Registration.Role]) -> [Registration.Role] {
        if layers.count == 1 { return find(layers[0].writing) }
        var hidden: Set<Registration.ID> = []
        var writers: [Registration.Role] = []
        for layer in layers.reversed() {
            writers += find(layer.writing).filter { !hidden.contains($0.id) }
            hidden.formUnion(layer.ids)
        }
        return writers
    }

    /// The writer of a media type: the one that declares it, else the format that reads it, most specific first.
    private func writer<Value>(for value: Value, as type: MediaType?) -> Registration.Role? {
        let isEncodable = value is any Encodable
        guard let type else {
            if layers.count == 1 { return layers[0].writing.first(for: Value.self, isEncodable: isEncodable) }
            guard let offered = writers(for: value).first?.writes.first else { return nil }
            return writers { $0.roles(writing: offered.essence) }.first { role in
                role.writes.first == offered && role.domain.contains(Value.self, isEncodable: isEncodable)
            }
        }
        let declared = writers { $0.roles(writing: type.essence) }.filter {
            $0.domain.contains(Value.self, isEncodable: isEncodable)
        }
        if let writer = declared.first(where: { $0.writes.contains(type) }) ?? declared.first { return writer }
        return isEncodable ? format(reading: type) : nil
    }

    /// The format that reads a media type, and so writes it where it is asked for by name; the most specific match.
    func format(reading type: MediaType) -> Registration.Role? {
        for specificity in stride(from: 5, through: 1, by: -1) {
            var best: (role: Registration.Role, matchedParameters: Int)?
            for entry in entries(on: type, specificity: specificity, streaming: false) {
                guard case .format = entry.role.implementation, let match = entry.range.match(type) else { continue }
                if best.map({ match.matchedParameters > $0.matchedParameters }) ?? true {
                    best = (entry.role, match.matchedParameters)
                }
            }
            if let best { return best.role }
        }
        return nil
    }

    /// The media types that a value may be written as because a client names them and accepts nothing else: those that a
    /// format reads.
    ///
    /// What can run scripts is left out: a page that shows an answer must not run it because a peer asked for it so.
    func offersByName<Value>(for value: Value, accept: AcceptField?) -> [ContentNegotiation.Offer] {
        guard value is any Encodable, let accept else { return [] }
        return accept.elements.compactMap { element in
            guard let type = element.range.concreteType, !type.isScriptable, let format = format(reading: type) else {
                return nil
            }
            return ContentNegotiation.Offer(type, weight: format.options.weight)
        }
    }

    /// The error for a value that nothing writes.
    func unwritten(_ type: (some Any).Type, as mediaType: MediaType?) -> SerializationError {
        var seen: Set<MediaType> = []
        let offers = registrations.flatMap(\.writes).filter { seen.insert($0).inserted }.map(\.description)
        return SerializationError(
            .unsupportedMediaType,
            "No serializer writes \(type)\(mediaType.map { " as \"\($0)\"" } ?? "").",
            remedy: offers.isEmpty
                ? "Register a plugin that writes, such as JSONPlugin(), or a writer: register(writer: …)."
                : "Written types: \(offers.joined(separator: ", ")). Make \(type) Encodable, or register(writer: …)."
        )
    }
}

extension Registration.Role {
    /// The media type of what a writer has written, where it is registered for other types than its own; nil where it is its own.
    ///
    /// - Parameter named: The type that was asked for.
    fileprivate func type(insteadOf own: MediaType, named: MediaType?) -> MediaType? {
        guard !writes.contains(own) else { return nil }
        return named.flatMap { named in writes.first { $0.essence == named.essence } } ?? writes.first
    }
}
