public import Mimeograph

/// Holds back a body that is sent: small packets, with a pause before each but the first.
///
/// For links that fail when they are filled, as some mobile networks do. AFNetworking suggests 16 KiB and 0.2 seconds.
public struct BodyThrottle: Hashable, Sendable {
    /// The most bytes of a packet; at least 1.
    public let packetSize: Int
    /// The pause before each packet but the first.
    public let delay: Duration

    /// Makes a throttle.
    ///
    /// - Parameters:
    ///   - packetSize: In bytes; what is less than 1 counts as 1.
    ///   - delay: What is less than zero counts as zero.
    public init(packetSize: Int, delay: Duration) {
        self.packetSize = max(1, packetSize)
        self.delay = max(.zero, delay)
    }
}

extension BodyStream {
    /// The same bytes in small packets with pauses; its ``source`` is nil, since a source cannot pause.
    ///
    /// A cancelled task ends the pause with `CancellationError`.
    public func throttled(_ throttle: BodyThrottle) -> BodyStream {
        BodyStream(length: length, source: nil) { ThrottledChunks(throttle: throttle, chunks: makeAsyncIterator()) }
    }
}

private struct ThrottledChunks: AsyncIteratorProtocol {
    let throttle: BodyThrottle
    var chunks: BodyStream.Iterator
    /// What is left of the last chunk.
    var rest: ArraySlice<UInt8> = []
    var isFirst = true

    init(throttle: BodyThrottle, chunks: BodyStream.Iterator) {
        self.throttle = throttle
        self.chunks = chunks
    }

    mutating func next(isolation actor: isolated (any Actor)?) async throws -> [UInt8]? {
        if rest.isEmpty {
            guard let chunk = try await chunks.next(isolation: actor) else { return nil }
            rest = chunk[...]
        }
        if !isFirst, throttle.delay > .zero { try await Task.sleep(for: throttle.delay) }
        isFirst = false
        let packet = Array(rest.prefix(throttle.packetSize))
        rest = rest.dropFirst(packet.count)
        return packet
    }

    mutating func next() async throws -> [UInt8]? { try await next(isolation: #isolation) }
}
