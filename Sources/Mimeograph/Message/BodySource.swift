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

/// Bytes in memory as a ``BodySource``.
package struct BytesBodySource: BodySource, Hashable {
    /// The bytes.
    package let bytes: [UInt8]

    /// Makes a source of bytes.
    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The number of bytes.
    package var length: Int? { bytes.count }

    /// Starts at the first byte; never throws.
    package func makeReader() -> any BodyReader { Reader(bytes: bytes) }

    private struct Reader: BodyReader {
        let bytes: [UInt8]
        var position = 0

        mutating func read(into buffer: inout OutputSpan<UInt8>) {
            let end = position + min(buffer.freeCapacity, bytes.count - position)
            bytes[position..<end].append(to: &buffer)
            position = end
        }
    }
}

extension ArraySlice<UInt8> {
    /// Appends a copy of all bytes to those that were written. There must be room for them.
    package func append(to output: inout OutputSpan<UInt8>) {
        precondition(count <= output.freeCapacity, "there is no room for the bytes")
        // SAFETY: the buffer has `self.count` uninitialised bytes from `count` on, as was just checked.
        unsafe output.withUnsafeMutableBufferPointer { buffer, count in
            unsafe withUnsafeBufferPointer { source in
                count = unsafe buffer[count...].initialize(fromContentsOf: source)
            }
        }
    }
}

/// Several sources, one after the other, each held to the length it declares.
struct JoinedBodySource: BodySource {
    let sources: [any BodySource]
    let length: Int?

    init(_ sources: [any BodySource]) {
        self.sources = sources
        length = Int(sumOf: sources.map(\.length))
    }

    func makeReader() -> any BodyReader { Reader(sources: sources) }

    private struct Reader: BodyReader {
        let sources: [any BodySource]
        /// The source that is read, or that is to be opened next.
        var index = 0
        var current: (any BodyReader)?
        var count = DeclaredLength(nil)

        mutating func read(into buffer: inout OutputSpan<UInt8>) throws(SerializationError) {
            while !buffer.isFull, index < sources.count {
                guard var reader = current else {
                    count = DeclaredLength(sources[index].length)
                    current = try sources[index].makeReader()
                    continue
                }
                // Out of the property while it is used: a reader that is a struct would be copied otherwise.
                current = nil
                let before = buffer.count
                try reader.read(into: &buffer)
                if buffer.count > before {
                    try count.add(buffer.count - before)
                    current = reader
                } else {
                    try count.finish()
                    index += 1
                }
            }
        }
    }
}

/// Holds what is read to the length that was declared.
struct DeclaredLength {
    private let length: Int?
    private var count = 0

    init(_ length: Int?) { self.length = length }

    /// Throws where there are more bytes than were declared.
    mutating func add(_ more: Int) throws(SerializationError) {
        guard let length else { return }
        count += more
        if count > length { throw mismatch("at least \(count)") }
    }

    /// Throws where there were fewer.
    func finish() throws(SerializationError) {
        if let length, count != length { throw mismatch("\(count)") }
    }

    private func mismatch(_ actual: String) -> SerializationError {
        SerializationError(
            .lengthMismatch,
            "A part of the body was declared to have \(length ?? 0) bytes and has \(actual).",
            remedy: "Declare the right length, or none."
        )
    }
}

extension Int {
    /// The sum of lengths; nil where one is unknown, negative, or the sum is too large for an `Int`.
    init?(sumOf lengths: some Sequence<Int?>) {
        var total = 0
        for length in lengths {
            guard let length, length >= 0 else { return nil }
            let (sum, overflow) = total.addingReportingOverflow(length)
            guard !overflow else { return nil }
            total = sum
        }
        self = total
    }
}
