import Mimeograph
import MimeographFiles

/// The file of a download in progress.
struct PartialFile {
    let path: String
    private let file: SystemFile
    private(set) var byteCount: Int64

    /// Makes a file next to the destination.
    init(beside destination: String, options: DownloadDestination.Options) throws(SessionError) {
        let slash = destination.utf8.lastIndex(of: UInt8(ascii: "/"))
        let folder = slash.map { String(destination[...$0]) } ?? ""
        let name = slash.map { String(destination[destination.utf8.index(after: $0)...]) } ?? destination
        var generator = SystemRandomNumberGenerator()
        let mode = try Self.modeOfPreviousFile(at: destination, options)
        path = "\(folder).\(name.prefix(bytes: 180)).\(String(generator.next(), radix: 36)).part"
        do throws(SystemError) {
            if options.contains(.createIntermediateDirectories), folder.utf8.count > 1 {
                try SystemFile.makeDirectories(String(folder.dropLast()))
            }
            // A new file gets the default mode of the process, as with `curl -O`. A file that is replaced passes its mode on.
            file = try SystemFile.create(part: path, mode: mode == nil ? 0o666 : 0o600)
            if let mode { try file.setMode(mode) }
        } catch {
            throw .fileNotWritable(error, path: destination)
        }
        byteCount = 0
    }

    /// Throws if no file can be put at the destination, before anything is downloaded.
    ///
    /// - Returns: The mode of the file that is replaced; nil if no file is replaced.
    @discardableResult
    static func modeOfPreviousFile(
        at destination: String,
        _ options: DownloadDestination.Options
    ) throws(SessionError) -> UInt16? {
        guard options.contains(.removePreviousFile) else {
            if SystemFile.exists(destination) { throw .destinationExists(destination) }
            return nil
        }
        do throws(SystemError) { return try SystemFile.checkReplaceable(destination) } catch {
            throw .notMoved(error, to: destination)
        }
    }

    /// Opens the part of an earlier download to append to it.
    ///
    /// - Returns: Nil if the part is missing, has another length, or another download writes to it.
    init?(continuing resumption: DownloadResumption) {
        // The file is opened once, and not through a link, so that the checked file is also the written one.
        guard let file = try? SystemFile.open(continuing: resumption.partialFile),
            case .regular(let length)? = try? file.kind(), Int64(length) == resumption.byteCount
        else { return nil }
        path = resumption.partialFile
        self.file = file
        byteCount = resumption.byteCount
    }

    mutating func append(_ chunk: [UInt8]) throws(SessionError) {
        do throws(SystemError) {
            try file.write(chunk.span)
        } catch {
            // Some of the chunk may be written, for example if the disk is full. A later attempt continues after it.
            if case .regular(let length)? = try? file.kind() { byteCount = Int64(length) }
            throw .fileNotWritable(error, path: path)
        }
        byteCount += Int64(chunk.count)
    }

    /// Moves the file to its destination.
    ///
    /// - Throws: ``SessionError/Code/resumptionFailed`` if another program has written to the file or replaced it.
    func move(to destination: String, options: DownloadDestination.Options) throws(SessionError) {
        guard case .regular(let length)? = try? file.kind(), Int64(length) == byteCount, file.isAt(path) else {
            throw .partChanged(path)
        }
        do throws(SystemError) {
            try SystemFile.move(path, to: destination, replacing: options.contains(.removePreviousFile))
        } catch {
            if error.isThatItExists { throw .destinationExists(destination) }
            throw .notMoved(error, to: destination)
        }
    }

    /// Removes the file, unless another program has replaced it.
    func remove() {
        if file.isAt(path) { SystemFile.remove(path) }
    }
}

extension String {
    /// Returns the first scalars of the text that fit into this many bytes; file systems count bytes.
    func prefix(bytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var shortened = ""
        var count = 0
        for scalar in unicodeScalars {
            count += UTF8.width(scalar)
            if count > limit { break }
            shortened.unicodeScalars.append(scalar)
        }
        return shortened
    }
}

extension SessionError {
    fileprivate static func fileNotWritable(_ error: SystemError, path: String) -> SessionError {
        let shown = path.visible(atMost: 300)
        return SessionError(
            .fileNotWritable,
            "The file of the download, \(shown), cannot be written: \(error.reason).",
            remedy: error.isThatItIsMissing
                ? "Create its directory, or use .file(\"\(shown)\", options: .createIntermediateDirectories)."
                : "Check the directory, its permissions and the free space."
        )
    }

    fileprivate static func partChanged(_ path: String) -> SessionError {
        SessionError(
            .resumptionFailed,
            "Another program has changed the file of the download, \(path.visible(atMost: 300)).",
            remedy: "Start the download from its beginning."
        )
    }

    fileprivate static func notMoved(_ error: SystemError, to destination: String) -> SessionError {
        SessionError(
            .downloadMoveFailed,
            "The downloaded file cannot be moved to \(destination.visible(atMost: 300)): \(error.reason).",
            remedy: error == .notRegular
                ? "Choose another path. To write into a pipe or a device, read the body as a stream."
                : "Check the directory of the destination, and its permissions."
        )
    }

    /// The error for a destination that exists and may not be replaced.
    static func destinationExists(_ path: String) -> SessionError {
        let shown = path.visible(atMost: 300)
        return SessionError(
            .destinationExists,
            "A file already exists at the destination: \(shown).",
            remedy: "To replace it, use .file(\"\(shown)\", options: .removePreviousFile)."
        )
    }
}
