public import Mimeograph

extension HTTPSessionManager {
    /// Returns a copy that reads every response with one serializer, whatever its Content-Type is.
    ///
    /// ```swift
    /// let bytes: [UInt8] = try await api.reading(with: .bytes).get("items")
    /// let text: String = try await api.reading(with: .text).get("items")     // of MimeographText
    /// let data: Data = try await api.reading(with: .data).get("items")       // of MimeographFoundation
    /// let report: Report = try await api.reading(with: ReportSerializer()).get("report")
    /// ```
    /// It applies `SerializerRegistry.reading(with:)` to the ``serializers``. A request for a type that the serializer does not
    /// make throws an error. Validation, content codings and the rules for error bodies stay the same.
    public func reading(with serializer: some ResponseSerialization) -> HTTPSessionManager {
        var copy = self
        copy.serializers = serializers.reading(with: serializer)
        return copy
    }

    /// Returns a copy that reads every stream with one serializer, whatever its Content-Type is.
    ///
    /// ```swift
    /// let entries = XMLParserResponseSerializer().subtrees(named: "entry")
    /// for try await entry: XML.Document in try await api.streaming(with: entries).stream("feed.atom") { … }
    /// ```
    public func streaming(with serializer: some StreamingResponseSerialization) -> HTTPSessionManager {
        var copy = self
        copy.serializers = serializers.streaming(with: serializer)
        return copy
    }

    /// Returns a copy that reads every stream with one format, for any `Decodable` elements, whatever its Content-Type is.
    ///
    /// ```swift
    /// let entries = XMLParserResponseSerializer().subtrees(named: "entry").decoded()
    /// for try await entry: Entry in try await api.streaming(with: entries).stream("feed.atom") { … }
    /// ```
    public func streaming(with format: some CodableStreamFormat) -> HTTPSessionManager {
        var copy = self
        copy.serializers = serializers.streaming(with: format)
        return copy
    }
}

extension SerializerRegistry {
    init(only serializer: some ResponseSerialization) throws(SessionError) {
        self.init()
        do throws(RegistryError) {
            try register(serializer)
        } catch {
            throw SessionError(
                .serialization,
                "The serializer cannot be registered: \(error)",
                remedy: "Correct the acceptedTypes of the serializer.",
                underlying: [error]
            )
        }
    }
}
