public import Mimeograph

extension HTTPSessionManager {
    /// A copy that asks one serializer before those of the registry.
    ///
    /// ```swift
    /// let report = try await api.reading(with: ReportSerializer()).get("report", as: Report.self)
    /// ```
    /// - Throws: ``SessionError/Code/serialization`` where the serializer accepts a media range that is not valid.
    public func reading(with serializer: some ResponseSerialization) throws(SessionError) -> HTTPSessionManager {
        overlaid(by: try SerializerRegistry(only: serializer))
    }

    /// A copy that asks one serializer of streams before those of the registry.
    ///
    /// ```swift
    /// let entries = XMLParserResponseSerializer().subtrees(named: "entry")
    /// for try await entry: XML.Document in try await api.streaming(with: entries).stream("feed.atom") { … }
    /// ```
    /// - Throws: ``SessionError/Code/serialization`` where the serializer accepts a media range that is not valid.
    public func streaming(
        with serializer: some StreamingResponseSerialization
    ) throws(SessionError) -> HTTPSessionManager {
        overlaid(
            by: try SerializerRegistry(registering: { (registry) throws(RegistryError) in
                try registry.register(stream: serializer)
            })
        )
    }

    /// A copy that asks one format of streams before those of the registry, for elements of any `Decodable` type.
    ///
    /// ```swift
    /// let entries = XMLParserResponseSerializer().subtrees(named: "entry").decoded()
    /// for try await entry: Entry in try await api.streaming(with: entries).stream("feed.atom") { … }
    /// ```
    /// - Throws: ``SessionError/Code/serialization`` where the format accepts a media range that is not valid.
    public func streaming(with format: some CodableStreamFormat) throws(SessionError) -> HTTPSessionManager {
        overlaid(
            by: try SerializerRegistry(registering: { (registry) throws(RegistryError) in
                try registry.register(stream: format)
            })
        )
    }

    private func overlaid(by registry: SerializerRegistry) -> HTTPSessionManager {
        var overlay = registry
        overlay.limits = serializers.limits
        overlay.validation = serializers.validation
        var copy = self
        copy.serializers = overlay.overlaying(serializers)
        return copy
    }
}

extension SerializerRegistry {
    /// A registry of one serializer.
    init(only serializer: some ResponseSerialization) throws(SessionError) {
        try self.init(registering: { (registry) throws(RegistryError) in try registry.register(serializer) })
    }

    fileprivate init(
        registering register: (inout SerializerRegistry) throws(RegistryError) -> Void
    ) throws(SessionError) {
        self.init()
        do throws(RegistryError) {
            try register(&self)
        } catch {
            throw SessionError(
                .serialization,
                "The serializer cannot be registered: \(error)",
                remedy: "See what it says in acceptedTypes.",
                underlying: [error]
            )
        }
    }
}
