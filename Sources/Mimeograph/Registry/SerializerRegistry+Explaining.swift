extension SerializerRegistry {
    /// Explains which serializer would read a response as the wanted type, without reading it.
    ///
    /// - Parameters:
    ///   - head: The head of the response.
    ///   - type: The wanted type.
    ///   - body: The body or its first bytes, if available, for signatures and serializers that inspect them.
    public func explain<Value>(
        _ head: ResponseHead,
        for type: Value.Type,
        body: some Collection<UInt8> = [] as [UInt8]
    ) -> DispatchTrace {
        explain(.response(head), WantedType(type), body: body)
    }

    /// Explains which serializer would read a response if no particular type is requested, without reading it.
    public func explain(
        _ head: ResponseHead,
        body: some Collection<UInt8> = [] as [UInt8]
    ) -> DispatchTrace {
        explain(.response(head), .anything, body: body)
    }

    /// Explains which serializer would read a body of that media type as the wanted type.
    public func explain<Value>(contentType: MediaType, for type: Value.Type) -> DispatchTrace {
        explain(.labelled(contentType), WantedType(type), body: [])
    }

    private func explain(
        _ origin: BodyOrigin,
        _ wanted: WantedType,
        body: some Collection<UInt8>
    ) -> DispatchTrace {
        withBytes(of: body) { span in
            let prefix = span.extracting(first: Signature.prefixLength)
            let label = label(origin, wanted, prefix: prefix)
            var declined: Refusals = [:]
            if !prefix.isEmpty {
                _ = firstReader(label, wanted, prefix: prefix, origin, declined: &declined)
            }
            return trace(label, wanted, declined: declined)
        }
    }
}

extension SerializerRegistry {
    /// Makes the error for a body that no serializer reads, with its trace, its apparent format and a remedy.
    func unread(_ trace: DispatchTrace, _ wanted: WantedType, hint: SniffedFormat?) -> SerializationError {
        let looks = hint.map { " The body looks like \($0.rawValue)." } ?? ""
        var error: SerializationError
        if let type = trace.contentType {
            error = SerializationError(.unsupportedMediaType, trace.headline + looks)
            error.remedy = remedy(for: type, wanted, hint: hint, trace: trace)
            error.detailForPeer = "This server does not read the media type \"\(type.visibleEssence)\"."
        } else {
            error = SerializationError(.missingContentType, trace.headline + looks)
            error.remedy =
                hint.map { "If you know what this server sends: registry.assuming(\"\($0.mediaType.essence)\")." }
                ?? "State the type: registry.assuming(\"application/json\"), or register a catch-all such as BytesPlugin()."
            error.detailForPeer = "The Content-Type is missing or malformed."
        }
        error.trace = trace
        return error
    }

    /// Returns the remedy for the nearest miss.
    private func remedy(
        for type: MediaType,
        _ wanted: WantedType,
        hint: SniffedFormat?,
        trace: DispatchTrace
    ) -> String {
        if let plugin = wanted.pluginOfBytes(type) {
            return "Add \(plugin.name), or read this response with reading(with: \(plugin.serializer))."
        }
        if wanted.isExistential { return "To read any type, call anyValue(from:head:); read returns one type." }
        let readers = entries.filter(\.readsBodies)
        if namedReader == nil, !wanted.mayBeDecodable, readers.contains(where: { $0.domain.isOpen && $0.accepts(type) })
        {
            return wanted.isTuple
                ? "No format reads a tuple. Request the value alone; response(_:_:as:) returns it with the head."
                : "Make \(trace.wanted) Decodable, or register a serializer that produces it."
        }
        if let hint, hint.mediaType.essence != type.essence, readers.contains(where: { $0.accepts(hint.mediaType) }) {
            return """
                If you trust this server: registry.treating("\(type.visibleEssence)", as: "\(hint.mediaType.essence)") \
                or, for this call, registry.assuming("\(hint.mediaType.essence)").
                """
        }
        for candidate in trace.candidates {
            if case .wrongType(let produces) = candidate.verdict {
                return "Request \(produces) from \(candidate.id), or register a serializer for \(trace.wanted)."
            }
        }
        if hint == .html || type.isHTML {
            return
                "The body is a web page. Check the URL and whether it requires a login. reading(with: .text) reads it as text."
        }
        let essence = type.visibleEssence
        let own = "register a serializer for it: register(…, for: \"\(essence)\")"
        return type.knownPlugin.map { "Add \($0), or \(own)." }
            ?? "No module of Mimeograph reads \(essence): \(own)."
    }
}

extension MediaType {
    /// The plugin of this package that reads the type most specifically.
    var knownPlugin: String? {
        let plugins = knownPlugins.compactMap { known in
            known.ranges.compactMap { $0.match(self) }.max().map { (match: $0, name: known.plugin) }
        }
        return plugins.max { $0.match < $1.match }?.name
    }
}

extension WantedType {
    /// The plugin and the serializer that read any body as the wanted type.
    fileprivate func pluginOfBytes(_ type: MediaType) -> (name: String, serializer: String)? {
        switch name {
        case "Array<UInt8>": ("BytesPlugin()", ".bytes")
        case "Data": ("DataPlugin() of MimeographFoundation", ".data")
        case "String" where type.hasType("text"): ("TextPlugin() of MimeographText", ".text")
        default: nil
        }
    }

    /// Whether a format may be able to read it.
    fileprivate var mayBeDecodable: Bool { isAnything || decodable != nil }

    /// Whether it is `Any` or `any Sendable`. They are one type at run time, and its name depends on how the caller is optimized.
    fileprivate var isExistential: Bool { name.hasSameBytes(as: "Any") || name.hasSameBytes(as: "Sendable") }

    fileprivate var isTuple: Bool { name.utf8.first == UInt8(ascii: "(") }
}

extension SerializationError {
    /// The error for an empty body from which a value is wanted.
    static func emptyBody(wanted: String) -> SerializationError {
        SerializationError(
            .emptyBody,
            "Expected \(wanted), found an empty body.",
            remedy:
                "Request \(wanted)? to get nil, request Void to ignore the body, or conform the type to EmptyRepresentable."
        ).telling(peer: "The body is empty.")
    }

    /// The error for a serializer that returned another type than its registration declares.
    static func wrongType(_ id: String) -> SerializationError {
        SerializationError(.dataShape, "\(id) returned a value of another type than it was registered for.")
    }

    /// Returns the same error with a trace, unless it has one.
    func adding(trace: @autoclosure () -> DispatchTrace) -> SerializationError {
        if self.trace != nil { return self }
        var error = self
        error.trace = trace()
        return error
    }
}
