/// Bytes in memory as a ``BodySource``.
public struct BytesBodySource: BodySource, Hashable {
    /// The bytes.
    public let bytes: [UInt8]

    /// Makes a source of bytes.
    public init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The number of bytes.
    public var length: Int? { bytes.count }

    /// Starts at the first byte; never throws.
    public func makeReader() -> any BodyReader { Reader(bytes: bytes) }

    private struct Reader: BodyReader {
        let bytes: [UInt8]
        var position = 0

        mutating func read(into buffer: inout OutputSpan<UInt8>) {
            let end = position + min(buffer.freeCapacity, bytes.count - position)
            buffer.append(copying: bytes.span.extracting(position..<end))
            position = end
        }
    }
}

extension OutputSpan where Element == UInt8 {
    /// Appends a copy of all bytes of a span. There must be room for them.
    #if compiler(<6.3)
        @_lifetime(self: copy self)
    #endif
    package mutating func append(copying bytes: Span<UInt8>) {
        precondition(bytes.count <= freeCapacity, "there is no room for the bytes")
        // SAFETY: the buffer has `bytes.count` uninitialised bytes from `count` on, as was just checked.
        unsafe withUnsafeMutableBufferPointer { buffer, count in
            unsafe bytes.withUnsafeBufferPointer { source in
                count = unsafe buffer[count...].initialize(fromContentsOf: source)
            }
        }
    }
}
