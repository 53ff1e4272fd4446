import Mimeograph

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension SystemFile {
    /// Opens a file to write behind what it holds; one that is not there is made, for its owner only.
    package static func open(appending path: String) throws(SystemError) -> SystemFile {
        try open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC)
    }

    /// Moves a file within its file system, all at once: whoever looks sees the old one or the new one.
    ///
    /// - Parameter replacing: Whether a file that is there goes away; else that is `EEXIST`.
    package static func move(_ path: String, to target: String, replacing: Bool) throws(SystemError) {
        guard !path.utf8.contains(0), !target.utf8.contains(0) else { throw SystemError(number: ENOENT) }
        if replacing {
            // SAFETY: Swift hands over C strings that live through the call.
            guard unsafe rename(path, target) == 0 else { throw .last }
            return
        }
        // A second name refuses to take the place of another file, which a renaming does not.
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
        if exists(target) { throw SystemError(number: EEXIST) }
        // SAFETY: as above.
        guard unsafe rename(path, target) == 0 else { throw .last }
    }

    /// Whether there is something of that name.
    package static func exists(_ path: String) -> Bool {
        // SAFETY: Swift hands over a C string that lives through the call.
        unsafe access(path, F_OK) == 0
    }

    /// Makes a directory and those above it, where they are missing.
    package static func makeDirectories(_ path: String) throws(SystemError) {
        if path.isEmpty || exists(path) { return }
        var made = path.utf8.first == UInt8(ascii: "/") ? "/" : ""
        for part in path.parts(at: "/") where !part.isEmpty {
            made += made.isEmpty || made.hasSuffix("/") ? "\(part)" : "/\(part)"
            // SAFETY: Swift hands over a C string that lives through the call.
            if unsafe mkdir(made, 0o777) != 0, errno != EEXIST { throw .last }
        }
    }

    /// The names in a directory, without those of itself and its parent, in no order.
    package static func names(inDirectory path: String) throws(SystemError) -> [String] {
        // SAFETY: Swift hands over a C string that lives through the call; what is opened is closed below.
        guard let directory = unsafe opendir(path) else { throw .last }
        // SAFETY: it is open, and not used after this.
        defer { _ = unsafe closedir(directory) }
        var names: [String] = []
        // SAFETY: the entry lives until the next call, and its name, which ends with a zero byte, is copied before that.
        while let entry = unsafe readdir(directory) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// Reads the whole file.
    ///
    /// - Parameter limit: The most bytes; of a longer file nothing is read, and it gives nil.
    package static func contents(of path: String, atMost limit: Int) throws(SystemError) -> [UInt8]? {
        let file = try open(reading: path)
        guard case .regular(let length) = try file.kind() else { throw .isDirectory }
        guard length <= limit else { return nil }
        var bytes: [UInt8] = []
        while bytes.count <= limit {
            let part = try [UInt8](capacity: 1 << 16) { (buffer) throws(SystemError) in try file.read(into: &buffer) }
            if part.isEmpty { return bytes }
            bytes += part
        }
        return nil
    }

    /// Puts a file with these bytes where another may be, all at once.
    package static func replaceContents(of path: String, with bytes: [UInt8]) throws(SystemError) {
        var generator = SystemRandomNumberGenerator()
        let temporary = "\(path).\(String(generator.next(), radix: 36)).tmp"
        do throws(SystemError) {
            try create(temporary, replacing: false).write(bytes.span)
            try move(temporary, to: path, replacing: true)
        } catch {
            remove(temporary)
            throw error
        }
    }
}
