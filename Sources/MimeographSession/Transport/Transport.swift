/// Carries single exchanges: a request goes out, a head and a body come back.
///
/// A transport follows no redirects, answers no challenges, keeps no cookies, caches nothing and undoes no content coding:
/// all of that is the session's, and the same on every platform. It connects, encrypts, frames, and waits.
///
/// What every transport promises:
/// - A body that is sent is read no faster than the peer takes it, and one that is received no faster than its reader asks.
/// - A body that cannot be produced makes the exchange fail; a short body never looks like a whole one.
/// - Interim responses (1xx) are not the response.
/// - A cancelled task ends the exchange soon, and so does dropping the body that is received.
///
/// `CurlTransport` is the transport on Linux, `URLSessionTransport` the one on Apple's platforms; `ScriptedTransport` of
/// `MimeographSessionTesting` serves tests.
public protocol Transport: Sendable {
    /// Sends a request and waits for the head of the response.
    ///
    /// - Parameter request: What to send; its URL is absolute.
    /// - Returns: The final head, and the body as it arrives.
    /// - Throws: ``TransportError``.
    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse

    /// Whether servers are judged by this policy, where a request's options name it.
    ///
    /// A session asks before each request with another policy than the standard one, and refuses the request where the answer is no.
    /// By default the standard one only.
    func enforces(_ policy: SecurityPolicy) -> Bool

    /// Takes no further requests, and frees what the transport holds once those under way have ended.
    ///
    /// - Parameter cancelling: Whether those under way end now, with ``TransportError/Code/cancelled``.
    func invalidate(cancelling: Bool)
}

/// A transport that asks the source of a body for no more bytes while the request's task is suspended.
///
/// Others are given a stream that waits; that would take the body from the threads that read disks.
protocol BodyHoldingTransport: Transport {}

extension Transport {
    /// Whether it is the standard policy.
    public func enforces(_ policy: SecurityPolicy) -> Bool { policy == SecurityPolicy() }
}

extension TransportError {
    /// A policy that cannot be held is refused, never left out.
    static func cannotEnforce(_ reason: String) -> TransportError {
        TransportError(
            .unsupported,
            "The security policy cannot be enforced: \(reason).",
            remedy:
                "Use a transport that can: on Linux a CurlTransport with a libcurl that stands on the system's OpenSSL."
        )
    }
}
