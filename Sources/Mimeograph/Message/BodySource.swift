/// A source of bytes that can be read from the start again, for a redirect or a retry.
///
/// A source is a value that describes the bytes; ``makeReader()`` opens them. To define a source, implement the two requirements
/// below; `FileBodySource` (module MimeographFiles) is one. If the bytes arrive asynchronously, use
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
/// Reading may wait for a disk, and blocks the calling thread.
public protocol BodySource: Sendable {
    /// The number of bytes; nil if it is unknown before the source is opened.
    ///
    /// If a reader produces another number of bytes, sending fails with ``SerializationError/Code/lengthMismatch`` before any
    /// excess byte is sent.
    var length: Int? { get }

    /// Opens the source at the first byte.
    ///
    /// - Throws: ``SerializationError/Code/sourceFailed``, or a code of the source's own.
    func makeReader() throws(SerializationError) -> any BodyReader
}

/// Reads the bytes of one ``BodySource`` once, in order.
public protocol BodyReader {
    /// Appends the next bytes to a buffer: at least one, or none at the end.
    ///
    /// It is not called again after it throws or appends nothing.
    ///
    /// - Parameter buffer: A buffer with room for at least one byte.
    /// - Throws: ``SerializationError/Code/sourceFailed``, or a code of the source's own.
    mutating func read(into buffer: inout OutputSpan<UInt8>) throws(SerializationError)
}

extension BodyReader {
    /// Reads the next bytes into a new array.
    ///
    /// - Parameter limit: The maximum number of bytes; at least 1.
    /// - Returns: The bytes; empty at the end.
    /// - Throws: As ``read(into:)``.
    public mutating func readChunk(atMost limit: Int = BodyStream.standardChunkSize) throws(SerializationError)
        -> [UInt8]
    {
        try [UInt8](capacity: max(1, limit)) { (buffer) throws(SerializationError) in try read(into: &buffer) }
    }
}

/// Bytes in memory as a ``BodySource``.
package struct BytesBodySource: BodySource, Hashable {
    package let bytes: [UInt8]

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    package var length: Int? { bytes.count }

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
    /// Appends all bytes to an output span, which must have room for them.
    package func append(to output: inout OutputSpan<UInt8>) {
        precondition(count <= output.freeCapacity, "The output has no room for the bytes.")
        // SAFETY: the precondition checked that the buffer has `self.count` uninitialised bytes from `count` on.
        unsafe output.withUnsafeMutableBufferPointer { buffer, count in
            unsafe withUnsafeBufferPointer { source in
                count = unsafe buffer[count...].initialize(fromContentsOf: source)
            }
        }
    }
}

/// Several sources in sequence, each of which must have the length that it declares.
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
        /// The index of the current source, or of the next one to open.
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
                // Clear the property meanwhile, so that a reader that is a struct is not copied.
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

/// A check that the number of bytes equals the declared length.
struct DeclaredLength {
    private let length: Int?
    private var count = 0

    init(_ length: Int?) { self.length = length }

    /// Throws if there are more bytes than declared.
    mutating func add(_ more: Int) throws(SerializationError) {
        guard let length else { return }
        count += more
        if count > length { throw mismatch("at least \(count)") }
    }

    /// Throws if there are fewer bytes than declared.
    func finish() throws(SerializationError) {
        if let length, count != length { throw mismatch("\(count)") }
    }

    private func mismatch(_ actual: String) -> SerializationError {
        SerializationError(
            .lengthMismatch,
            "A part of the body declared \(length ?? 0) bytes, but has \(actual).",
            remedy: "Declare the right length, or none."
        )
    }
}

extension Int {
    /// Adds lengths; nil if one is unknown or negative, or the sum overflows.
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
