public import AsyncHTTPClient
import Mimeograph
public import MimeographSession
import NIOCore

/// A transport that uses AsyncHTTPClient, for servers that already run on SwiftNIO.
///
/// ```swift
/// let api = try HTTPSessionManager(
///     baseURL: "https://api.example.com/v1/",
///     serializers: serializers,
///     transport: AsyncHTTPClientTransport()
/// )
/// ```
/// AsyncHTTPClient handles only connections, TLS and framing. The session handles redirects and content codings.
///
/// The transport supports neither proxies of single requests (set one proxy for all requests in the configuration) nor
/// Unix-domain sockets, HTTP/2 over plain text, `CONNECT`, `Upgrade` and trailers of requests. Such requests fail with
/// `unsupported`. The priority of a request has no effect. Trailers of responses and interim responses are not reported.
public final class AsyncHTTPClientTransport: Transport {
    private let clients: Clients

    /// Makes a transport. Nothing is connected yet.
    ///
    /// - Parameter configuration: The settings for TLS, the pool and the proxy. Its settings for redirects, timeouts,
    ///   decompression and HTTP versions are ignored, because the session has its own.
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
        // A separate task, so that the transport can cancel it, too.
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
                wantsWholeRequest: head.status < 300,
                began: began,
                metrics: metrics
            )
            if Task.isCancelled { exchange.cancel() }
            return TransportResponse(head: head, body: TransportBody(exchange))
        } catch {
            let isCancelled = task.isCancelled && !outgoing.progress.idle.hasFired
            let failure = isCancelled ? .cancelled : outgoing.progress.error(error)
            // After that, because a producer that is stopped fails, too.
            outgoing.progress.stop()
            clients.leave(ticket)
            throw failure
        }
    }

    /// Rejects further requests, and closes the connections after the exchanges in progress have ended.
    ///
    /// - Parameter cancelling: Whether to end the exchanges in progress at once, with `cancelled`.
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
