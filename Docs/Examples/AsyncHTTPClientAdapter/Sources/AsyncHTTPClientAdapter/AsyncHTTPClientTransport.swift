public import AsyncHTTPClient
import Mimeograph
public import MimeographSession
import NIOCore

/// Carries exchanges by AsyncHTTPClient, for servers that run on SwiftNIO already.
///
/// ```swift
/// let api = try HTTPSessionManager(
///     baseURL: "https://api.example.com/v1/",
///     serializers: serializers,
///     transport: AsyncHTTPClientTransport()
/// )
/// ```
/// AsyncHTTPClient is used for connections, TLS and framing only: redirects and content codings are the session's.
///
/// What it does not do: proxies that a request names (one for all requests can be set in the configuration), sockets of the
/// Unix domain, HTTP/2 over plain text, `CONNECT` and `Upgrade`, and trailers of requests; each is refused with `unsupported`. The
/// priority of a request has no effect. Trailers of responses and interim responses are not told.
public final class AsyncHTTPClientTransport: Transport {
    private let clients: Clients

    /// Makes a transport. Nothing is connected yet.
    ///
    /// - Parameter configuration: For TLS, the pool and the proxy. Redirects, timeouts, decompression and versions of HTTP in it
    ///   do not count: the session has them.
    public init(configuration: HTTPClient.Configuration = HTTPClient.Configuration()) {
        clients = Clients(configuration)
    }

    deinit { clients.invalidate(cancelling: false) }

    /// Sends a request and waits for the head of the response.
    ///
    /// - Throws: `TransportError`.
    public func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        let outgoing = try OutgoingRequest(request)
        if Task.isCancelled { throw .cancelled }
        let began = ContinuousClock.now
        let ticket = try clients.enter(request.options)
        // A task of its own, so that the transport can cancel it, too.
        let task = Task { try await ticket.client.execute(outgoing.request, deadline: .distantFuture) }
        clients.setCancellation(of: ticket) { task.cancel() }
        let result = await withTaskCancellationHandler {
            await outgoing.progress.idle.value(of: task)
        } onCancel: {
            task.cancel()
        }
        do {
            let response = try result.get()
            let head = try ResponseHead(response, to: request)
            let metrics = TransportMetrics(
                firstByte: .now - began,
                protocolVersion: response.version.major == 2
                    ? "2" : "\(response.version.major).\(response.version.minor)"
            )
            let exchange = AsyncHTTPClientExchange(
                response.body,
                outgoing,
                ticket,
                clients,
                began: began,
                metrics: metrics
            )
            if Task.isCancelled { exchange.cancel() }
            return TransportResponse(head: head, body: TransportBody(exchange))
        } catch {
            clients.leave(ticket)
            if task.isCancelled, !outgoing.progress.idle.hasFired { throw .cancelled }
            throw outgoing.progress.error(error)
        }
    }

    /// Takes no further requests; connections are closed once those under way have ended.
    ///
    /// - Parameter cancelling: Whether those under way end now, with `cancelled`.
    public func invalidate(cancelling: Bool) { clients.invalidate(cancelling: cancelling) }
}

extension ResponseHead {
    fileprivate init(_ response: HTTPClientResponse, to request: TransportRequest) throws(TransportError) {
        var fields = HeaderFields()
        for (name, value) in response.headers {
            do throws(HeaderFieldError) {
                try fields.append(name, value)
            } catch {
                throw TransportError(.invalidResponse, "The response has a field that cannot be.", underlying: error)
            }
        }
        self.init(status: Int(response.status.code), fields: fields, requestMethod: request.method, url: request.url)
    }
}
