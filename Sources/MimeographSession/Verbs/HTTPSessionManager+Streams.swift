public import Mimeograph
public import MimeographForm

extension HTTPSessionManager {
    /// Returns the elements of a response as they arrive: rows of JSON, subtrees of XML, events.
    ///
    /// ```swift
    /// for try await row: Reading in try await api.stream("readings.ndjson") { … }
    /// ```
    /// The next bytes are requested when the caller has read the earlier elements. Discarding the sequence ends the exchange.
    ///
    /// - Parameters:
    ///   - path: A path relative to the base, or an absolute URL.
    ///   - method: The method.
    ///   - content: The content of the request.
    ///   - query: Parameters that are added to the URL.
    ///   - headers: Fields of this request; each replaces the manager's field of that name.
    ///   - type: The type of an element.
    /// - Throws: ``SessionError``, before the first element if the response is not acceptable.
    public func stream<Element: Sendable>(
        _ path: String,
        method: HTTPMethod = .get,
        _ content: RequestContent = .none,
        query: QueryValue = .null,
        headers: HeaderFields = [:],
        of type: Element.Type = Element.self
    ) async throws(SessionError) -> SessionElements<Element> {
        let accept = serializerCache.accept(forElements: type, in: serializers)
        let message = try request(method, path, content, query: query, headers: headers, accept: accept)
        return try await session.run(message, snapshot, endsWithBody: true) { (job) throws(SessionError) in
            let elements = try await job.pipeline.perform(message) {
                (response) async throws(SessionError) -> SessionElements<Element> in
                try await self.elements(of: response)
            }
            session.watch(elements.chunks, elements.head, of: job, message)
            return elements
        }
    }

    /// Sends a request and returns the response when its head arrives, whatever its status is. It is for programs that read bodies in
    /// their own way.
    ///
    /// ```swift
    /// let response = try await api.response(for: api.request(.post, "chat", .value(prompt)))
    /// for try await chunk in response.body { … }
    /// ```
    /// As with all methods of the manager, secrets go only to its ``allowedOrigins``. The body ends as that of
    /// ``SessionManager/response(for:configuration:)``.
    ///
    /// - Throws: ``SessionError`` if no response arrives.
    public func response(for message: RequestMessage) async throws(SessionError) -> SessionResponse {
        var message = message
        let parsedURL = try resolve(&message)
        return try await session.response(for: message, snapshot, parsedURL: parsedURL)
    }

    private func elements<Element: Sendable>(
        of response: SessionResponse
    ) async throws(SessionError) -> SessionElements<Element> {
        let head = response.head
        learnQueryTypes(from: head)
        guard serializers.validation.statusError(head) == nil else { throw await statusError(of: response) }
        do throws(SerializationError) {
            // The head is validated before the first byte of the body is requested.
            _ = try serializers.parser(of: Element.self, for: head)
        } catch {
            guard error.code == .unsupportedContentCoding else { throw SessionError(error) }
            return try await wholeElements(of: response)
        }
        return SessionElements(
            head: head,
            transferState: response.transferState,
            chunks: response.body,
            serializers: serializers
        )
    }

    /// Returns the elements of a body whose content codings can only be decoded as a whole.
    private func wholeElements<Element: Sendable>(
        of response: SessionResponse
    ) async throws(SessionError) -> SessionElements<Element> {
        let body = try await response.body.collect(atMost: serializerCache.largestBody)
        do throws(SerializationError) {
            var head = response.head
            let plain = try serializers.codings.decode(body.span, head: head, limits: serializers.limits) ?? body
            head.contentCodingsUndone = true
            _ = try serializers.parser(of: Element.self, for: head)
            return SessionElements(
                head: head,
                transferState: response.transferState,
                chunks: SessionBody(BodyChunks(plain)),
                serializers: serializers
            )
        } catch {
            throw SessionError(error)
        }
    }
}

/// The elements of a response, read as it arrives.
public struct SessionElements<Element: Sendable>: AsyncSequence, Sendable {
    /// The head of the response.
    public let head: ResponseHead
    private let transferState: TransferState
    fileprivate let chunks: SessionBody
    private let serializers: SerializerRegistry

    init(head: ResponseHead, transferState: TransferState, chunks: SessionBody, serializers: SerializerRegistry) {
        self.head = head
        self.transferState = transferState
        self.chunks = chunks
        self.serializers = serializers
    }

    /// The metrics of the request so far.
    public var metrics: ExchangeMetrics { transferState.metrics }

    /// Starts at the first element. The body can be read only once, by the first iterator.
    public func makeAsyncIterator() -> Iterator {
        let (head, serializers) = (head, serializers)
        let parsed = ParsedElements<Element>(chunks) { () throws(SerializationError) in
            try serializers.parser(of: Element.self, for: head)
        }
        return Iterator(parsed: parsed.makeAsyncIterator(), head: head)
    }

    /// An iterator over the elements of the stream.
    public struct Iterator: AsyncIteratorProtocol {
        var parsed: ParsedElements<Element>.Iterator
        let head: ResponseHead

        /// Returns the next element, or nil after the last one.
        public mutating func next() async throws(SessionError) -> Element? { try await next(isolation: nil) }

        /// Returns the next element, or nil after the last one.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(SessionError) -> Element? {
            do {
                return try await parsed.next(isolation: actor)
            } catch {
                var failure = SessionError(
                    wrapping: error,
                    as: .serialization,
                    "The response could not be read.",
                    remedy: "See the underlying error."
                )
                failure.head = head
                throw failure.about(head.requestMethod, head.url ?? "")
            }
        }
    }
}
