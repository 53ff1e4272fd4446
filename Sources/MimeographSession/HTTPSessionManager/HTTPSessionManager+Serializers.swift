public import Mimeograph

extension HTTPSessionManager {
    /// Makes a manager with one serializer for all responses, as AFNetworking's has one.
    ///
    /// ```swift
    /// let api = try HTTPSessionManager(responseSerializer: JSONResponseSerializer(), transport: transport)
    /// ```
    /// - Parameters:
    ///   - baseURL: What paths are relative to. Nil for none.
    ///   - responseSerializer: What reads bodies; the types of content that it accepts are those that are acceptable.
    ///   - requestSerializer: The fields that every request gets, and how parameters become text.
    ///   - configuration: How requests are sent.
    ///   - transport: What carries them.
    /// - Throws: ``SessionError/Code/invalidURL``; ``SessionError/Code/serialization`` where the serializer claims a media range
    ///   that is none.
    public init(
        baseURL: String? = nil,
        responseSerializer: some ResponseSerialization,
        requestSerializer: HTTPRequestSerializer = HTTPRequestSerializer(),
        configuration: SessionConfiguration = SessionConfiguration(),
        transport: any Transport
    ) throws(SessionError) {
        try self.init(
            baseURL: baseURL,
            serializers: SerializerRegistry(only: responseSerializer),
            requestSerializer: requestSerializer,
            configuration: configuration,
            transport: transport
        )
    }

    /// A copy that asks one serializer before those of the registry.
    ///
    /// ```swift
    /// let report = try await api.reading(with: ReportSerializer()).get("report", as: Report.self)
    /// ```
    /// - Throws: ``SessionError/Code/serialization`` where the serializer claims a media range that is none.
    public func reading(with serializer: some ResponseSerialization) throws(SessionError) -> HTTPSessionManager {
        var overlay = try SerializerRegistry(only: serializer)
        overlay.budget = serializers.budget
        overlay.validation = serializers.validation
        var copy = self
        copy.serializers = overlay.overlaying(serializers)
        return copy
    }
}

extension SerializerRegistry {
    /// A registry of one serializer.
    fileprivate init(only serializer: some ResponseSerialization) throws(SessionError) {
        self.init()
        do throws(RegistryError) {
            try register(serializer)
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
