import Mimeograph
import MimeographTree

/// A reader that reads a binary property list into a document.
///
/// The steps:
/// 1. The trailer is checked against the size of the body, and the objects are copied.
/// 2. Each object is read once, in the order of the offset table, and described by a word; see ``BinaryObjects``.
/// 3. The containers are followed from the root, without recursion, and the tape is written; see ``BinaryFlattening``.
///
/// So an object is checked once and a container is on the tape once, however many references lead to it.
enum BinaryPropertyListReader {
    /// The first bytes: `bplist00`. Later minor versions were never written.
    private static let signature: [UInt8] = Array("bplist0".utf8)

    static func hasSignature(_ body: Span<UInt8>) -> Bool {
        guard body.count > 3 else { return false }
        for index in 0..<min(6, body.count) where body[index] != signature[index] { return false }
        return true
    }

    static func read(
        _ body: Span<UInt8>,
        options: PropertyListReadingOptions,
        limits: DecodingLimits
    ) throws(PropertyListParseError) -> TapeDocument {
        if body.count > 6, body[6] != signature[6] {
            throw PropertyListParseError(.syntax, "The body has a version of the binary format that is not 0.", at: 6)
        }
        let trailer = try BinaryTrailer(of: body)
        if body.count > PropertyListReader.maximumCount { throw .size(at: 0) }
        let bytes = PropertyListReader.paddedCopy(of: body, count: trailer.tableOffset)
        return try bytes.document(PropertyListFileFormat.binary.form) { (bytes) throws(PropertyListParseError) in
            try fillTape(body, bytes, trailer, options: options, limits: limits)
        }
    }

    private static func fillTape(
        _ body: Span<UInt8>,
        _ bytes: PropertyListBytes,
        _ trailer: BinaryTrailer,
        options: PropertyListReadingOptions,
        limits: DecodingLimits
    ) throws(PropertyListParseError) -> [UInt64] {
        let objects = BinaryObjects(bytes: bytes, trailer: trailer)
        var (references, wordsPerReference) = (0, 1)
        var parseError: PropertyListParseError?
        var words = unsafe [UInt64](unsafeUninitializedCapacity: trailer.objectCount) { buffer, initialized in
            guard let base = buffer.baseAddress else { return }
            do throws(PropertyListParseError) {
                // SAFETY: the scan writes the word of every object, or throws.
                (references, wordsPerReference) = try objects.scan(
                    body,
                    into: unsafe PropertyListTape(buffer, base: base)
                )
                initialized = trailer.objectCount
            } catch {
                parseError = error
            }
        }
        if let parseError { throw parseError }
        // This is checked before the tape is allocated: no container with so many elements may be read anyway.
        if references / 2 > limits.elements { throw .elements(at: bytes.count) }
        return try unsafe words.withUnsafeMutableBufferPointer { words throws(PropertyListParseError) in
            guard let base = words.baseAddress else { return [] }
            var parseError: PropertyListParseError?
            let tape = unsafe [UInt64](unsafeUninitializedCapacity: (references + 1) * wordsPerReference) {
                buffer,
                initialized in
                guard let tapeBase = buffer.baseAddress else { return }
                // SAFETY: only these closures use both buffers, and the flattening writes each word that it counts.
                var flattening = unsafe BinaryFlattening(
                    bytes: bytes,
                    trailer: trailer,
                    objects: PropertyListTape(words, base: base),
                    tape: PropertyListTape(buffer, base: tapeBase),
                    stripping: options.nullStripping,
                    limits: BinaryFlattening.Limits(limits, bodySize: body.count)
                )
                do throws(PropertyListParseError) { initialized = try flattening.run() } catch { parseError = error }
            }
            if let parseError { throw parseError }
            return tape
        }
    }
}
