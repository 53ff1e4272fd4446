public import Mimeograph

/// A throttle that sends a body in small packets, with a pause before each packet except the first.
///
/// It helps with links that fail under full load, as some mobile networks do. AFNetworking suggests 16 KiB and 0.2 seconds.
public struct BodyThrottle: Hashable, Sendable {
    /// The maximum size of a packet in bytes; at least 1.
    public let packetSize: Int
    /// The pause before each packet except the first.
    public let delay: Duration

    /// Makes a throttle.
    ///
    /// - Parameters:
    ///   - packetSize: The maximum size of a packet in bytes. Values below 1 count as 1.
    ///   - delay: The pause between packets. Negative values count as zero.
    public init(packetSize: Int, delay: Duration) {
        self.packetSize = max(1, packetSize)
        self.delay = max(.zero, delay)
    }
}

extension BodyStream {
    /// Returns a stream of the same bytes in small packets with pauses. Its ``source`` is nil, because a source cannot pause.
    ///
    /// Cancelling the task ends a pause with `CancellationError`.
    public func throttled(_ throttle: BodyThrottle) -> BodyStream {
        BodyStream(length: length, source: nil) { ThrottledChunks(throttle: throttle, chunks: makeAsyncIterator()) }
    }
}

private struct ThrottledChunks: AsyncIteratorProtocol {
    let throttle: BodyThrottle
    var chunks: BodyStream.Iterator
    /// The rest of the last chunk.
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
