import Mimeograph
import MimeographCompression
import MimeographEventStream
import MimeographFiles
import MimeographForm
import MimeographJSON
import MimeographSession
import MimeographSessionTesting

/// A client that sends the request of a command.
struct RequestClient {
    /// The parsed options.
    let options: RequestOptions
    let manager: HTTPSessionManager
    /// The requests as sent, if they are shown.
    let sent: SentRequests?
    /// The recorder of `--har`.
    let recorder: RecordingTransport?
    private let interim: (stream: AsyncStream<ResponseHead>, continuation: AsyncStream<ResponseHead>.Continuation)

    /// Creates a client.
    ///
    /// - Throws: ``SessionError``.
    init(_ options: RequestOptions, _ registry: SerializerRegistry, _ console: Console) throws(SessionError) {
        self.options = options
        var configuration = options.configuration
        // A server may send any number of interim responses, so only the newest are kept.
        let (stream, continuation) = AsyncStream.makeStream(
            of: ResponseHead.self,
            bufferingPolicy: .bufferingNewest(100)
        )
        interim = (stream, continuation)
        configuration.onInterimResponse = { continuation.yield($0) }
        if let credential = options.credential {
            configuration.credentials = try Credentials([options.url: credential])
        }
        var transport = try Self.transport(options)
        recorder = options.values["har"] == nil ? nil : RecordingTransport(transport)
        transport = recorder ?? transport
        sent = options.parts.isDisjoint(with: [.requestHead, .requestBody]) ? nil : SentRequests(transport)
        transport = sent ?? transport
        var description = ClientDescription(environment: console.environment, version: Tool.version)
        description.name = "mimeo"
        manager = try HTTPSessionManager(
            serializers: registry,
            requestSerializer: HTTPRequestSerializer(client: description, encoder: .whatwg),
            configuration: configuration,
            transport: transport
        )
    }

    private static func transport(_ options: RequestOptions) throws(SessionError) -> any Transport {
        if options.servers.isEmpty { return PlatformTransport.make() }
        #if os(Linux)
            return CurlTransport(configuration: CurlTransport.Configuration(connectTo: options.servers))
        #else
            throw SessionError(.invalidRequest, "--resolve works only on Linux.")
        #endif
    }

    /// The session, configured by the options.
    var session: SessionManager { manager.session }

    /// The last 100 interim responses. Reading them ends their collection.
    var interimResponses: [ResponseHead] {
        interim.continuation.finish()
        return Waiting.wait { [stream = interim.stream] in
            var heads: [ResponseHead] = []
            for await head in stream { heads.append(head) }
            return heads
        }
    }

    /// The registry that reads bodies.
    var registry: SerializerRegistry { manager.serializers }

    /// The configuration of requests, with the content codings of the registry.
    var configuration: SessionConfiguration { manager.configuration }

    /// Returns the request as it is sent.
    ///
    /// - Throws: ``SessionError``.
    func message(_ method: HTTPMethod, _ body: RequestBody) throws(SessionError) -> RequestMessage {
        let content: RequestContent
        do throws(SerializationError) { content = try body.content() } catch { throw SessionError(error) }
        var message = try manager.request(
            method,
            options.url,
            content,
            query: options.query,
            headers: options.fields,
            accept: accept
        )
        // A user in the URL would take precedence over the option, so it is removed.
        if options.credential != nil { message.url = message.url.withoutUser }
        return options.coding == nil ? message : try compressed(message)
    }

    /// Returns the request with a compressed body. A file is compressed while it is sent.
    private func compressed(_ message: RequestMessage) throws(SessionError) -> RequestMessage {
        guard let coding = options.coding.flatMap({ registry.codings[$0] }) as? any StreamingContentCoding else {
            return message
        }
        var compressed = message
        do throws(SerializationError) {
            if case .file = message.body, let stream = try message.body.stream() { compressed.body = .stream(stream) }
            try WrittenRequest().compressed(by: coding).write(compressed, into: &compressed)
        } catch {
            throw SessionError(error)
        }
        return compressed
    }

    /// The Accept field: the types that can be read as the requested kind, and streams if they are shown.
    private var accept: AcceptField {
        if options.outputPath != nil { return AcceptField([AcceptField.Element("*/*")]) }
        let whole = options.kind.accept(registry)
        guard options.type == nil, options.kind == .any || options.kind == .json else { return whole }
        var elements = whole.elements
        let streams = [
            registry.accept(forElements: JSON.self),
            registry.accept(forElements: ServerSentEvent.self),
        ]
        for element in streams.flatMap(\.elements) where !elements.contains(where: { $0.range == element.range }) {
            elements.append(element)
        }
        // Any body can be shown, at least as bytes.
        if options.kind == .any { elements.append(AcceptField.Element("*/*", quality: 0.1)) }
        return AcceptField(elements)
    }

    /// Sends the request and waits for the head of the response.
    ///
    /// - Throws: ``SessionError``.
    func send(_ message: RequestMessage) throws(SessionError) -> SessionResponse {
        let (session, configuration) = (session, configuration)
        return try Waiting.wait { () async -> Result<SessionResponse, SessionError> in
            do throws(SessionError) {
                return .success(try await session.response(for: message, configuration: configuration))
            } catch {
                return .failure(error)
            }
        }.get()
    }
}

extension SessionBody {
    /// Waits for the next bytes. Returns nil at the end.
    ///
    /// - Throws: ``SessionError``.
    func waitForChunk() throws(SessionError) -> [UInt8]? {
        try Waiting.wait { () async -> Result<[UInt8]?, SessionError> in
            // A second iterator continues where the first one stopped.
            var iterator = makeAsyncIterator()
            do throws(SessionError) { return .success(try await iterator.next()) } catch { return .failure(error) }
        }.get()
    }

    /// Waits for the whole body.
    ///
    /// - Throws: ``SessionError``.
    func waitForAll(atMost limit: Int) throws(SessionError) -> [UInt8] {
        try Waiting.wait { () async -> Result<[UInt8], SessionError> in
            do throws(SessionError) { return .success(try await collect(atMost: limit)) } catch {
                return .failure(error)
            }
        }.get()
    }
}

/// A serializer of a request that is written already, for one that compresses it.
private struct WrittenRequest: RequestSerialization {
    var contentType: MediaType { .octetStream }

    func write(_ input: RequestMessage, into message: inout RequestMessage) { message = input }
}
