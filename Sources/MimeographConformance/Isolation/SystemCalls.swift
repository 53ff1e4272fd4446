#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// The system calls for files; those for processes are in ``ChildProcess``.
enum SystemCalls {
    /// Returns the beginning of a file, or nil if it cannot be read.
    static func contents(of path: String, atMost limit: Int) -> [UInt8]? {
        // SAFETY: Swift hands over a C string that lives through the call.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var contents: [UInt8] = []
        while contents.count < limit, let piece = read(descriptor, atMost: min(65_536, limit - contents.count)) {
            if piece.isEmpty { break }
            contents += piece
        }
        return contents
    }

    /// Returns the size of a file, and the seconds and nanoseconds of its last change, or nil if the file does not exist.
    static func state(of path: String) -> [Int]? {
        var status = stat()
        // SAFETY: Swift hands over a C string that lives through the call, which fills a variable of the right type.
        guard unsafe lstat(path, &status) == 0 else { return nil }
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        return [Int(status.st_size), Int(time.tv_sec), Int(time.tv_nsec)]
    }

    /// Returns the next bytes, an empty array at the end, or nil if reading fails.
    static func read(_ descriptor: Int32, atMost limit: Int) -> [UInt8]? {
        var piece = [UInt8](repeating: 0, count: limit)
        while true {
            // SAFETY: the pointer and the count are those of the array, which lives through the call.
            let count = unsafe piece.withUnsafeMutableBytes { unsafe systemRead(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            return count < 0 ? nil : Array(piece.prefix(count))
        }
    }

    /// Removes a file.
    static func remove(_ path: String) {
        // SAFETY: Swift hands over a C string that lives through the call.
        _ = unsafe unlink(path)
    }
}

/// Calls the system's function, whose name the member hides.
private func systemRead(_ descriptor: Int32, _ start: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    // SAFETY: the caller vouches for pointer and count.
    unsafe read(descriptor, start, count)
}

/// A file whose content is replaced again and again.
final class JournalFile: Sendable {
    private let descriptor: Int32

    /// Creates the file, or empties a regular file of this user. A link, a pipe, a device or another user's file is not changed.
    init?(_ path: String) {
        // SAFETY: Swift hands over a C string that lives through the call; the mode applies if the call creates the file.
        descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
        var status = stat()
        // SAFETY: `status` is a variable of the type that the call fills.
        guard descriptor >= 0, unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_uid == geteuid(), ftruncate(descriptor, 0) == 0
        else { return nil }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Replaces the content. A write that fails loses only this case.
    func replace(with bytes: [UInt8]) {
        // The file is written before it is cut. A process that dies in between leaves a line with a tail, which still parses.
        // SAFETY: the pointer and the count are those of the array, which lives through the call.
        _ = unsafe bytes.withUnsafeBytes { unsafe pwrite(descriptor, $0.baseAddress, $0.count, 0) }
        _ = ftruncate(descriptor, off_t(bytes.count))
    }
}
