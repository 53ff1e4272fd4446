/// A body that is read in chunks while it is sent, and that can be started again for a redirect or a retry.
///
/// There are two ways to take the chunks. Every stream is an `AsyncSequence`, and each loop over it starts at the first byte:
///
/// ```swift
/// for try await chunk in stream { try await connection.send(chunk) }
/// ```
/// Where ``source`` is not nil, a reader from it fills the caller's own memory, with no copy in between and without waiting
/// for anything but the disk.
public struct BodyStream: Sendable {
    /// The total number of bytes, or nil where it is not known.
    ///
    /// What is read is held to it: ``SerializationError/Code/lengthMismatch`` is thrown where chunks add up to another figure.
    public let length: Int?

    /// The source, where the bytes can be had without waiting for anything but the disk; it also is held to its length.
    public let source: (any BodySource)?

    private let start: @Sendable () -> any AsyncIteratorProtocol<[UInt8], any Error>

    /// The size of a chunk where nothing else says how large one should be, in bytes: 256 KiB.
    public static let standardChunkSize = 1 << 18

    /// Makes a stream of chunks that arrive asynchronously.
    ///
    /// - Parameters:
    ///   - length: The total number of bytes, if it is known.
    ///   - start: Makes a fresh sequence of chunks from the first byte on.
    public init(length: Int? = nil, start: @escaping @Sendable () -> AsyncThrowingStream<[UInt8], any Error>) {
        self.init(length: length, source: nil) { CheckedChunks(length: length, chunks: start().makeAsyncIterator()) }
    }

    /// Makes a stream of the bytes of a source.
    public init(_ source: some BodySource) {
        let checked = (source as? JoinedBodySource) ?? JoinedBodySource([source])
        self.init(length: checked.length, source: checked) { SourceChunks(source: checked) }
    }

    /// Makes a stream of several streams, one after the other.
    ///
    /// The length is known where that of each is, and there is a ``source`` where each has one.
    public init(joining streams: [BodyStream]) {
        let sources = streams.compactMap(\.source)
        if sources.count == streams.count {
            self.init(JoinedBodySource(sources))
            return
        }
        self.init(length: Int(sumOf: streams.map(\.length)), source: nil) { JoinedChunks(streams: streams) }
    }

    /// Makes a stream of bytes that are there.
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

    /// Goes over the chunks of one sending. None of them is empty.
    public struct Iterator: AsyncIteratorProtocol {
        /// Nil once the end came or something was thrown.
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

/// The chunks of a caller's stream, held to the length that was declared.
private struct CheckedChunks: AsyncIteratorProtocol {
    var count: DeclaredLength
    var chunks: AsyncThrowingStream<[UInt8], any Error>.Iterator

    init(length: Int?, chunks: AsyncThrowingStream<[UInt8], any Error>.Iterator) {
        count = DeclaredLength(length)
        self.chunks = chunks
    }

    mutating func next(isolation actor: isolated (any Actor)?) async throws -> [UInt8]? {
        guard let chunk = try await chunks.next(isolation: actor) else {
            // A stream whose task was cancelled just ends, and that must not look like a whole body.
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
