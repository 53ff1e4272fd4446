/// A sequence of the elements that a parser produces from chunks while they arrive.
///
/// The parser is synchronous; this sequence waits for chunks and feeds it.
///
/// - A chunk is requested only when no element waits, so a slow reader slows the sender down.
/// - Elements that were complete before a failure are returned first. The failure ends the sequence.
/// - A cancelled task gets `CancellationError` at the next element, even if elements wait.
/// - An error of the source is thrown unchanged.
///
/// Each iterator starts a new parser; the source decides whether the chunks can be read twice.
///
/// ```swift
/// for try await reading in format.elements(of: Reading.self, in: chunks) { … }
/// ```
public struct ParsedElements<Element: Sendable>: AsyncSequence, Sendable {
    private let makePull: @Sendable () -> ChunkPull
    private let makeParser: @Sendable () throws(SerializationError) -> any IncrementalParser<Element>

    /// Makes the sequence.
    ///
    /// - Parameters:
    ///   - chunks: The bytes as they arrive, split anywhere.
    ///   - makeParser: Makes a new parser; called once for each iterator, when its first element is requested.
    public init<Chunks: AsyncSequence & Sendable>(
        _ chunks: Chunks,
        makeParser: @escaping @Sendable () throws(SerializationError) -> any IncrementalParser<Element>
    ) where Chunks.Element == [UInt8] {
        makePull = { TypedChunkPull(chunks.makeAsyncIterator()) }
        self.makeParser = makeParser
    }

    /// Starts from the first element.
    public func makeAsyncIterator() -> Iterator { Iterator(pull: makePull(), makeParser: makeParser) }

    /// An iterator over the elements.
    public struct Iterator: AsyncIteratorProtocol {
        private let pull: ChunkPull
        private let makeParser: @Sendable () throws(SerializationError) -> any IncrementalParser<Element>
        private var state = State.unstarted
        /// A property of its own that is used in place: a second reference during a call would copy its buffer for each chunk.
        private var parser: (any IncrementalParser<Element>)?
        private var elements: [Element] = []
        private var position = 0

        private enum State {
            case unstarted
            case running
            /// No bytes follow; the error, if any, is thrown after the waiting elements.
            case ended((any Error)?)
        }

        init(
            pull: ChunkPull,
            makeParser: @escaping @Sendable () throws(SerializationError) -> any IncrementalParser<Element>
        ) {
            self.pull = pull
            self.makeParser = makeParser
        }

        /// The next element, or nil after the last one.
        public mutating func next() async throws -> Element? { try await next(isolation: nil) }

        /// The next element, or nil after the last one.
        ///
        /// - Throws: `CancellationError`, or any error of the parser or of the source of the chunks.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Element? {
            while true {
                if Task.isCancelled { stop(with: isOver ? nil : CancellationError()) }
                if position < elements.count {
                    defer { position += 1 }
                    return elements[position]
                }
                elements.removeAll(keepingCapacity: true)
                position = 0
                switch state {
                case .ended(let error):
                    state = .ended(nil)
                    if let error { throw error }
                    return nil
                case .unstarted:
                    do throws(SerializationError) {
                        parser = try makeParser()
                        state = .running
                    } catch {
                        state = .ended(error)
                    }
                case .running:
                    await advance(isolation: actor)
                }
            }
        }

        private var isOver: Bool {
            if case .ended(nil) = state { return position >= elements.count }
            return false
        }

        private mutating func stop(with error: (any Error)?) {
            elements.removeAll()
            position = 0
            parser = nil
            state = .ended(error)
        }

        /// Feeds the parser the next chunk, or finishes it at the end.
        private mutating func advance(isolation actor: isolated (any Actor)?) async {
            do {
                if let chunk = try await pull.next(isolation: actor) {
                    try parser?.consume(chunk.span, into: &elements)
                    return
                }
                // Many sources just end if they are cancelled, which is not the end of the body.
                try Task.checkCancellation()
                try parser?.finish(into: &elements)
                state = .ended(nil)
            } catch {
                state = .ended(error)
            }
            parser = nil
        }
    }
}

/// Hides the type of the chunks' iterator. It belongs to a single iterator of elements.
class ChunkPull {
    func next(isolation actor: isolated (any Actor)?) async throws -> [UInt8]? { nil }
}

private final class TypedChunkPull<Base: AsyncIteratorProtocol>: ChunkPull where Base.Element == [UInt8] {
    private var base: Base

    init(_ base: Base) { self.base = base }

    override func next(isolation actor: isolated (any Actor)?) async throws -> [UInt8]? {
        try await base.next(isolation: actor)
    }
}

extension StreamingResponseSerialization {
    /// Returns the elements of a body that arrives in chunks.
    ///
    /// - Parameters:
    ///   - chunks: The bytes as they arrive, split anywhere, without content codings.
    ///   - head: The head of the response.
    ///   - limits: The limits of each element.
    public func elements<Chunks: AsyncSequence & Sendable>(
        in chunks: Chunks,
        head: ResponseHead = ResponseHead(status: 200),
        limits: DecodingLimits = .standard
    ) -> ParsedElements<Element> where Chunks.Element == [UInt8] {
        ParsedElements(chunks) { () throws(SerializationError) in try makeParser(for: head, limits: limits) }
    }
}

extension CodableStreamFormat {
    /// Returns the elements of a body that arrives in chunks, each decoded as `V`.
    ///
    /// - Parameters:
    ///   - type: The type of an element.
    ///   - chunks: The bytes as they arrive, split anywhere, without content codings.
    ///   - mediaType: The label of the body; nil if there is none.
    ///   - limits: The limits of each element.
    public func elements<V: Decodable & Sendable, Chunks: AsyncSequence & Sendable>(
        of type: V.Type,
        in chunks: Chunks,
        as mediaType: MediaType? = nil,
        limits: DecodingLimits = .standard
    ) -> ParsedElements<V> where Chunks.Element == [UInt8] {
        ParsedElements(chunks) { () throws(SerializationError) in
            try makeParser(of: V.self, as: mediaType, limits: limits)
        }
    }
}
