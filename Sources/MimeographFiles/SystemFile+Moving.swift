import Mimeograph

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension SystemFile {
    /// Opens a file that is there to write behind what it holds; one that its name is only a link to is not opened, and nothing is
    /// waited for.
    ///
    /// - Throws: `ELOOP` where it is a symbolic link; `EPERM` where it belongs to another user, or every user may write
    ///   it; `EAGAIN` if another download writes to it.
    package static func open(continuing path: String) throws(SystemError) -> SystemFile {
        let file = try open(path, O_WRONLY | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard isOwn(try file.status()) else { throw SystemError(number: EPERM) }
        // A download that ended just now may have moved the file since it was opened.
        guard file.lock(), file.isAt(path) else { throw SystemError(number: EAGAIN) }
        return file
    }

    /// Makes a file for a download, as ``create(_:mode:)``. Until it is closed, no other download writes to it.
    package static func create(part path: String, mode: UInt16) throws(SystemError) -> SystemFile {
        let file = try create(path, mode: mode)
        _ = file.lock()
        return file
    }

    /// Removes a part of a download as ``remove(_:onlyOwn:)``, unless another download writes to it.
    package static func remove(part path: String, onlyOwn: Bool = false) {
        let file = try? open(path, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        if let file, !file.lock() { return }
        withExtendedLifetime(file) { remove(path, onlyOwn: onlyOwn) }
    }

    /// Whether the path names this very file, and not a link to it.
    package func isAt(_ path: String) -> Bool {
        var found = stat()
        // SAFETY: Swift hands over a C string that lives through the call, which fills a variable of the right type.
        guard !path.utf8.contains(0), unsafe lstat(path, &found) == 0, let own = try? status() else { return false }
        return found.st_dev == own.st_dev && found.st_ino == own.st_ino
    }

    /// Moves a file within its file system, all at once: a reader sees the old one or the new one.
    ///
    /// - Parameter replacing: Whether a regular file that is there goes away; else that is `EEXIST`.
    /// - Throws: As ``checkReplaceable(_:)``; what the system says.
    package static func move(_ path: String, to target: String, replacing: Bool) throws(SystemError) {
        guard !path.utf8.contains(0), !target.utf8.contains(0) else { throw SystemError(number: ENOENT) }
        if replacing {
            _ = try checkReplaceable(target)
            // SAFETY: Swift hands over C strings that live through the call.
            guard unsafe rename(path, target) == 0 else { throw .last }
            return
        }
        // Making a second name fails where there is a file of that name; renaming would replace it.
        // SAFETY: as above.
        if unsafe link(path, target) == 0 {
            remove(path)
            return
        }
        let number = errno
        guard number == EPERM || number == EOPNOTSUPP || number == EMLINK || number == ENOSYS else {
            throw SystemError(number: number)
        }
        // A file system without second names: looking first is the best that can be done.
        if exists(target) { throw .exists }
        // SAFETY: as above.
        guard unsafe rename(path, target) == 0 else { throw .last }
    }

    /// Whether there is something of that name, be it a link that leads nowhere.
    package static func exists(_ path: String) -> Bool {
        var status = stat()
        // SAFETY: Swift hands over a C string that lives through the call, which fills a variable of the right type.
        return unsafe lstat(path, &status) == 0
    }

    /// Refuses a path at which no file may be put in place of another: only a regular file that this process may write is replaced,
    /// and neither a folder, a symbolic link, a device, a pipe nor a socket.
    ///
    /// - Returns: Who may do what with the file that is there; nil if none is seen, and making one says why.
    /// - Throws: `EISDIR`; ``SystemError/notRegular``; `EACCES` if it is read-only.
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

    /// Refuses what is not a regular file.
    static func checkRegular(_ status: stat) throws(SystemError) {
        switch status.st_mode & S_IFMT {
        case S_IFREG: return
        case S_IFDIR: throw .isDirectory
        default: throw .notRegular
        }
    }

    /// The kind of file at a path, links followed; nil if it cannot be found out. A pipe is not opened.
    package static func kind(ofPath path: String) -> Kind? {
        var status = stat()
        // SAFETY: as above.
        guard !path.utf8.contains(0), unsafe stat(path, &status) == 0 else { return nil }
        return Kind(status)
    }

    /// Makes a directory and those above it, where they are missing.
    ///
    /// - Parameter mode: Who may do what with those that are made, but for what the process forbids for all.
    package static func makeDirectories(_ path: String, mode: UInt16 = 0o777) throws(SystemError) {
        if path.isEmpty || kind(ofPath: path) != nil { return }
        var made = path.utf8.first == UInt8(ascii: "/") ? "/" : ""
        for part in path.parts(at: "/") where !part.isEmpty {
            made += made.isEmpty || made.endsWithBytes(of: "/") ? "\(part)" : "/\(part)"
            // SAFETY: Swift hands over a C string that lives through the call.
            if unsafe mkdir(made, mode_t(mode)) != 0, errno != EEXIST { throw .last }
        }
    }

    /// The names in a directory, without those of itself and its parent, in no order.
    package static func names(inDirectory path: String) throws(SystemError) -> [String] {
        // SAFETY: Swift hands over a C string that lives through the call; what is opened is closed at once.
        let directory = unsafe opendir(path)
        if unsafe directory == nil { throw .last }
        return unsafe names(closing: directory)
    }

    #if canImport(Darwin)
        typealias DirectoryStream = UnsafeMutablePointer<DIR>?
    #else
        typealias DirectoryStream = OpaquePointer?
    #endif

    /// The names in a directory that is open, and is closed by this.
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
    /// - Parameter limit: The most bytes; of a longer file nothing is read, and it gives nil.
    package static func contents(of path: String, atMost limit: Int) throws(SystemError) -> [UInt8]? {
        try open(reading: path).rest(atMost: limit)
    }

    /// Reads the whole file, or a pipe, a device or a socket until it ends, for which it waits.
    ///
    /// - Parameter limit: The most bytes; of what is longer it gives nil.
    package static func contents(waitingFor path: String, atMost limit: Int) throws(SystemError) -> [UInt8]? {
        guard case .other? = kind(ofPath: path) else { return try contents(of: path, atMost: limit) }
        return try open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY).allBytes(atMost: limit)
    }

    /// Reads the whole file, as ``contents(of:atMost:)``, where only this user and the administrator can have written it.
    ///
    /// - Throws: `ELOOP` where it is a symbolic link; `EPERM` where it belongs to another user, or every user may write it.
    package static func ownContents(of path: String, atMost limit: Int) throws(SystemError) -> [UInt8]? {
        let file = try open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard isOwn(try file.status(), orRoots: true) else { throw SystemError(number: EPERM) }
        return try file.rest(atMost: limit)
    }

    /// Puts a file with these bytes, for its owner alone, where another may be, all at once.
    ///
    /// - Throws: As ``move(_:to:replacing:)``.
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

    /// What a file is called while it is written: with the number of the process, so that another one can tell what a crash left.
    static func temporaryName(for name: String) -> String {
        // All of these have 13 digits, by which `isAbandoned` recognises the name.
        let random = UInt64.random(in: (1 << 63)...UInt64.max)
        return "\(name).\(getpid()).\(String(random, radix: 36)).tmp"
    }

    /// Whether a name is exactly one that ``temporaryName(for:)`` made in a process that is no more.
    ///
    /// - Parameter isWanted: Whether the file has this name when it is whole.
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
