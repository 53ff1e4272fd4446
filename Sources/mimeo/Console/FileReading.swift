#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A file that cannot be read.
struct FileError: Error, Equatable {
    /// The file as it was named.
    let path: String
    /// What the system says.
    let reason: String
}

/// Reads files up to a limit, so that a file that never ends cannot fill the memory.
enum FileReading {
    /// The bytes of a file, and at most `limit` of them.
    static func read(path: String, atMost limit: Int) throws(FileError) -> [UInt8] {
        // SAFETY: Swift hands over a C string that lives through the call.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(path: path, reason: lastReason()) }
        defer { close(descriptor) }
        return try read(descriptor: descriptor, name: path, atMost: limit)
    }

    /// The bytes of an open file, and at most `limit` of them.
    static func read(descriptor: Int32, name: String, atMost limit: Int) throws(FileError) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count < limit {
            let wanted = min(chunk.count, limit - bytes.count)
            // SAFETY: `wanted` is at most the count of the chunk, which lives through the call.
            let count = unsafe chunk.withUnsafeMutableBytes { unsafe systemRead(descriptor, $0.baseAddress, wanted) }
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw FileError(path: name, reason: lastReason()) }
            if count == 0 { break }
            bytes += chunk[..<count]
        }
        return bytes
    }

    /// The names of the files of a folder that do not begin with a dot, in order; folders in it are left out.
    static func names(inFolder path: String) throws(FileError) -> [String] {
        // SAFETY: Swift hands over a C string that lives through the call.
        guard let folder = unsafe opendir(path) else { throw FileError(path: path, reason: lastReason()) }
        defer { unsafe closedir(folder) }
        var names: [String] = []
        // SAFETY: an entry is valid until the next one is read, and its name is copied before that.
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if !name.hasPrefix("."), !isFolder("\(path)/\(name)") { names.append(name) }
        }
        return names.sorted()
    }

    /// Whether there is a folder at the path.
    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        // SAFETY: `status` is a variable of the type that the call fills.
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// The number of bytes of a file; nil where it is not there.
    static func size(of path: String) -> Int? {
        var status = stat()
        // SAFETY: `status` is a variable of the type that the call fills.
        return unsafe stat(path, &status) == 0 ? Int(status.st_size) : nil
    }

    /// Whether there is a file at the path that can be read again; a pipe is none.
    static func isRegular(_ path: String) -> Bool {
        var status = stat()
        // SAFETY: `status` is a variable of the type that the call fills.
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    private static func systemRead(_ descriptor: Int32, _ start: UnsafeMutableRawPointer?, _ count: Int) -> Int {
        // SAFETY: the caller vouches for pointer and count. The functions' own name hides the system's `read`.
        #if canImport(Glibc)
            unsafe Glibc.read(descriptor, start, count)
        #elseif canImport(Musl)
            unsafe Musl.read(descriptor, start, count)
        #else
            unsafe Darwin.read(descriptor, start, count)
        #endif
    }

    /// What the system says about the call that failed last.
    static func lastReason() -> String {
        // SAFETY: the C string is copied before another call can change it; the tool has one thread.
        unsafe String(cString: strerror(errno))
    }
}
