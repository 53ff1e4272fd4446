public import Mimeograph

extension XMLParserResponseSerializer {
    /// Makes a reader of one body that tells a handler what is in it.
    ///
    /// - Parameters:
    ///   - head: The head of the response, for the charset parameter of its Content-Type.
    ///   - limits: What the body may cost.
    ///   - handler: Who is told.
    public func makeReader<Handler: XMLEventHandler>(
        for head: ResponseHead,
        limits: DecodingLimits = .standard,
        handler: Handler
    ) -> XMLEventReader<Handler> {
        XMLEventReader(
            reader: XMLStreamReader(charset: head.contentType?.charset, options: options, limits: limits),
            handler: handler
        )
    }

    /// Reads a body while it arrives, and tells a handler what is in it.
    ///
    /// - Parameters:
    ///   - chunks: The bytes as they arrive, cut anywhere.
    ///   - head: The head of the response, for the charset parameter of its Content-Type.
    ///   - limits: What the body may cost.
    ///   - handler: Who is told.
    ///   - actor: Where the caller runs; the handler is told there.
    /// - Returns: The handler, after it was told everything.
    /// - Throws: What ``XMLEventReader`` throws, what the source of the chunks throws, and `CancellationError`.
    public func read<Handler: XMLEventHandler, Chunks: AsyncSequence>(
        _ chunks: Chunks,
        head: ResponseHead,
        limits: DecodingLimits = .standard,
        with handler: Handler,
        isolation actor: isolated (any Actor)? = #isolation
    ) async throws -> Handler where Chunks.Element == [UInt8] {
        var reader = makeReader(for: head, limits: limits, handler: handler)
        var iterator = chunks.makeAsyncIterator()
        while let chunk = try await iterator.next(isolation: actor) {
            try Task.checkCancellation()
            try reader.consume(chunk.span)
        }
        try Task.checkCancellation()
        try reader.finish()
        return reader.handler
    }
}
