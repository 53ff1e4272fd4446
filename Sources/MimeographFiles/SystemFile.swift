package import Mimeograph

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// An open file. This type, ``SystemDirectory`` and the extension that moves files make all system calls of this module.
package final class SystemFile {
    /// The kind of a file.
    package enum Kind {
        case regular(length: Int), directory, other

        init(_ status: stat) {
            switch status.st_mode & S_IFMT {
            case S_IFREG: self = .regular(length: Int(status.st_size))
            case S_IFDIR: self = .directory
            default: self = .other
            }
        }
    }

    private let descriptor: Int32

    init(descriptor: Int32) { self.descriptor = descriptor }

    deinit { _ = close(descriptor) }

    /// Opens a file for reading. It does not wait for the other end of a pipe.
    package static func open(reading path: String) throws(SystemError) -> SystemFile {
        try open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    }

    /// Creates a file for writing. By default only its owner may read it. An existing file is an error.
    ///
    /// - Parameter mode: The permissions, minus the permissions that the process masks (umask).
    package static func create(_ path: String, mode: UInt16 = 0o600) throws(SystemError) -> SystemFile {
        SystemFile(descriptor: try descriptor(of: path, O_WRONLY | O_CREAT | O_CLOEXEC | O_EXCL, mode: mode))
    }

    /// Sets the permissions of the file, regardless of the mask of the process.
    package func setMode(_ mode: UInt16) throws(SystemError) {
        guard fchmod(descriptor, mode_t(mode)) == 0 else { throw .last }
    }

    /// Locks the file until this object is released, without waiting. The lock affects only code that asks for it.
    ///
    /// - Returns: False if another holder has the lock. The result is always true on a file system without locks.
    func lock() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EAGAIN }

    static func open(_ path: String, _ flags: Int32) throws(SystemError) -> SystemFile {
        SystemFile(descriptor: try descriptor(of: path, flags))
    }

    /// Opens a path, relative to an open directory if one is given.
    ///
    /// - Parameter mode: The permissions of a file that is created. By default only its owner may read it.
    static func descriptor(
        of path: String,
        _ flags: Int32,
        in directory: Int32 = AT_FDCWD,
        mode: UInt16 = 0o600
    ) throws(SystemError) -> Int32 {
        // The system would stop at the zero byte.
        guard !path.utf8.contains(0) else { throw SystemError(number: ENOENT) }
        while true {
            // SAFETY: Swift hands over a C string that lives through the call; the mode applies if the call creates a file.
            let descriptor = unsafe systemOpen(directory, path, flags, mode_t(mode))
            if descriptor >= 0 { return descriptor }
            if errno != EINTR { throw .last }
        }
    }

    /// Removes a regular file. A failure is ignored. A link, a device, a pipe or a socket is not removed.
    ///
    /// - Parameter onlyOwn: Whether to keep a file that belongs to another user.
    package static func remove(_ path: String, onlyOwn: Bool = false) {
        var status = stat()
        // SAFETY: Swift hands over C strings that live through the calls; the first call fills a variable of the right type.
        guard !path.utf8.contains(0), unsafe lstat(path, &status) == 0, (try? checkRegular(status)) != nil,
            !onlyOwn || status.st_uid == geteuid()
        else { return }
        _ = unsafe unlink(path)
    }

    /// Returns the kind of the file, and its length.
    package func kind() throws(SystemError) -> Kind { Kind(try status()) }

    func status() throws(SystemError) -> stat { try Self.status(of: descriptor) }

    /// Returns the system's record of an open descriptor.
    static func status(of descriptor: Int32) throws(SystemError) -> stat {
        var status = stat()
        // SAFETY: `status` is a variable of the type that the call fills.
        guard unsafe fstat(descriptor, &status) == 0 else { throw .last }
        return status
    }

    /// Whether a file belongs to this user and is not writable by everyone.
    ///
    /// - Parameter orRoots: Whether a file of the administrator is accepted too.
    static func isOwn(_ status: stat, orRoots: Bool = false) -> Bool {
        (status.st_uid == geteuid() || orRoots && status.st_uid == 0) && status.st_mode & S_IWOTH == 0
    }

    /// Reads to the end of the file.
    ///
    /// - Parameter limit: The maximum number of bytes. A longer file is not read, and the result is nil.
    func rest(atMost limit: Int) throws(SystemError) -> [UInt8]? {
        let status = try status()
        try Self.checkRegular(status)
        return status.st_size <= limit ? try allBytes(atMost: limit) : nil
    }

    /// Reads to the end of the file. Returns nil if there are more bytes than the limit.
    func allBytes(atMost limit: Int) throws(SystemError) -> [UInt8]? {
        var bytes: [UInt8] = []
        while bytes.count <= limit {
            let part = try [UInt8](capacity: 1 << 16) { (buffer) throws(SystemError) in try read(into: &buffer) }
            if part.isEmpty { return bytes }
            bytes += part
        }
        return nil
    }

    /// Moves to an offset from the beginning, where reading continues.
    package func seek(to offset: Int) throws(SystemError) {
        guard lseek(descriptor, off_t(offset), SEEK_SET) >= 0 else { throw .last }
    }

    /// Appends the next bytes, or no bytes at the end.
    package func read(into buffer: inout OutputSpan<UInt8>) throws(SystemError) {
        var count = -1
        repeat {
            // SAFETY: the bytes from `used` to the end of the buffer are free, and the call writes only to those.
            unsafe buffer.withUnsafeMutableBufferPointer { bytes, used in
                let free = unsafe UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(bytes)[used...])
                count = unsafe systemRead(descriptor, free.baseAddress, free.count)
                if count > 0 { used += count }
            }
        } while count < 0 && errno == EINTR
        if count < 0 { throw .last }
    }

    /// Writes all bytes.
    package func write(_ bytes: Span<UInt8>) throws(SystemError) {
        var position = 0
        while position < bytes.count {
            // SAFETY: the span's bytes live through the call, which reads only the remaining ones.
            let count = unsafe bytes.extracting(position...).withUnsafeBytes { rest in
                unsafe systemWrite(descriptor, rest.baseAddress, rest.count)
            }
            if count >= 0 { position += count } else if errno != EINTR { throw .last }
        }
    }
}

/// The system's error number of a failure.
package struct SystemError: Error, Equatable {
    package let number: Int32

    /// The error of the last call.
    package static var last: SystemError { SystemError(number: errno) }

    /// The error for a directory in place of a file.
    static var isDirectory: SystemError { SystemError(number: EISDIR) }

    /// The error for a link, a device, a pipe or a socket in place of a regular file. No system uses this number.
    package static var notRegular: SystemError { SystemError(number: -1) }

    /// The error for a file that already exists.
    static var exists: SystemError { SystemError(number: EEXIST) }

    /// Whether the error says that the file already exists.
    package var isThatItExists: Bool { number == EEXIST }

    /// Whether the error says that the file does not exist.
    package var isThatItIsMissing: Bool { number == ENOENT }

    /// The system's description of the error.
    package var reason: String {
        if self == .notRegular { return "Not a regular file, but a link, a device, a pipe or a socket" }
        // SAFETY: the C string is copied at once.
        return unsafe String(cString: strerror(number))
    }

    /// Returns the error for a file that cannot be opened or read.
    package func reading(_ name: String) -> SerializationError {
        switch number {
        case ENOENT, ENOTDIR:
            SerializationError(.fileNotFound, "The file \(name) does not exist.", remedy: "Check the path.")
        case EISDIR:
            SerializationError(.fileIsDirectory, "\(name) is a directory.", remedy: "Send its files one by one.")
        case EACCES, EPERM:
            SerializationError(
                .fileNotReadable,
                "This process may not read \(name).",
                remedy: "Grant the permission, or send another file."
            )
        default:
            SerializationError(.sourceFailed, "\(name) cannot be read: \(reason).", remedy: "Fix this and try again.")
        }
    }

    /// Returns the error for a file that cannot be created or written.
    package func writing(_ name: String) -> SerializationError {
        if number == EEXIST {
            return SerializationError(
                .fileExists,
                "\(name) already exists.",
                remedy: "Choose another path, or allow the file to be replaced."
            )
        }
        return SerializationError(
            .fileNotWritable,
            "\(name) cannot be written: \(reason).",
            remedy: "Fix this and try again."
        )
    }
}

// The members have these names, which hide the system's functions inside the types.

// SAFETY: the callers vouch for the pointers and counts.
private func systemOpen(_ directory: Int32, _ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 {
    unsafe openat(directory, path, flags, mode)
}

private func systemRead(_ descriptor: Int32, _ start: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    unsafe read(descriptor, start, count)
}

private func systemWrite(_ descriptor: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
    unsafe write(descriptor, start, count)
}
