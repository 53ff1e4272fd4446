/// Bytes that can be read from the start as often as a request is sent: a redirect or a retry reads them again.
///
/// A source is a value that describes the bytes; ``makeReader()`` opens them. `BytesBodySource` and `FileBodySource` (module
/// MimeographFiles) are sources; a type of your own needs the two members below. Where the bytes arrive asynchronously, use
/// ``BodyStream/init(length:start:)`` instead.
///
/// ```swift
/// struct Zeros: BodySource {
///     let length: Int?
///     func makeReader() -> any BodyReader { Reader(left: length ?? 0) }
///
///     struct Reader: BodyReader {
///         var left: Int
///         mutating func read(into buffer: inout OutputSpan<UInt8>) {
///             let count = min(left, buffer.freeCapacity)
///             buffer.append(repeating: 0, count: count)
///             left -= count
///         }
///     }
/// }
/// ```
/// It promises no speed: reading may wait for a disk, and does so on the thread that asks.
public protocol BodySource: Sendable {
    /// The number of bytes, where it is known without opening anything.
    ///
    /// It is a promise: where a reader gives another number of bytes, sending fails with
    /// ``SerializationError/Code/lengthMismatch`` before a byte too many is sent.
    var length: Int? { get }

    /// Opens the bytes, from the first on.
    ///
    /// - Throws: ``SerializationError/Code/sourceFailed``, or a code of the source's own.
    func makeReader() throws(SerializationError) -> any BodyReader
}

/// Reads the bytes of one ``BodySource`` once, in order.
public protocol BodyReader {
    /// Appends the next bytes to a buffer: at least one, or none where there are no more.
    ///
    /// After it threw or appended nothing, it is asked no more.
    ///
    /// - Parameter buffer: Has room for at least one byte.
    /// - Throws: ``SerializationError/Code/sourceFailed``, or a code of the source's own.
    mutating func read(into buffer: inout OutputSpan<UInt8>) throws(SerializationError)
}

extension BodyReader {
    /// Reads the next bytes into an array of their own.
    ///
    /// - Parameter limit: The most bytes to read; at least 1.
    /// - Returns: Empty where there are no more.
    /// - Throws: As ``read(into:)``.
    public mutating func readChunk(atMost limit: Int = BodyStream.standardChunkSize) throws(SerializationError)
        -> [UInt8]
    {
        try [UInt8](capacity: max(1, limit)) { (buffer) throws(SerializationError) in try read(into: &buffer) }
    }
}
