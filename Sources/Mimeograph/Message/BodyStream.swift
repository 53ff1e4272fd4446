/// A body that is read in chunks while it is sent, and that can be restarted for a redirect or a retry.
///
/// There are two ways to read the chunks. Every stream is an `AsyncSequence`, and each loop over it starts at the first byte:
///
/// ```swift
/// for try await chunk in stream { try await connection.send(chunk) }
/// ```
/// If ``source`` is not nil, its reader fills the caller's own memory without a copy, and waits only for the disk.
public struct BodyStream: Sendable {
    /// The total number of bytes; nil if it is unknown.
    ///
    /// If the chunks have another total, reading throws ``SerializationError/Code/lengthMismatch``.
    public let length: Int?

    /// The source, if the bytes can be read synchronously. Its length is checked too.
    public let source: (any BodySource)?

    private let start: @Sendable () -> any AsyncIteratorProtocol<[UInt8], any Error>

    /// The default size of a chunk in bytes: 256 KiB.
    public static let standardChunkSize = 1 << 18

    /// Makes a stream of chunks that arrive asynchronously.
    ///
    /// - Parameters:
    ///   - length: The total number of bytes, if it is known.
    ///   - start: Makes a new sequence of chunks that starts at the first byte.
    public init(length: Int? = nil, start: @escaping @Sendable () -> AsyncThrowingStream<[UInt8], any Error>) {
        self.init(length: length, source: nil) { CheckedChunks(length: length, chunks: start().makeAsyncIterator()) }
    }

    /// Makes a stream of the chunks of a sequence, which is created again for each transmission.
    package init<Chunks: AsyncSequence & Sendable>(
        chunks: @escaping @Sendable () -> Chunks
    ) where Chunks.Element == [UInt8] {
        self.init {
            let chunks = SequenceChunks(chunks())
            return AsyncThrowingStream { try await chunks.next() }
        }
    }

    /// Makes a stream of the bytes of a source.
    public init(_ source: some BodySource) {
        let checked = (source as? JoinedBodySource) ?? JoinedBodySource([source])
        self.init(length: checked.length, source: checked) { SourceChunks(source: checked) }
    }

    /// Makes a stream of several streams in sequence.
    ///
    /// It has a length if each stream has one, and a ``source`` if each stream has one.
    public init(joining streams: [BodyStream]) {
        let sources = streams.compactMap(\.source)
        if sources.count == streams.count {
            self.init(JoinedBodySource(sources))
            return
        }
        self.init(length: Int(sumOf: streams.map(\.length)), source: nil) { JoinedChunks(streams: streams) }
    }

    /// Makes a stream of bytes in memory.
    public init(_ bytes: [UInt8]) { self.init(BytesBodySource(bytes)) }

    package init(
        length: Int?,
        source: (any BodySource)?,
        start: @escaping @Sendable () -> any AsyncIteratorProtocol<[UInt8], any Error>
    ) {
        self.length = length
        self.source = source
        self.start = start
    }
}

extension BodyStream: AsyncSequence {
    /// Starts again at the first byte.
    public func makeAsyncIterator() -> Iterator { Iterator(chunks: start()) }

    /// An iterator over the chunks of one transmission. No chunk is empty.
    public struct Iterator: AsyncIteratorProtocol {
        /// The chunks; nil after the end or an error.
        private var chunks: (any AsyncIteratorProtocol<[UInt8], any Error>)?

        init(chunks: any AsyncIteratorProtocol<[UInt8], any Error>) { self.chunks = chunks }

        /// The next chunk, or nil at the end.
        public mutating func next() async throws -> [UInt8]? { try await next(isolation: #isolation) }

        /// The next chunk, or nil at the end.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws -> [UInt8]? {
            guard var chunks else { return nil }
            self.chunks = nil
            while let chunk = try await chunks.next(isolation: actor) {
                if chunk.isEmpty { continue }
                self.chunks = chunks
                return chunk
            }
            return nil
        }
    }
}

/// The chunks of a sequence, one per request.
private actor SequenceChunks<Chunks: AsyncSequence & Sendable> where Chunks.Element == [UInt8] {
    private var chunks: Chunks.AsyncIterator

    init(_ chunks: Chunks) { self.chunks = chunks.makeAsyncIterator() }

    func next() async throws -> [UInt8]? {
        // An actor's property cannot be changed across a suspension; no other code calls this in the meantime.
        var iterator = chunks
        let chunk = try await iterator.next(isolation: self)
        chunks = iterator
        return chunk
    }
}

/// The chunks of a source.
private struct SourceChunks: AsyncIteratorProtocol {
    let source: any BodySource
    var reader: (any BodyReader)?

    init(source: any BodySource) { self.source = source }

    mutating func next(isolation actor: isolated (any Actor)?) async throws -> [UInt8]? {
        try Task.checkCancellation()
        var reader = if let open = self.reader { open } else { try source.makeReader() }
        let chunk = try reader.readChunk()
        self.reader = reader
        return chunk.isEmpty ? nil : chunk
    }

    mutating func next() async throws -> [UInt8]? { try await next(isolation: #isolation) }
}

/// The chunks of a caller's stream, checked against the declared length.
private struct CheckedChunks: AsyncIteratorProtocol {
    var count: DeclaredLength
    var chunks: AsyncThrowingStream<[UInt8], any Error>.Iterator

    init(length: Int?, chunks: AsyncThrowingStream<[UInt8], any Error>.Iterator) {
        count = DeclaredLength(length)
        self.chunks = chunks
    }

    mutating func next(isolation actor: isolated (any Actor)?) async throws -> [UInt8]? {
        guard let chunk = try await chunks.next(isolation: actor) else {
            // A stream whose task was cancelled just ends, which must not look like a complete body.
            try Task.checkCancellation()
            try count.finish()
            return nil
        }
        try count.add(chunk.count)
        return chunk
    }

    mutating func next() async throws -> [UInt8]? { try await next(isolation: #isolation) }
}

/// The chunks of several streams.
private struct JoinedChunks: AsyncIteratorProtocol {
    let streams: [BodyStream]
    var index = 0
    var current: BodyStream.Iterator?

    init(streams: [BodyStream]) { self.streams = streams }

    mutating func next(isolation actor: isolated (any Actor)?) async throws -> [UInt8]? {
        while index < streams.count {
            var iterator = current ?? streams[index].makeAsyncIterator()
            if let chunk = try await iterator.next(isolation: actor) {
                current = iterator
                return chunk
            }
            current = nil
            index += 1
        }
        return nil
    }

    mutating func next() async throws -> [UInt8]? { try await next(isolation: #isolation) }
}
