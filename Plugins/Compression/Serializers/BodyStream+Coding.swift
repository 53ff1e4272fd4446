public import Mimeograph

extension BodyStream {
    /// This stream with a coding applied while it is read; it holds one chunk at a time.
    ///
    /// The length is not known beforehand. Each start begins anew, with the stream inside.
    ///
    /// - Parameter coding: Applied to all chunks in a row.
    public func encoded(by coding: some StreamingContentCoding) -> BodyStream {
        BodyStream { [self] in
            let coded = CodedChunks(self, coding: coding)
            return AsyncThrowingStream { try await coded.next() }
        }
    }
}

/// Pulls the chunks of a stream, one when one is asked for, and hands on what a coding makes of them.
private actor CodedChunks {
    private var chunks: BodyStream.Iterator
    private let coding: any StreamingContentCoding
    private var encoder: (any IncrementalParser<[UInt8]>)?
    private var isFinished = false

    init(_ stream: BodyStream, coding: any StreamingContentCoding) {
        chunks = stream.makeAsyncIterator()
        self.coding = coding
    }

    /// The next bytes that are not none, or nil at the end.
    func next() async throws -> [UInt8]? {
        while !isFinished {
            // An actor's property cannot be changed across a wait; nobody else calls this in the meantime.
            var iterator = chunks
            let chunk = try await iterator.next(isolation: self)
            chunks = iterator
            var current = try encoder ?? coding.makeEncoder()
            var pieces: [[UInt8]] = []
            if let chunk {
                try current.consume(chunk.span, into: &pieces)
                encoder = current
            } else {
                try current.finish(into: &pieces)
                encoder = nil
                isFinished = true
            }
            // A coding keeps bytes back until it has enough of them, and an empty chunk says nothing.
            let bytes = pieces.count == 1 ? pieces[0] : Array(pieces.joined())
            if !bytes.isEmpty { return bytes }
        }
        return nil
    }
}
