import Mimeograph

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

extension SystemFile {
    /// Opens an existing file to append to it. It follows no symbolic link and does not wait.
    ///
    /// - Throws: `ELOOP` for a symbolic link; `EPERM` if the file belongs to another user, or every user may write it; `EAGAIN`
    ///   if another download writes to it.
    package static func open(continuing path: String) throws(SystemError) -> SystemFile {
        let file = try open(path, O_WRONLY | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard isOwn(try file.status()) else { throw SystemError(number: EPERM) }
        // A download that just ended may have moved the file after it was opened.
        guard file.lock(), file.isAt(path) else { throw SystemError(number: EAGAIN) }
        return file
    }

    /// Creates a file for a download, like ``create(_:mode:)``. Until it is closed, no other download writes to it.
    package static func create(part path: String, mode: UInt16) throws(SystemError) -> SystemFile {
        let file = try create(path, mode: mode)
        _ = file.lock()
        return file
    }

    /// Removes a partial download like ``remove(_:onlyOwn:)``, unless another download writes to it.
    package static func remove(part path: String, onlyOwn: Bool = false) {
        let file = try? open(path, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        if let file, !file.lock() { return }
        withExtendedLifetime(file) { remove(path, onlyOwn: onlyOwn) }
    }

    /// Whether the path names this file itself, not a link to it.
    package func isAt(_ path: String) -> Bool {
        var found = stat()
        // SAFETY: Swift hands over a C string that lives through the call, which fills a variable of the right type.
        guard !path.utf8.contains(0), unsafe lstat(path, &found) == 0, let own = try? status() else { return false }
        return found.st_dev == own.st_dev && found.st_ino == own.st_ino
    }

    /// Moves a file within its file system in one atomic step. A reader sees either the old or the new file.
    ///
    /// - Parameter replacing: Whether to replace an existing regular file. Otherwise an existing file is `EEXIST`.
    /// - Throws: The errors of ``checkReplaceable(_:)`` and of the system.
    package static func move(_ path: String, to target: String, replacing: Bool) throws(SystemError) {
        guard !path.utf8.contains(0), !target.utf8.contains(0) else { throw SystemError(number: ENOENT) }
        if replacing {
            _ = try checkReplaceable(target)
            // SAFETY: Swift hands over C strings that live through the call.
            guard unsafe rename(path, target) == 0 else { throw .last }
            return
        }
        // Linking fails if the target exists; renaming would replace it.
        // SAFETY: as above.
        if unsafe link(path, target) == 0 {
            // The file was just linked, so its kind need not be checked, which could fail.
            _ = unsafe unlink(path)
            return
        }
        let number = errno
        guard number == EPERM || number == EOPNOTSUPP || number == EMLINK || number == ENOSYS else {
            throw SystemError(number: number)
        }
        // A file system without hard links. The best it allows is to check before renaming.
        if exists(target) { throw .exists }
        // SAFETY: as above.
        guard unsafe rename(path, target) == 0 else { throw .last }
    }

    /// Whether the path exists, even as a link that leads nowhere.
    package static func exists(_ path: String) -> Bool {
        var status = stat()
        // SAFETY: Swift hands over a C string that lives through the call, which fills a variable of the right type.
        return unsafe lstat(path, &status) == 0
    }

    /// Checks that a file may replace the one at a path. Only a regular file that this process may write is replaced, never a
    /// folder, a symbolic link, a device, a pipe or a socket.
    ///
    /// - Returns: The permissions of the existing file, or nil if none is found. Creating one then reports the reason.
    /// - Throws: `EISDIR`; ``SystemError/notRegular``; `EACCES` if the file is read-only.
    package static func checkReplaceable(_ path: String) throws(SystemError) -> UInt16? {
        guard !path.utf8.contains(0) else { throw SystemError(number: ENOENT) }
        var status = stat()
        // SAFETY: as above.
        guard unsafe lstat(path, &status) == 0 else { return nil }
        try checkRegular(status)
        // SAFETY: Swift hands over a C string that lives through the call.
        guard unsafe access(path, W_OK) == 0 else { throw .last }
        return UInt16(status.st_mode & 0o777)
    }

    /// Checks that a file is a regular one.
    static func checkRegular(_ status: stat) throws(SystemError) {
        switch status.st_mode & S_IFMT {
        case S_IFREG: return
        case S_IFDIR: throw .isDirectory
        default: throw .notRegular
        }
    }

    /// Returns the kind of file at a path, after following links, or nil if it cannot be determined. A pipe is not opened.
    package static func kind(ofPath path: String) -> Kind? {
        var status = stat()
        // SAFETY: as above.
        guard !path.utf8.contains(0), unsafe stat(path, &status) == 0 else { return nil }
        return Kind(status)
    }

    /// Creates a directory and its missing parents.
    ///
    /// - Parameter mode: The permissions of the created directories, minus the permissions that the process masks.
    package static func makeDirectories(_ path: String, mode: UInt16 = 0o777) throws(SystemError) {
        if path.isEmpty || kind(ofPath: path) != nil { return }
        var made = path.utf8.first == UInt8(ascii: "/") ? "/" : ""
        for part in path.parts(at: "/") where !part.isEmpty {
            made += made.isEmpty || made.endsWithBytes(of: "/") ? "\(part)" : "/\(part)"
            // SAFETY: Swift hands over a C string that lives through the call.
            if unsafe mkdir(made, mode_t(mode)) != 0, errno != EEXIST { throw .last }
        }
    }

    /// Returns the names in a directory in no particular order, without `.` and `..`.
    package static func names(inDirectory path: String) throws(SystemError) -> [String] {
        // SAFETY: Swift hands over a C string that lives through the call; the open directory is closed at once.
        let directory = unsafe opendir(path)
        if unsafe directory == nil { throw .last }
        return unsafe names(closing: directory)
    }

    #if canImport(Darwin)
        typealias DirectoryStream = UnsafeMutablePointer<DIR>?
    #else
        typealias DirectoryStream = OpaquePointer?
    #endif

    /// Returns the names in an open directory, and closes it.
    @unsafe static func names(closing directory: DirectoryStream) -> [String] {
        guard let directory = unsafe directory else { return [] }
        // SAFETY: it is open, and not used after this.
        defer { _ = unsafe closedir(directory) }
        var names: [String] = []
        // SAFETY: the entry lives until the next call, and its name, which ends with a zero byte, is copied before that.
        while let entry = unsafe readdir(directory) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if !name.hasSameBytes(as: "."), !name.hasSameBytes(as: "..") { names.append(name) }
        }
        return names
    }

    /// Reads the whole file.
    ///
    /// - Parameter limit: The maximum number of bytes. A longer file is not read, and the result is nil.
    package static func contents(of path: String, atMost limit: Int) throws(SystemError) -> [UInt8]? {
        try open(reading: path).rest(atMost: limit)
    }

    /// Reads the whole file. It waits until the end of a pipe, a device or a socket.
    ///
    /// - Parameter limit: The maximum number of bytes. If there are more, the result is nil.
    package static func contents(waitingFor path: String, atMost limit: Int) throws(SystemError) -> [UInt8]? {
        guard case .other? = kind(ofPath: path) else { return try contents(of: path, atMost: limit) }
        return try open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY).allBytes(atMost: limit)
    }

    /// Reads the whole file like ``contents(of:atMost:)``, if it belongs to this user or the administrator and not every user may
    /// write it.
    ///
    /// - Throws: `ELOOP` for a symbolic link; `EPERM` if the file belongs to any other user, or every user may write it.
    package static func ownContents(of path: String, atMost limit: Int) throws(SystemError) -> [UInt8]? {
        let file = try open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard isOwn(try file.status(), orRoots: true) else { throw SystemError(number: EPERM) }
        return try file.rest(atMost: limit)
    }

    /// Writes a file that only its owner can access, in one atomic step. An existing regular file is replaced.
    ///
    /// - Throws: The errors of ``move(_:to:replacing:)``.
    package static func replaceContents(of path: String, with bytes: [UInt8]) throws(SystemError) {
        let temporary = temporaryName(for: path)
        do throws(SystemError) {
            try create(temporary).write(bytes.span)
            try move(temporary, to: path, replacing: true)
        } catch {
            remove(temporary)
            throw error
        }
    }

    /// Returns the name of a file while it is written. It includes the process number, so that another process can detect a
    /// leftover of a crash.
    static func temporaryName(for name: String) -> String {
        // All of these numbers have 13 digits, by which `isAbandoned` recognizes the name.
        let random = UInt64.random(in: (1 << 63)...UInt64.max)
        return "\(name).\(getpid()).\(String(random, radix: 36)).tmp"
    }

    /// Whether ``temporaryName(for:)`` made the name in a process that has ended.
    ///
    /// - Parameter isWanted: Whether the complete file has this name.
    package static func isAbandoned(_ temporary: String, of isWanted: (String) -> Bool) -> Bool {
        guard temporary.endsWithBytes(of: ".tmp") else { return false }
        var parts = temporary.parts(at: ".").dropLast()
        guard let random = parts.popLast(), random.utf8.count == 13,
            random.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }),
            let process = parts.popLast(), let number = pid_t(process), number > 0,
            process.hasSameBytes(as: "\(number)"), isWanted(parts.joined(separator: "."))
        else { return false }
        return kill(number, 0) != 0 && errno == ESRCH
    }
}
