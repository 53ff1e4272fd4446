extension SerializerRegistry {
    /// Says which serializer would read a response as the wanted type, and why; it reads nothing.
    ///
    /// - Parameters:
    ///   - head: The head of the response.
    ///   - type: The wanted type.
    ///   - body: The body or its first bytes, if they are at hand: signatures and serializers that look at them then
    ///     have their say.
    public func explain<Value>(
        _ head: ResponseHead,
        for type: Value.Type,
        body: some Collection<UInt8> = [] as [UInt8]
    ) -> DispatchTrace {
        explain(.response(head), WantedType(type), body: body)
    }

    /// Says which serializer would read a response as whatever it is, and why; it reads nothing.
    public func explain(
        _ head: ResponseHead,
        body: some Collection<UInt8> = [] as [UInt8]
    ) -> DispatchTrace {
        explain(.response(head), .anything, body: body)
    }

    /// Says which serializer would read a body of that media type as the wanted type, and why.
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
    /// The error for a body that nothing reads: what was tried, what the body looks like, and what to write.
    func unread(_ trace: DispatchTrace, _ wanted: WantedType, hint: SniffedFormat?) -> SerializationError {
        let looks = hint.map { " The body looks like \($0.rawValue)." } ?? ""
        var error: SerializationError
        if let type = trace.contentType {
            error = SerializationError(.unsupportedMediaType, trace.headline + looks)
            error.remedy = remedy(for: type, wanted, hint: hint, trace: trace)
            error.detailForPeer = "The media type \"\(type.visibleEssence)\" is not read here."
        } else {
            error = SerializationError(.missingContentType, trace.headline + looks)
            error.remedy =
                hint.map { "If you know what this server sends: registry.assuming(\"\($0.mediaType.essence)\")." }
                ?? "Say what it is: registry.assuming(\"application/json\"), or register a catch-all such as BytesPlugin()."
            error.detailForPeer = "The Content-Type is missing, or is no media type."
        }
        error.trace = trace
        return error
    }

    /// One line to paste, chosen by what was nearly right.
    private func remedy(
        for type: MediaType,
        _ wanted: WantedType,
        hint: SniffedFormat?,
        trace: DispatchTrace
    ) -> String {
        if let plugin = wanted.pluginOfBytes(type) {
            return "Add \(plugin.name), or read this response so: reading(with: \(plugin.serializer))."
        }
        if wanted.isExistential { return "Whatever a body is, anyValue(from:head:) gives; read gives one type." }
        let readers = entries.filter(\.readsBodies)
        if namedReader == nil, !wanted.mayBeDecodable, readers.contains(where: { $0.domain.isOpen && $0.accepts(type) })
        {
            return wanted.isTuple
                ? "A tuple is read by no format: ask for the value alone; response(_:_:as:) gives the head with it."
                : "Make \(trace.wanted) Decodable, or register a serializer that makes it."
        }
        if let hint, hint.mediaType.essence != type.essence, readers.contains(where: { $0.accepts(hint.mediaType) }) {
            return """
                If you trust this server: registry.treating("\(type.visibleEssence)", as: "\(hint.mediaType.essence)") \
                or, for this call, registry.assuming("\(hint.mediaType.essence)").
                """
        }
        for candidate in trace.candidates {
            if case .wrongType(let produces) = candidate.verdict {
                return "Ask for \(produces), which \(candidate.id) gives, or register a serializer for \(trace.wanted)."
            }
        }
        if hint == .html || type.isHTML {
            return
                "It is a web page: check the URL, and whether it asks to sign in; as text it is read by reading(with: .text)."
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
    /// What gives the bytes of any body in the type that is wanted, and the plugin that gives them where nothing more specific
    /// does.
    fileprivate func pluginOfBytes(_ type: MediaType) -> (name: String, serializer: String)? {
        switch name {
        case "Array<UInt8>": ("BytesPlugin()", ".bytes")
        case "Data": ("DataPlugin() of MimeographFoundation", ".data")
        case "String" where type.hasType("text"): ("TextPlugin() of MimeographText", ".text")
        default: nil
        }
    }

    /// Whether it may be read by a format; whatever a body is may.
    fileprivate var mayBeDecodable: Bool { isAnything || decodable != nil }

    /// Whether it is `Any` or `any Sendable`, where a caller has meant whatever the body is. They are one type to the runtime, and which
    /// name it has depends on how the caller is optimised.
    fileprivate var isExistential: Bool { name.hasSameBytes(as: "Any") || name.hasSameBytes(as: "Sendable") }

    fileprivate var isTuple: Bool { name.utf8.first == UInt8(ascii: "(") }
}

extension SerializationError {
    /// The error for a value that is wanted of a body that is not there.
    static func emptyBody(wanted: String) -> SerializationError {
        SerializationError(
            .emptyBody,
            "The body is empty, and \(wanted) cannot be made of nothing.",
            remedy:
                "Ask for \(wanted)? to get nil, for Void to ignore the body, or conform the type to EmptyRepresentable."
        ).telling(peer: "The body is empty.")
    }

    /// The error for a registration that made something else than its domain says; only a wrong serializer causes it.
    static func wrongType(_ id: String) -> SerializationError {
        SerializationError(.dataShape, "\(id) gave a value of another type than it was registered for.")
    }

    /// The same error with a trace, unless it has one.
    func adding(trace: @autoclosure () -> DispatchTrace) -> SerializationError {
        if self.trace != nil { return self }
        var error = self
        error.trace = trace()
        return error
    }
}
