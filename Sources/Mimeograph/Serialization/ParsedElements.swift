/// The elements that a parser makes of chunks while they arrive.
///
/// Only here a parser meets waiting: the parser stays synchronous, and this sequence feeds it.
///
/// - A chunk is asked for only when no element waits, so a slow reader slows the sender down.
/// - Elements that were complete before a failure come out before it. The failure ends the sequence.
/// - A cancelled task gets `CancellationError` at the next element, even where elements wait.
/// - An error of the source is thrown as it is.
///
/// Each iterator starts a parser of its own; whether the chunks can be had twice is up to their source.
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
    ///   - chunks: The bytes as they arrive, cut anywhere.
    ///   - makeParser: Makes a fresh parser; called once for each iterator, when its first element is asked for.
    public init<Chunks: AsyncSequence & Sendable>(
        _ chunks: Chunks,
        makeParser: @escaping @Sendable () throws(SerializationError) -> any IncrementalParser<Element>
    ) where Chunks.Element == [UInt8] {
        makePull = { TypedChunkPull(chunks.makeAsyncIterator()) }
        self.makeParser = makeParser
    }

    /// Starts from the first element.
    public func makeAsyncIterator() -> Iterator { Iterator(pull: makePull(), makeParser: makeParser) }

    /// Gives one element after the other.
    public struct Iterator: AsyncIteratorProtocol {
        private let pull: ChunkPull
        private let makeParser: @Sendable () throws(SerializationError) -> any IncrementalParser<Element>
        private var state = State.unstarted
        /// Beside the state and used in place: were it held twice while it is fed, each chunk would copy what it has
        /// buffered.
        private var parser: (any IncrementalParser<Element>)?
        private var elements: [Element] = []
        private var position = 0

        private enum State {
            case unstarted
            case running
            /// No bytes follow; the error, if any, comes after the elements that wait.
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
        /// - Throws: What the parser throws, what the source of the chunks throws, and `CancellationError`.
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

        /// Feeds the parser one chunk, or tells it that there is none.
        private mutating func advance(isolation actor: isolated (any Actor)?) async {
            do {
                if let chunk = try await pull.next(isolation: actor) {
                    try parser?.consume(chunk.span, into: &elements)
                    return
                }
                // Many sources end quietly when they are cancelled; that is not the end of the body.
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

/// Hides the type of the iterator that gives the chunks. It belongs to one iterator and is used by that alone.
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
    /// The elements of a body that arrives in chunks.
    ///
    /// - Parameters:
    ///   - chunks: The bytes as they arrive, cut anywhere, content codings undone.
    ///   - head: The head of the response.
    ///   - limits: What each element may cost.
    public func elements<Chunks: AsyncSequence & Sendable>(
        in chunks: Chunks,
        head: ResponseHead = ResponseHead(status: 200),
        limits: DecodingLimits = .standard
    ) -> ParsedElements<Element> where Chunks.Element == [UInt8] {
        ParsedElements(chunks) { () throws(SerializationError) in try makeParser(for: head, limits: limits) }
    }
}

extension CodableStreamFormat {
    /// The elements of a body that arrives in chunks, each decoded as `V`.
    ///
    /// - Parameters:
    ///   - type: The type of an element.
    ///   - chunks: The bytes as they arrive, cut anywhere, content codings undone.
    ///   - mediaType: What the body is labelled as; nil where nothing says it.
    ///   - limits: What each element may cost.
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
