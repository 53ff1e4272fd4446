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
        switch writer(for: value, as: named ?? type)?.implementation {
        case .format(let format):
            guard let encodable = value as? any Encodable else { break }
            return message.setBody(.bytes(try format.encode(encodable)), as: type ?? format.contentType)
        case .writer(let writer):
            // A writer that fails may have changed the message all the same.
            var written = message
            guard try Self.write(value, by: writer, into: &written) else { break }
            message = written
            return
        case .value, .stream, nil: break
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
        switch writer(for: value, as: type)?.implementation {
        case .format(let format):
            guard let encodable = value as? any Encodable else { break }
            return (type ?? format.contentType, try format.encode(encodable))
        case .writer(let writer):
            if let writer = writer as? any BodySerialization {
                guard let bytes = try Self.encode(value, by: writer) else { break }
                return (writer.contentType, bytes)
            }
            return try encode(value, byWriting: writer)
        case .value, .stream, nil: break
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

    /// The registrations that can write the value, in the order in which they are preferred.
    func writers<Value>(for value: Value) -> [Registration] {
        // As for reading, an overlay's are asked before those beneath it.
        visibleLayers.flatMap { registrations in registrations.filter { $0.canWrite(value) }.inAskingOrder }
    }

    /// The writer of a media type: the one that declares it, else the format that reads it, nearest claim first.
    private func writer<Value>(for value: Value, as type: MediaType?) -> Registration? {
        let writers = writers(for: value)
        guard let type else { return writers.first }
        if let exact = writers.first(where: { $0.writes == type }) { return exact }
        if let same = writers.first(where: { $0.writes?.essence == type.essence }) { return same }
        var best: (writer: Registration, match: MediaRange.Match)?
        for writer in writers where writer.readsBodies {
            for range in writer.reads {
                guard let match = range.match(type) else { continue }
                if best.map({ match > $0.match }) ?? true { best = (writer, match) }
            }
        }
        return best?.writer
    }

    /// The error for a value that nothing writes.
    func unwritten(_ type: (some Any).Type, as mediaType: MediaType?) -> SerializationError {
        var seen: Set<MediaType> = []
        let offers = registrations.compactMap(\.writes).filter { seen.insert($0).inserted }.map(\.description)
        return SerializationError(
            .unsupportedMediaType,
            "No serializer writes \(type)\(mediaType.map { " as \"\($0)\"" } ?? "").",
            remedy: offers.isEmpty
                ? "Register a plugin that writes, such as JSONPlugin(), or a writer: register(writer: …)."
                : "Written types: \(offers.joined(separator: ", ")). Make \(type) Encodable, or register(writer: …)."
        )
    }
}

extension Registration {
    /// Whether it can write values like this one.
    func canWrite<Value>(_ value: Value) -> Bool {
        switch implementation {
        case .format: value is any Encodable
        case .writer: domain.isExactly(Value.self)
        case .value, .stream: false
        }
    }
}
