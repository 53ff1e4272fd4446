import Mimeograph
import MimeographTree

/// A reader that detects the format of a body, and reads it.
enum PropertyListReader {
    /// Reads a whole body.
    ///
    /// - Parameters:
    ///   - body: The bytes.
    ///   - charset: The `charset` parameter of the body's media type, which counts for text only.
    ///   - options: The options for reading.
    ///   - limits: The limits of the body.
    /// - Throws: ``SerializationError/Code/syntax``, ``SerializationError/Code/truncated``,
    ///   ``SerializationError/Code/invalidText``, ``SerializationError/Code/unsupportedCharset``,
    ///   ``SerializationError/Code/emptyBody``, ``SerializationError/Code/limitExceeded``.
    static func read(
        _ body: Span<UInt8>,
        charset: String? = nil,
        options: PropertyListReadingOptions,
        limits: DecodingLimits
    ) throws(SerializationError) -> TapeDocument {
        try limits.check(.inputBytes, body.count)
        if body.isEmpty {
            throw SerializationError(
                .emptyBody,
                "The body is empty: expected a property list.",
                at: SourceLocation(offset: 0, in: body),
                remedy: "Ask for an optional value if the sender may send an empty body."
            )
        }
        if BinaryPropertyListReader.hasSignature(body) {
            do throws(PropertyListParseError) {
                return try BinaryPropertyListReader.read(body, options: options, limits: limits)
            } catch {
                throw error.error(in: body, bodyOffset: error.offset, format: .binary, limits: limits)
            }
        }
        return try PropertyListText.read(body, charset: charset, options: options, limits: limits)
    }

    /// The greatest number of bytes whose offsets fit on the tape.
    static let maximumCount = Int(UInt32.max) - PaddedBytes.padding

    /// Returns a copy of the first `count` bytes, with zeros after them.
    static func paddedCopy(of body: Span<UInt8>, count: Int) -> [UInt8] {
        // SAFETY: the first `count` bytes are copied from the span, and the padding after them is set to zero.
        unsafe [UInt8](unsafeUninitializedCapacity: count + PaddedBytes.padding) { buffer, initialized in
            unsafe body.extracting(0..<count).withUnsafeBufferPointer { _ = unsafe buffer.update(fromContentsOf: $0) }
            unsafe buffer[count..<count + PaddedBytes.padding].update(repeating: 0)
            initialized = count + PaddedBytes.padding
        }
    }
}

/// The bytes of a document during reading.
typealias PropertyListBytes = PaddedBytes

extension [UInt8] {
    /// Returns the document of bytes that are followed by the padding of a document. `scan` makes the tape, and may change the
    /// bytes in place.
    consuming func document(
        _ form: Int,
        _ scan: (PropertyListBytes) throws(PropertyListParseError) -> [UInt64]
    ) throws(PropertyListParseError) -> TapeDocument {
        var bytes = self
        let tape = try unsafe bytes.withUnsafeMutableBufferPointer { (buffer) throws(PropertyListParseError) in
            guard let base = buffer.baseAddress else { return [] as [UInt64] }
            // SAFETY: the array has the padding that PropertyListBytes needs, and nothing else uses it in this closure.
            return try scan(unsafe PropertyListBytes(buffer, base: base))
        }
        return TapeDocument(bytes: bytes, tape: tape, form: form)
    }
}

extension PropertyListBytes {
    /// Returns eight bytes, the first in the highest bits.
    @inline(__always)
    func bigEndian(at offset: Int) -> UInt64 { word(at: offset).byteSwapped }

    /// Writes a word as eight bytes, the highest first.
    @inline(__always)
    func store(bigEndian word: UInt64, at offset: Int) { store(word.byteSwapped, at: offset) }
}

/// The words of a tape during writing.
typealias PropertyListTape = TapeBuffer

extension PropertyListTape {
    /// A word that was written before, or the next one.
    @inline(__always)
    subscript(index: Int) -> TapeWord {
        get { TapeWord(bits: self[bits: index]) }
        nonmutating set { self[bits: index] = newValue.bits }
    }
}
