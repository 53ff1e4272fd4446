public import Mimeograph

/// Compresses what another serializer writes, and names the coding in Content-Encoding.
///
/// ```swift
/// let writer = CompressedRequestSerializer(JSONRequestSerializer(), coding: GzipCoding(level: .fastest))
/// try writer.write(user, into: &message)   // Content-Type: application/json, Content-Encoding: gzip
/// ```
///
/// Bytes are compressed at once. A stream is compressed while it is sent, piece by piece, and can be started again as the
/// stream inside can; its length is not known then. A body that is a file is refused, because serializers read no files:
/// hand over a stream of it. A message without a body, and one of no bytes, stays as it is.
///
/// A Content-Length that is there is removed, since it counts other bytes. A server may refuse a coding with status 415;
/// no request can know beforehand. Source: RFC 9110 §8.4, §15.5.16.
public struct CompressedRequestSerializer<Base: RequestSerialization>: RequestSerialization {
    /// Whether to compress a message; it is given what the serializer inside has written.
    public typealias Predicate = @Sendable (RequestMessage) -> Bool

    /// The serializer inside.
    public let base: Base
    /// The coding.
    public let coding: any StreamingContentCoding
    /// What to do with a Content-Encoding that is there already.
    public let existing: ExistingContentEncoding
    private let predicate: Predicate

    /// Wraps a serializer.
    ///
    /// - Parameters:
    ///   - base: Writes the body.
    ///   - coding: Compresses it; `GzipCoding(level: .smallest)` for example.
    ///   - existing: What to do with a Content-Encoding that is there already.
    ///   - predicate: Says which messages to compress; all of them where it is left out. `{ $0.body.knownLength ?? .max > 1024 }`
    ///     leaves small bodies alone.
    public init(
        _ base: Base,
        coding: some StreamingContentCoding = GzipCoding(),
        existing: ExistingContentEncoding = .refuse,
        when predicate: @escaping Predicate = { _ in true }
    ) {
        self.base = base
        self.coding = coding
        self.existing = existing
        self.predicate = predicate
    }

    /// What the serializer inside writes; a coding does not change the media type.
    public var contentType: MediaType { base.contentType }

    /// Writes the value, and compresses the body.
    ///
    /// - Throws: What the serializer inside throws; ``/Mimeograph/SerializationError/Code/invalidField`` for a
    ///   Content-Encoding that is there already; ``/Mimeograph/SerializationError/Code/unencodableValue`` for a body that
    ///   is a file; ``/Mimeograph/SerializationError/Code/sourceFailed`` where there is no memory.
    public func write(_ input: Base.Input, into message: inout RequestMessage) throws(SerializationError) {
        var written = message
        try base.write(input, into: &written)
        if predicate(written) { try compress(&written) }
        message = written
    }

    private func compress(_ message: inout RequestMessage) throws(SerializationError) {
        if message.body.knownLength == 0 { return }
        guard let field = try codingField(of: message) else { return }
        switch message.body {
        case .none: return
        case .bytes(let bytes): message.body = .bytes(try coding.encode(bytes.span))
        case .stream(let stream): message.body = .stream(stream.encoded(by: coding))
        case .file:
            throw SerializationError(
                .unencodableValue,
                "The body is a file, and serializers read no files, so that it cannot be compressed.",
                remedy: "Make the body a stream of the file, or leave files out with the predicate."
            )
        }
        message.fields["Content-Encoding"] = field
        message.fields.remove("Content-Length")
    }

    /// The field's new value, or nil where the body is to be left alone.
    private func codingField(of message: RequestMessage) throws(SerializationError) -> String? {
        let name = coding.names.first ?? "identity"
        guard let present = message.fields["Content-Encoding"] else { return name }
        switch existing {
        case .leave: return nil
        case .append: return present.isEmpty ? name : "\(present), \(name)"
        case .replace: return name
        case .refuse:
            throw SerializationError(
                .invalidField,
                "The message has a Content-Encoding already, and would be coded twice.",
                remedy: "Remove the field, or say with `existing:` what to do with it."
            )
        }
    }
}

extension RequestSerialization {
    /// This serializer, with what it writes compressed.
    ///
    /// - Parameters:
    ///   - coding: Compresses it.
    ///   - existing: What to do with a Content-Encoding that is there already.
    ///   - predicate: Says which messages to compress.
    public func compressed(
        by coding: some StreamingContentCoding = GzipCoding(),
        existing: ExistingContentEncoding = .refuse,
        when predicate: @escaping CompressedRequestSerializer<Self>.Predicate = { _ in true }
    ) -> CompressedRequestSerializer<Self> {
        CompressedRequestSerializer(self, coding: coding, existing: existing, when: predicate)
    }
}

/// What to do with a message that has a Content-Encoding already.
public enum ExistingContentEncoding: Hashable, Sendable {
    /// Throw: the field was set by mistake, or the body was compressed before.
    case refuse
    /// Leave the body and the field as they are.
    case leave
    /// Apply the coding on top of the others and name it last, which is the order of RFC 9110 §8.4.
    case append
    /// Treat the field as wrong: apply the coding and name it alone.
    case replace
}

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
            // An actor's property cannot be changed across a wait; no other code calls this in the meantime.
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
