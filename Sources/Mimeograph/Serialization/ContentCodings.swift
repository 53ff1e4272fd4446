/// A set of content codings, which decodes bodies.
///
/// Content-Encoding lists codings in the order in which they were applied, in one line or several. They are decoded from the last
/// to the first.
///
/// Source: RFC 9110 §8.4, §5.3.
public struct ContentCodings: Sendable {
    /// The largest output that is exempt from the expansion limit, in bytes.
    package static let bytesExemptFromRatio = 64 << 10

    private var codings: [any ContentCoding] = []
    /// The index of each coding by its names in lower case.
    private var indexByName: [ByteEqualString: Int] = [:]

    /// Makes a set of codings; it always contains `identity`.
    ///
    /// - Parameter codings: The codings in the order of preference.
    public init(_ codings: [any ContentCoding] = []) {
        for coding in codings { insert(coding, at: self.codings.count) }
        if !contains("identity") { add(IdentityCoding()) }
    }

    /// The first name of each coding in the order of preference, for Accept-Encoding.
    ///
    /// A registry prefers br to zstd, zstd to gzip and gzip to deflate, whatever their order of registration. Other codings
    /// follow in the order of registration. For another order use ``init(_:)``.
    public var names: [String] { codings.compactMap(\.names.first) }

    /// Whether the set has a coding of that name, compared case-insensitively.
    public func contains(_ name: String) -> Bool { indexByName[name.lowercasedASCII.utf8Key] != nil }

    /// The coding of that name, compared case-insensitively.
    public subscript(name: String) -> (any ContentCoding)? {
        indexByName[name.lowercasedASCII.utf8Key].map { codings[$0] }
    }

    /// Adds a coding before codings that usually compress less. A name that another coding has becomes its own.
    package mutating func add(_ coding: some ContentCoding) {
        insert(coding, at: index(preferring: coding))
    }

    private mutating func insert(_ coding: any ContentCoding, at index: Int) {
        for (name, other) in indexByName where other >= index { indexByName[name] = other + 1 }
        codings.insert(coding, at: index)
        for name in coding.names { indexByName[name.lowercasedASCII.utf8Key] = index }
    }

    /// Returns the index for a coding: before the codings that it is preferred to, and after all others.
    private func index(preferring coding: any ContentCoding) -> Int {
        guard let rank = Self.rank(of: coding) else { return codings.count }
        return codings.firstIndex { Self.rank(of: $0).map { $0 > rank } ?? false } ?? codings.count
    }

    /// The rank of a coding by how well it usually compresses; 0 is the best.
    private static func rank(of coding: any ContentCoding) -> Int? {
        guard let name = coding.names.first else { return nil }
        return ["br", "zstd", "gzip", "deflate"].firstIndex { $0.hasSameBytes(as: name) }
    }
}

extension ContentCodings {
    /// Decodes the content codings of a response's body, unless the transport has done so.
    ///
    /// - Returns: The bytes; nil if there was nothing to decode.
    /// - Throws: As ``decode(_:fields:limits:)``.
    public func decode(
        _ body: Span<UInt8>,
        head: ResponseHead,
        limits: DecodingLimits
    ) throws(SerializationError) -> [UInt8]? {
        if head.contentCodingsUndone { return nil }
        return try decode(body, fields: head.fields, limits: limits)
    }

    /// Decodes the codings that Content-Encoding names.
    ///
    /// After each step the size is checked against `outputBytes`, and from 64 KiB on against `expansionRatio` times the size of
    /// the received body. Each coding also checks these limits while it decodes.
    ///
    /// - Parameters:
    ///   - body: The body as received. An empty one is not decoded, whatever the field says.
    ///   - fields: The header fields.
    ///   - limits: The limits of the body.
    /// - Returns: The bytes; nil if there was nothing to decode.
    /// - Throws: ``SerializationError/Code/unsupportedContentCoding`` for a name that is not registered;
    ///   ``SerializationError/Code/limitExceeded``, also for too many codings; any error of a coding.
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
                // Round up, so that slightly more than the ratio exceeds it.
                let ratio = (made.count - 1) / body.count + 1
                try limits.check(.expansionRatio, ratio)
            }
            output = made
        }
        return output
    }

    /// Returns a parser that decodes the content codings while bytes arrive, and feeds the given parser.
    ///
    /// The limits are as in ``decode(_:fields:limits:)``, except that a stream has no limit on input. If there is nothing to
    /// decode, the given parser is returned.
    ///
    /// - Throws: ``SerializationError/Code/unsupportedContentCoding`` for a coding that is not registered or that cannot decode a
    ///   stream; ``SerializationError/Code/limitExceeded`` for too many codings.
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

    /// Returns the codings of the field in order, without identity.
    private func applied(
        by fields: HeaderFields,
        limits: DecodingLimits
    ) throws(SerializationError) -> [any ContentCoding] {
        var applied: [any ContentCoding] = []
        // Count all for the error message, but keep no more than the limit.
        var count = 0
        for name in Self.names(in: fields) {
            guard let coding = self[name] else { throw unsupported(name) }
            count += 1
            if count <= limits.contentCodings { applied.append(coding) }
        }
        try limits.check(.contentCodings, count)
        return applied
    }

    /// Returns the names in Content-Encoding, in order and in lower case, without identity.
    package static func names(in fields: HeaderFields) -> [String] {
        fields.values(of: "Content-Encoding")
            .flatMap { $0.utf8.split(separator: UInt8(ascii: ",")) }
            .map(\.trimmingOptionalWhitespace)
            .filter { !$0.isEmpty && !noCodings.contains($0.utf8Key) }
    }

    /// `identity`, and other values that servers send although they are not codings: charsets, "none", and the framing of S3
    /// uploads, which S3 stores with the object (non-standard).
    private static let noCodings: Set<ByteEqualString> = [
        "identity", "none", "null", "utf-8", "utf8", "us-ascii", "iso-8859-1", "binary", "7bit", "8bit", "aws-chunked",
    ]

    private func unsupported(_ name: String) -> SerializationError {
        SerializationError(
            .unsupportedContentCoding,
            "The content coding \"\(name.visible(atMost: 40))\" is not registered. Registered codings: "
                + names.joined(separator: ", ") + ".",
            remedy: "Add the coding with SerializerRegistry.register(coding:), or in a session without a registry to "
                + "SessionConfiguration.codings, or send Accept-Encoding: identity."
        )
    }

    private func unstreamable(_ coding: any ContentCoding) -> SerializationError {
        SerializationError(
            .unsupportedContentCoding,
            "The content coding \"\(coding.names.first ?? "")\" can decode only whole bodies, not streams.",
            remedy: "Register one that conforms to StreamingContentCoding, let the transport decode it and set "
                + "ResponseHead.contentCodingsUndone, or read the whole body."
        )
    }
}

extension Substring.UTF8View {
    /// The text in lower case without surrounding spaces and tabs. Source: RFC 9110 §5.6.3.
    fileprivate var trimmingOptionalWhitespace: String {
        let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        var bytes = self
        while let first = bytes.first, isSpace(first) { bytes.removeFirst() }
        while let last = bytes.last, isSpace(last) { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self).lowercasedASCII
    }
}
