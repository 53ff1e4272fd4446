/// The body of a response as it arrives. It can be read once.
///
/// A chunk is asked for when the one before has been taken, so that a slow reader slows the peer down. Dropping the body before its
/// end cancels the exchange.
///
/// ```swift
/// for try await chunk in response.body { sink.write(chunk) }
/// ```
public struct TransportBody: AsyncSequence, Sendable {
    private let exchange: any TransportExchange

    /// Makes a body of the exchange that a transport carries.
    public init(_ exchange: some TransportExchange) { self.exchange = exchange }

    /// What is known of the exchange's course; complete once the body has ended.
    public var metrics: TransportMetrics { exchange.metrics }

    /// Ends the exchange now. The next chunk that is asked for throws ``TransportError/Code/cancelled``.
    public func cancel() { exchange.cancel() }

    /// Goes over the chunks; a second iterator goes on where the first one stopped.
    public func makeAsyncIterator() -> Iterator { Iterator(exchange: exchange) }

    /// Gives one chunk after the other. None of them is empty.
    public struct Iterator: AsyncIteratorProtocol {
        let exchange: any TransportExchange

        /// The next chunk, or nil at the end.
        ///
        /// - Throws: ``TransportError``.
        public mutating func next() async throws(TransportError) -> [UInt8]? { try await exchange.nextChunk() }

        /// The next chunk, or nil at the end.
        ///
        /// - Throws: ``TransportError``.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(TransportError) -> [UInt8]? {
            try await exchange.nextChunk()
        }
    }
}

/// One exchange under way, as a transport carries it for a ``TransportBody``.
///
/// It is the transport's object; when the last reference to it goes, the exchange ends.
public protocol TransportExchange: AnyObject, Sendable {
    /// The next bytes of the body, at least one; nil after the last one. One caller at a time.
    ///
    /// - Throws: ``TransportError``, again at each later call.
    func nextChunk() async throws(TransportError) -> [UInt8]?

    /// Ends the exchange; it never waits and takes no lock that a caller could hold.
    func cancel()

    /// What is known so far.
    var metrics: TransportMetrics { get }
}
