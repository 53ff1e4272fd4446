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

/// An open directory that belongs to this user. Operations use this directory even if its path later leads elsewhere.
///
/// Other users can neither list the directory nor create files in it. A symbolic link is never followed, neither to the directory
/// nor inside it. A file of another user is ignored.
package final class SystemDirectory: Sendable {
    /// A file in the directory.
    package struct Entry: Sendable {
        package let name: String
        /// The number of bytes.
        package let length: Int
        /// The time of the last write, in seconds since 1970.
        package let written: Double
    }

    private let descriptor: Int32

    private init(descriptor: Int32) { self.descriptor = descriptor }

    deinit { _ = close(descriptor) }

    /// Opens a directory and closes it to others. Missing directories of the path are created.
    ///
    /// - Throws: `EPERM` if it belongs to another user or is shared by all users, like `/tmp`; `ENOTDIR` or `ELOOP` if it is not
    ///   a directory, or a link to one; other errors of the system.
    package static func open(private path: String) throws(SystemError) -> SystemDirectory {
        try SystemFile.makeDirectories(path, mode: 0o700)
        let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
        // The system follows a link if a slash follows its name, despite `O_NOFOLLOW`.
        var name = path[...]
        while name.utf8.count > 1, name.endsWithBytes(of: "/") || name.endsWithBytes(of: "/.") {
            name = Substring(name.utf8.dropLast())
        }
        let descriptor = try SystemFile.descriptor(of: String(name), flags)
        let directory = SystemDirectory(descriptor: descriptor)
        let status = try SystemFile.status(of: descriptor)
        guard status.st_uid == geteuid(), status.st_mode & S_ISVTX == 0 else { throw SystemError(number: EPERM) }
        if status.st_mode & 0o077 != 0, fchmod(descriptor, 0o700) != 0 { throw .last }
        return directory
    }

    /// Returns the regular files that belong to this user, in no particular order.
    package func entries() throws(SystemError) -> [Entry] {
        // Reading a directory has a position, so this uses a separate descriptor.
        let copy = try SystemFile.descriptor(of: ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC, in: descriptor)
        // SAFETY: the descriptor is open, and belongs to the stream from here on.
        let stream = unsafe fdopendir(copy)
        if unsafe stream == nil {
            let error = SystemError.last
            _ = close(copy)
            throw error
        }
        var entries: [Entry] = []
        // SAFETY: the stream is open, and not used after this.
        for name in unsafe SystemFile.names(closing: stream) {
            var status = stat()
            // SAFETY: the name is a C string that lives through the call, which fills a variable of the right type.
            guard unsafe fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0, Self.isOwn(status) else {
                continue
            }
            entries.append(Entry(name: name, length: Int(status.st_size), written: Self.written(status)))
        }
        return entries
    }

    /// Reads a whole file. Returns nil if this user has no file with that name, or if it has more bytes than the limit.
    package func contents(of name: String, atMost limit: Int) throws(SystemError) -> [UInt8]? {
        let flags = O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
        let file: SystemFile
        do throws(SystemError) {
            file = SystemFile(descriptor: try SystemFile.descriptor(of: name, flags, in: descriptor))
        } catch {
            if error.number == ENOENT || error.number == ELOOP { return nil }
            throw error
        }
        guard Self.isOwn(try file.status()) else { return nil }
        return try file.rest(atMost: limit)
    }

    /// Writes a file in one atomic step.
    ///
    /// - Parameter replacing: Whether to replace an existing regular file. Otherwise an existing file is `EEXIST`.
    package func write(_ bytes: [UInt8], to name: String, replacing: Bool = true) throws(SystemError) {
        let temporary = SystemFile.temporaryName(for: name)
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        do throws(SystemError) {
            try SystemFile(descriptor: SystemFile.descriptor(of: temporary, flags, in: descriptor)).write(bytes.span)
            // SAFETY: the names are C strings that live through the calls.
            if replacing {
                try checkReplaceable(name)
                guard unsafe renameat(descriptor, temporary, descriptor, name) == 0 else { throw .last }
            } else {
                guard unsafe linkat(descriptor, temporary, descriptor, name, 0) == 0 else { throw .last }
                remove(temporary)
            }
        } catch {
            remove(temporary)
            throw error
        }
    }

    private func checkReplaceable(_ name: String) throws(SystemError) {
        var status = stat()
        // SAFETY: the name is a C string that lives through the call, which fills a variable of the right type.
        if unsafe fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 { try SystemFile.checkRegular(status) }
    }

    /// Removes a regular file. A failure is ignored.
    package func remove(_ name: String) {
        guard !name.utf8.contains(0), (try? checkReplaceable(name)) != nil else { return }
        // SAFETY: the name is a C string that lives through the call.
        _ = unsafe unlinkat(descriptor, name, 0)
    }

    private static func isOwn(_ status: stat) -> Bool {
        status.st_mode & S_IFMT == S_IFREG && SystemFile.isOwn(status)
    }

    private static func written(_ status: stat) -> Double {
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
