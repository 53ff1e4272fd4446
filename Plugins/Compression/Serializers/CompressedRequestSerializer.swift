public import Mimeograph

/// A serializer that compresses the body that another serializer writes, and sets Content-Encoding.
///
/// ```swift
/// let writer = CompressedRequestSerializer(JSONRequestSerializer(), coding: GzipCoding(level: .fastest))
/// try writer.write(user, into: &message)   // Content-Type: application/json, Content-Encoding: gzip
/// ```
///
/// A body of bytes is compressed when it is written. A stream is compressed chunk by chunk while it is sent, and can be restarted
/// if the original stream can. The length of the compressed stream is not known. A file body is rejected, because serializers do
/// not read files. Pass a stream of the file instead. A message without a body, or with an empty one, is not changed.
///
/// An existing Content-Length is removed, because the length changes. A server may reject a coding with status 415, which a
/// client cannot know in advance. Source: RFC 9110 §8.4, §15.5.16.
public struct CompressedRequestSerializer<Base: RequestSerialization>: RequestSerialization {
    /// A function that decides whether to compress a message that the wrapped serializer has written.
    public typealias Predicate = @Sendable (RequestMessage) -> Bool

    /// The wrapped serializer.
    public let base: Base
    /// The coding.
    public let coding: any StreamingContentCoding
    /// The treatment of an existing Content-Encoding.
    public let existing: ExistingContentEncoding
    private let predicate: Predicate

    /// Wraps a serializer.
    ///
    /// - Parameters:
    ///   - base: The serializer that writes the body.
    ///   - coding: The coding that compresses it, for example `GzipCoding(level: .smallest)`.
    ///   - existing: The treatment of an existing Content-Encoding.
    ///   - predicate: Decides which messages to compress. The default is all of them. `{ $0.body.knownLength ?? .max > 1024 }`
    ///     skips small bodies.
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

    /// The media type of the wrapped serializer. A coding does not change it.
    public var contentType: MediaType { base.contentType }

    /// Writes the value, and compresses the body.
    ///
    /// - Throws: The errors of the wrapped serializer; ``/Mimeograph/SerializationError/Code/invalidField`` for an existing
    ///   Content-Encoding; ``/Mimeograph/SerializationError/Code/unencodableValue`` for a file body;
    ///   ``/Mimeograph/SerializationError/Code/sourceFailed`` if there is not enough memory.
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
                "The body is a file and cannot be compressed, because serializers do not read files.",
                remedy: "Make the body a stream of the file, or leave files out with the predicate."
            )
        }
        message.fields["Content-Encoding"] = field
        message.fields.remove("Content-Length")
    }

    /// Returns the new value of Content-Encoding, or nil to leave the body uncompressed.
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
                "The message already has a Content-Encoding, so its body would be encoded twice.",
                remedy: "Remove the field, or choose with `existing:` how to treat it."
            )
        }
    }
}

extension RequestSerialization {
    /// Returns a serializer that compresses the body that this one writes.
    ///
    /// - Parameters:
    ///   - coding: The coding that compresses it.
    ///   - existing: The treatment of an existing Content-Encoding.
    ///   - predicate: Decides which messages to compress.
    public func compressed(
        by coding: some StreamingContentCoding = GzipCoding(),
        existing: ExistingContentEncoding = .refuse,
        when predicate: @escaping CompressedRequestSerializer<Self>.Predicate = { _ in true }
    ) -> CompressedRequestSerializer<Self> {
        CompressedRequestSerializer(self, coding: coding, existing: existing, when: predicate)
    }
}

/// The treatment of a message that already has a Content-Encoding.
public enum ExistingContentEncoding: Hashable, Sendable {
    /// Throws: the field was set by mistake, or the body was compressed before.
    case refuse
    /// Leaves the body and the field unchanged.
    case leave
    /// Applies the coding after the others and names it last, in the order of RFC 9110 §8.4.
    case append
    /// Treats the field as wrong: applies the coding and names only it.
    case replace
}

extension BodyStream {
    /// Returns this stream, encoded with a coding while it is read. It buffers one chunk at a time.
    ///
    /// The length is not known in advance. Each start restarts the original stream.
    ///
    /// - Parameter coding: The coding, which encodes all chunks as one body.
    public func encoded(by coding: some StreamingContentCoding) -> BodyStream {
        BodyStream { [self] in
            let coded = CodedChunks(self, coding: coding)
            return AsyncThrowingStream { try await coded.next() }
        }
    }
}

/// A source of encoded chunks that requests the chunks of a stream one by one.
private actor CodedChunks {
    private var chunks: BodyStream.Iterator
    private let coding: any StreamingContentCoding
    private var encoder: (any IncrementalParser<[UInt8]>)?
    private var isFinished = false

    init(_ stream: BodyStream, coding: any StreamingContentCoding) {
        chunks = stream.makeAsyncIterator()
        self.coding = coding
    }

    /// Returns the next non-empty chunk, or nil at the end.
    func next() async throws -> [UInt8]? {
        while !isFinished {
            // An actor's property cannot be mutated across an `await`. No other code calls this method in the meantime.
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
            // A coding buffers bytes until it has enough of them. Empty chunks are skipped.
            let bytes = pieces.count == 1 ? pieces[0] : Array(pieces.joined())
            if !bytes.isEmpty { return bytes }
        }
        return nil
    }
}
