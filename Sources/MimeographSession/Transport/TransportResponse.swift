public import Mimeograph

/// What a ``Transport`` gives back: the final head, and the body as it arrives.
public struct TransportResponse: Sendable {
    /// The status and the fields of the final response. Content codings are not undone.
    public let head: ResponseHead
    /// The body. Whoever does not read it to its end cancels the exchange by dropping it.
    public let body: TransportBody

    /// Makes a response.
    public init(head: ResponseHead, body: TransportBody) {
        self.head = head
        self.body = body
    }
}
