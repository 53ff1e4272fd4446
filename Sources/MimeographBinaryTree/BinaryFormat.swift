package import Mimeograph
package import MimeographTree

/// A binary format, which adds a scan and a printer to the shared coding.
package protocol BinaryFormat: CodableFormat {
    /// The name of the format, for errors.
    static var name: String { get }
    static var tree: TreeFormat { get }
    static var heads: ItemHeads { get }
    /// The order of the keys in a sorted map.
    static var sortedOrder: TapeWalk.KeyOrder { get }
    /// Whether maps are written with sorted keys.
    var sortsMaps: Bool { get }
    var duplicateKeys: DuplicateKeys { get }
    /// The strategies; nil if all of them are the defaults.
    var strategies: CodingStrategies? { get }

    /// Scans a body that is one value, and returns the tape.
    static func scan(_ scan: inout BinaryScan) throws(TapeParseError) -> [UInt64]
    /// Writes the whole value of a printer.
    func write(with printer: inout BinaryPrinter) throws(SerializationError)
}

extension BinaryFormat {
    /// Decodes a value from a whole body.
    ///
    /// - Throws: ``SerializationError/Code/syntax``, ``SerializationError/Code/truncated``,
    ///   ``SerializationError/Code/invalidText``, ``SerializationError/Code/emptyBody`` and
    ///   ``SerializationError/Code/limitExceeded`` for bad bytes;
    ///   ``SerializationError/Code/dataShape``, with the `DecodingError` in `underlying`, for good bytes of another shape.
    public func decode<V: Decodable>(
        _ type: V.Type,
        from body: Span<UInt8>,
        as mediaType: MediaType?,
        limits: DecodingLimits
    ) throws(SerializationError) -> V {
        let document = try document(of: body, limits: limits)
        var context = TreeDecodingContext.begin(document, Self.tree, strategies)
        defer { TreeDecodingContext.end(&context) }
        do {
            return try context.root(type)
        } catch {
            var (report, index) = context.report(error, of: V.self)
            if let index {
                report.location = Self.heads.offset(of: index, in: document, body).map { SourceLocation(offset: $0) }
            }
            throw report
        }
    }

    /// Encodes a value to a whole body, for the format's `encode`.
    ///
    /// - Parameter planned: Returns the bytes if a plan can write the value; see ``BinaryPlanSink``. The format calls it, so that it is
    ///   specialized there.
    package func encoded<V: Encodable>(
        _ value: V,
        planned: (TreeEncodingContext) -> [UInt8]?
    ) throws(SerializationError) -> [UInt8] {
        var context = TreeEncodingContext.begin(Self.tree, strategies)
        defer { TreeEncodingContext.end(&context) }
        if !sortsMaps, let bytes = planned(context) { return bytes }
        do {
            try context.encode(value)
        } catch {
            throw Self.tree.errors.encoding(error, of: V.self)
        }
        return try bytes(of: context.document(), mayRepeatKeys: context.repeatsNames)
    }

    /// Makes a parser for a sequence of values, which decodes each. The limits apply to each value.
    package func valueParser<V: Decodable & Sendable>(
        of type: V.Type,
        limits: DecodingLimits
    ) -> ValueSequenceParser<V> {
        ValueSequenceParser(ValueBounds(Self.heads, limits: limits)) { (body) throws(SerializationError) in
            try decode(type, from: body, as: nil, limits: limits)
        }
    }
}

extension BinaryFormat {
    /// Parses a body with one value. With ``DuplicateKeys/lastWins``, the last one counts in objects, and other maps keep both.
    ///
    /// - Throws: ``SerializationError/Code/syntax``, ``SerializationError/Code/truncated``,
    ///   ``SerializationError/Code/invalidText``, ``SerializationError/Code/emptyBody``,
    ///   ``SerializationError/Code/limitExceeded``.
    package func document(of body: Span<UInt8>, limits: DecodingLimits) throws(SerializationError) -> TapeDocument {
        try TapeDocument.read(
            body,
            limits: limits,
            remedy: Self.heads.remedy,
            refusing: duplicateKeys == .refuse ? { repeatedKeys(of: $0) } : nil
        ) { (scan) throws(TapeParseError) in try Self.scan(&scan) }
    }

    /// Returns the bytes of the value at an index.
    ///
    /// - Parameter mayRepeatKeys: Whether an object may have one key twice.
    /// - Throws: ``SerializationError/Code/unencodableValue`` for values that the format cannot hold, with the path from the root
    ///   value.
    package func bytes(
        of document: TapeDocument,
        at root: Int = 0,
        mayRepeatKeys: Bool = true
    ) throws(SerializationError) -> [UInt8] {
        var printer = BinaryPrinter(
            document,
            at: root,
            order: sortsMaps ? Self.sortedOrder : .asWritten,
            mayRepeatKeys: mayRepeatKeys,
            as: Self.name
        )
        try write(with: &printer)
        return printer.finish()
    }

    /// Returns the indices of repeated keys in maps that are not objects.
    private func repeatedKeys(of document: TapeDocument) -> [Int] {
        var printer = BinaryPrinter(document, at: 0, order: Self.sortedOrder, as: Self.name)
        // A parsed value can always be written.
        try? write(with: &printer)
        return printer.repeatedKeys
    }
}
