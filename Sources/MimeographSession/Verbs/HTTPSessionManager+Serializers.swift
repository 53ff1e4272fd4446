public import Mimeograph

extension HTTPSessionManager {
    /// A copy that reads every response with one serializer, whatever its Content-Type says.
    ///
    /// ```swift
    /// let bytes: [UInt8] = try await api.reading(with: .bytes).get("items")
    /// let text: String = try await api.reading(with: .text).get("items")     // of MimeographText
    /// let data: Data = try await api.reading(with: .data).get("items")       // of MimeographFoundation
    /// let report: Report = try await api.reading(with: ReportSerializer()).get("report")
    /// ```
    /// It is `SerializerRegistry.reading(with:)` of the ``serializers``: a type that the serializer does not make is an error,
    /// and what validates responses, undoes content codings and reads the bodies of errors stays as it is.
    public func reading(with serializer: some ResponseSerialization) -> HTTPSessionManager {
        var copy = self
        copy.serializers = serializers.reading(with: serializer)
        return copy
    }

    /// A copy that reads every stream with one serializer, whatever its Content-Type says.
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

    /// A copy that reads every stream with one format, for elements of any `Decodable` type, whatever its Content-Type says.
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
    /// A registry of one serializer.
    init(only serializer: some ResponseSerialization) throws(SessionError) {
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
