#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Writes small files that are for their owner alone, and says who may do what with others.
enum FileWriting {
    /// Makes a file of these bytes, in place of one that is there.
    ///
    /// - Throws: ``FileError``.
    static func replace(path: String, with bytes: [UInt8]) throws(FileError) {
        // Under another name first: one that is there stays whole until the new one is.
        let temporary = "\(path).new"
        remove(path: temporary)
        // SAFETY: Swift hands over a C string that lives through the call.
        let descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileError(path: path, reason: FileReading.lastReason()) }
        let sink = FileDescriptorSink(descriptor: descriptor)
        sink.write(bytes)
        close(descriptor)
        if let reason = sink.failure {
            remove(path: temporary)
            throw FileError(path: path, reason: reason)
        }
        // SAFETY: as above.
        guard unsafe rename(temporary, path) == 0 else {
            throw FileError(path: path, reason: FileReading.lastReason())
        }
    }

    /// Who may do what with a file; nil where it is not there.
    static func mode(ofPath path: String) -> UInt32? {
        var status = stat()
        // SAFETY: `status` is a variable of the type that the call fills.
        return unsafe stat(path, &status) == 0 ? UInt32(status.st_mode & 0o777) : nil
    }

    /// Lets others read and write a file: those who may do it with `mode`, else with any file that this process makes.
    static func share(_ path: String, mode: UInt32?) {
        // The mask can only be read by setting it; nobody else makes a file at this moment.
        let mask = umask(0o077)
        umask(mask)
        // SAFETY: Swift hands over a C string that lives through the call.
        _ = unsafe chmod(path, mode.map { mode_t($0) } ?? 0o666 & ~mask)
    }

    /// Removes a file, where it is there.
    static func remove(path: String) {
        // SAFETY: Swift hands over a C string that lives through the call.
        _ = unsafe unlink(path)
    }
}
