/// The content codings that are known, and how they are undone.
///
/// Content-Encoding lists codings in the order in which they were applied, in one line or in several; they are undone
/// from the last to the first.
///
/// Source: RFC 9110 §8.4, §5.3.
public struct ContentCodings: Sendable {
    /// Outputs up to this many bytes are exempt from the limit on expansion.
    package static let bytesExemptFromRatio = 64 << 10

    private var codings: [any ContentCoding] = []
    /// By the names in lower case.
    private var indexByName: [ByteEqualString: Int] = [:]

    /// Makes a set of codings; `identity` is always among them.
    ///
    /// - Parameter codings: In the order of preference.
    public init(_ codings: [any ContentCoding] = []) {
        for coding in codings { insert(coding, at: self.codings.count) }
        if !contains("identity") { add(IdentityCoding()) }
    }

    /// The first name of each coding, in the order of preference: what to send in Accept-Encoding.
    ///
    /// A registry prefers br to zstd, zstd to gzip and gzip to deflate, in whatever order they are registered; others stand in the
    /// order of registration. Codings in another order are made with ``init(_:)``.
    public var names: [String] { codings.compactMap(\.names.first) }

    /// Whether a coding of that name is known; case does not count.
    public func contains(_ name: String) -> Bool { indexByName[name.lowercasedASCII.utf8Key] != nil }

    /// The coding of that name; case does not count.
    public subscript(name: String) -> (any ContentCoding)? {
        indexByName[name.lowercasedASCII.utf8Key].map { codings[$0] }
    }

    /// Adds a coding, before those that are known to make bodies less small. Where another coding has one of its names, the name
    /// is now its own.
    package mutating func add(_ coding: some ContentCoding) {
        insert(coding, at: index(preferring: coding))
    }

    private mutating func insert(_ coding: any ContentCoding, at index: Int) {
        for (name, other) in indexByName where other >= index { indexByName[name] = other + 1 }
        codings.insert(coding, at: index)
        for name in coding.names { indexByName[name.lowercasedASCII.utf8Key] = index }
    }

    /// Where to put a coding, so that it stands before those that it is preferred to, and behind all others.
    private func index(preferring coding: any ContentCoding) -> Int {
        guard let rank = Self.rank(of: coding) else { return codings.count }
        return codings.firstIndex { Self.rank(of: $0).map { $0 > rank } ?? false } ?? codings.count
    }

    /// By how small they usually make a body.
    private static func rank(of coding: any ContentCoding) -> Int? {
        guard let name = coding.names.first else { return nil }
        return ["br", "zstd", "gzip", "deflate"].firstIndex { $0.hasSameBytes(as: name) }
    }
}

extension ContentCodings {
    /// Undoes the codings of a response's body, unless the transport has done so.
    ///
    /// - Returns: The bytes, or nil where there was nothing to undo.
    /// - Throws: As ``decode(_:fields:limits:)``.
    public func decode(
        _ body: Span<UInt8>,
        head: ResponseHead,
        limits: DecodingLimits
    ) throws(SerializationError) -> [UInt8]? {
        if head.contentCodingsUndone { return nil }
        return try decode(body, fields: head.fields, limits: limits)
    }

    /// Undoes the codings that Content-Encoding names.
    ///
    /// After each step the size is held against `outputBytes`, and against `expansionRatio` times the size of the body
    /// as it came; the latter from 64 KiB of output on. A coding holds to the same limits while it works.
    ///
    /// - Parameters:
    ///   - body: The body as it came. An empty one has nothing to undo, whatever the field says.
    ///   - fields: The header fields.
    ///   - limits: What the body may cost.
    /// - Returns: The bytes, or nil where there was nothing to undo.
    /// - Throws: ``SerializationError/Code/unsupportedContentCoding`` for a name that is not registered;
    ///   ``SerializationError/Code/limitExceeded``, also for more codings than the limits allow; and what the codings throw.
    public func decode(
        _ body: Span<UInt8>,
        fields: HeaderFields,
        limits: DecodingLimits
    ) throws(SerializationError) -> [UInt8]? {
        try limits.check(.inputBytes, body.count)
        guard !body.isEmpty else { return nil }
        var output: [UInt8]?
        for coding in try applied(by: fields, limits: limits).reversed() {
            let made: [UInt8]
            if let previous = output {
                made = try coding.decode(previous.span, limits: limits)
            } else {
                made = try coding.decode(body, limits: limits)
            }
            try limits.check(.outputBytes, made.count)
            if made.count > Self.bytesExemptFromRatio {
                // Rounded up, so that a little more than the ratio is more.
                let ratio = (made.count - 1) / body.count + 1
                try limits.check(.expansionRatio, ratio)
            }
            output = made
        }
        return output
    }

    /// A parser of the coded bytes: it undoes the codings while these arrive, and feeds the parser that is given.
    ///
    /// The limits are those of ``decode(_:fields:limits:)``, but for the one on input, which a stream as a whole has not.
    /// The parser is the one that was given where there is nothing to undo.
    ///
    /// - Throws: ``SerializationError/Code/unsupportedContentCoding`` for a coding that is not registered, or that can be
    ///   undone for whole bodies only; ``SerializationError/Code/limitExceeded`` for more than the limits allow.
    package func parser<Element: Sendable>(
        undoingCodingsOf head: ResponseHead,
        before parser: any IncrementalParser<Element>,
        limits: DecodingLimits
    ) throws(SerializationError) -> any IncrementalParser<Element> {
        if head.contentCodingsUndone { return parser }
        do throws(SerializationError) {
            var decoders: [any IncrementalParser<[UInt8]>] = []
            for coding in try applied(by: head.fields, limits: limits).reversed() {
                guard let streaming = coding as? any StreamingContentCoding else { throw unstreamable(coding) }
                decoders.append(streaming.makeDecoder(limits: limits))
            }
            return decoders.isEmpty ? parser : CodedParser(decoders: decoders, parser: parser, limits: limits)
        } catch {
            var error = error
            error.head = head
            throw error
        }
    }

    /// The codings that were applied, in that order, without identity.
    private func applied(
        by fields: HeaderFields,
        limits: DecodingLimits
    ) throws(SerializationError) -> [any ContentCoding] {
        var applied: [any ContentCoding] = []
        // All are counted, so that the error has the figure, and no more are kept than are undone.
        var count = 0
        for name in Self.names(in: fields) {
            guard let coding = self[name] else { throw unsupported(name) }
            count += 1
            if count <= limits.contentCodings { applied.append(coding) }
        }
        try limits.check(.contentCodings, count)
        return applied
    }

    /// The names that Content-Encoding lists, in lower case and in that order, without identity.
    package static func names(in fields: HeaderFields) -> [String] {
        fields.values(of: "Content-Encoding")
            .flatMap { $0.utf8.split(separator: UInt8(ascii: ",")) }
            .map(\.trimmingOptionalWhitespace)
            .filter { !$0.isEmpty && !noCodings.contains($0.utf8Key) }
    }

    /// `identity`, and what servers write there though it is no coding: charsets, "none", and the framing of uploads to S3, which keeps
    /// that name with what it stores (non-standard).
    private static let noCodings: Set<ByteEqualString> = [
        "identity", "none", "null", "utf-8", "utf8", "us-ascii", "iso-8859-1", "binary", "7bit", "8bit", "aws-chunked",
    ]

    private func unsupported(_ name: String) -> SerializationError {
        SerializationError(
            .unsupportedContentCoding,
            "The body has the content coding \"\(name.visible(atMost: 40))\", and the registered ones are "
                + names.joined(separator: ", ") + ".",
            remedy: "Add the coding by SerializerRegistry.register(coding:), in a session without a registry to "
                + "SessionConfiguration.codings, or send Accept-Encoding: identity."
        )
    }

    private func unstreamable(_ coding: any ContentCoding) -> SerializationError {
        SerializationError(
            .unsupportedContentCoding,
            "The body has the content coding \"\(coding.names.first ?? "")\", which is undone for whole bodies only.",
            remedy: "Register one that conforms to StreamingContentCoding, have the transport undo it and set "
                + "ResponseHead.contentCodingsUndone, or read the whole body."
        )
    }
}

extension Substring.UTF8View {
    /// The text in lower case without spaces and tabs around it. Source: RFC 9110 §5.6.3.
    fileprivate var trimmingOptionalWhitespace: String {
        let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        var bytes = self
        while let first = bytes.first, isSpace(first) { bytes.removeFirst() }
        while let last = bytes.last, isSpace(last) { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self).lowercasedASCII
    }
}
