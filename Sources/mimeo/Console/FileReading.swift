#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// An error with a file.
struct FileError: Error, Equatable {
    /// The path of the file, as the user gave it.
    let path: String
    /// The reason, often in the system's words.
    let reason: String
}

/// A reader of files up to a limit, so that an endless file cannot fill the memory.
enum FileReading {
    /// Reads at most `limit` bytes of a file.
    static func read(path: String, atMost limit: Int) throws(FileError) -> [UInt8] {
        // SAFETY: Swift hands over a C string that lives through the call.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(path: path, reason: lastReason()) }
        defer { close(descriptor) }
        return try read(descriptor: descriptor, name: path, atMost: limit)
    }

    /// Reads at most `limit` bytes of an open file.
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

    /// Returns the sorted names of the files in a folder, without subfolders and names that begin with a dot.
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

    /// Returns the size of a file in bytes, or nil if the file does not exist.
    static func size(of path: String) -> Int? {
        var status = stat()
        // SAFETY: `status` is a variable of the type that the call fills.
        return unsafe stat(path, &status) == 0 ? Int(status.st_size) : nil
    }

    /// Whether other users than the owner may read the file.
    static func isReadableByOthers(_ path: String) -> Bool {
        var status = stat()
        // SAFETY: `status` is a variable of the type that the call fills.
        return unsafe stat(path, &status) == 0 && status.st_mode & 0o044 != 0
    }

    /// Whether the path is a regular file, which can be read twice, unlike a pipe.
    static func isRegular(_ path: String) -> Bool {
        var status = stat()
        // SAFETY: `status` is a variable of the type that the call fills.
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Whether an open file is a pipe or a regular file. A terminal and `/dev/null` are neither.
    static func isPipeOrFile(descriptor: Int32) -> Bool {
        var status = stat()
        // SAFETY: `status` is a variable of the type that the call fills.
        guard unsafe fstat(descriptor, &status) == 0 else { return false }
        return [S_IFIFO, S_IFREG].contains(status.st_mode & S_IFMT)
    }

    /// Returns the system's message for the call that failed last.
    static func lastReason() -> String {
        // SAFETY: the C string is copied before another call can change it; the tool has one thread.
        unsafe String(cString: strerror(errno))
    }
}

/// Calls the system's function, whose name the member hides.
private func systemRead(_ descriptor: Int32, _ start: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    // SAFETY: the caller vouches for pointer and count.
    unsafe read(descriptor, start, count)
}
