#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// A writer to a file descriptor. It does not buffer, so two streams on one terminal keep their order.
final class FileDescriptorWriter: ByteWriter {
    private let descriptor: Int32
    private(set) var isClosed = false
    private(set) var failure: String?

    init(descriptor: Int32) { self.descriptor = descriptor }

    /// Opens a pipe or a device for writing. A pipe waits for its reader.
    ///
    /// - Throws: ``FileError``.
    static func open(_ path: String) throws(FileError) -> FileDescriptorWriter {
        // SAFETY: Swift hands over a C string that lives through the call.
        let descriptor = unsafe systemOpen(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { throw FileError(path: path, reason: FileReading.lastReason()) }
        return FileDescriptorWriter(descriptor: descriptor)
    }

    /// Closes the descriptor, so that the reader of a pipe sees the end.
    func close() {
        isClosed = true
        systemClose(descriptor)
    }

    /// Writes all bytes. After a failure it writes nothing more. A closed pipe is not a failure, because its reader wants no
    /// more.
    func write(_ bytes: [UInt8]) {
        if isClosed { return }
        var remaining = bytes[...]
        while !remaining.isEmpty {
            // SAFETY: the pointer and the count are those of the slice, which lives through the call.
            let written = unsafe remaining.withUnsafeBytes { unsafe systemWrite(descriptor, $0.baseAddress, $0.count) }
            if written < 0 && errno == EINTR { continue }
            if written < 0 {
                isClosed = true
                failure = errno == EPIPE ? nil : FileReading.lastReason()
                return
            }
            remaining.removeFirst(written)
        }
    }
}

// The methods of the same names hide the system's `open`, `close` and `write`.
private func systemWrite(_ descriptor: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
    // SAFETY: the caller vouches for pointer and count.
    unsafe write(descriptor, start, count)
}

private func systemOpen(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 {
    // SAFETY: the caller vouches for the C string.
    unsafe open(path, flags)
}

private func systemClose(_ descriptor: Int32) { _ = close(descriptor) }
