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
        as type: Value.Type,
        body: some Collection<UInt8> = [] as [UInt8]
    ) -> DispatchTrace {
        explain(.response(head), WantedType(type), body: body)
    }

    /// Says which serializer would read a response as whatever it is, and why; it reads nothing.
    public func explain(
        _ head: ResponseHead,
        body: some Collection<UInt8> = [] as [UInt8]
    ) -> DispatchTrace {
        explain(.response(head), .native, body: body)
    }

    /// Says which serializer would read a body of that media type as the wanted type, and why.
    public func explain<Value>(contentType: MediaType, as type: Value.Type) -> DispatchTrace {
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
    func unread(_ trace: DispatchTrace, hint: SniffedFormat?) -> SerializationError {
        let looks = hint.map { " The body looks like \($0.rawValue)." } ?? ""
        var error: SerializationError
        if let type = trace.contentType {
            error = SerializationError(.unsupportedMediaType, trace.headline + looks)
            error.remedy = remedy(for: type, hint: hint, trace: trace)
        } else {
            error = SerializationError(.missingContentType, trace.headline + looks)
            error.remedy =
                hint.map { "If you know what this server sends: registry.assuming(\"\($0.mediaType.essence)\")." }
                ?? "Say what it is: registry.assuming(\"application/json\"), or register a catch-all such as BytesPlugin()."
        }
        error.trace = trace
        return error
    }

    /// One line to paste, chosen by what was nearly right.
    private func remedy(for type: MediaType, hint: SniffedFormat?, trace: DispatchTrace) -> String {
        if let hint, hint.mediaType.essence != type.essence,
            registrations.flatMap(\.roles).contains(where: { $0.readsBodies && $0.accepts(hint.mediaType) })
        {
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
        let essence = type.visibleEssence
        return
            "Add the plugin that reads \(essence), or register a serializer for it: register(…, for: \"\(essence)\")."
    }
}

extension SerializationError {
    /// The error for a value that is wanted of a body that is not there.
    static func emptyBody(wanted: String) -> SerializationError {
        SerializationError(
            .emptyBody,
            "The body is empty, and \(wanted) cannot be made of nothing.",
            remedy:
                "Ask for \(wanted)? to get nil, for Void to ignore the body, or conform the type to EmptyRepresentable."
        )
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
