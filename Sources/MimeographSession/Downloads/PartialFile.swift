import Mimeograph
import MimeographFiles

/// The file of a download while it arrives.
struct PartialFile {
    let path: String
    private let file: SystemFile
    private(set) var byteCount: Int64

    /// Makes a file beside the destination.
    init(beside destination: String, options: DownloadDestination.Options) throws(SessionError) {
        let slash = destination.utf8.lastIndex(of: UInt8(ascii: "/"))
        let folder = slash.map { String(destination[...$0]) } ?? ""
        let name = slash.map { String(destination[destination.utf8.index(after: $0)...]) } ?? destination
        var generator = SystemRandomNumberGenerator()
        path = "\(folder).\(name.prefix(bytes: 180)).\(String(generator.next(), radix: 36)).part"
        do throws(SystemError) {
            if options.contains(.createIntermediateDirectories), folder.utf8.count > 1 {
                try SystemFile.makeDirectories(String(folder.dropLast()))
            }
            file = try SystemFile.create(path, replacing: false)
        } catch {
            throw .fileNotWritable(error)
        }
        byteCount = 0
    }

    /// Opens a file that a download began with, to write on; nil where it is not there or has another length.
    init?(continuing resumption: DownloadResumption) {
        // Opened once, so that what was looked at is what is written, and not by way of a link.
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
            // Some of the chunk may be there, when a disk is full for example; what goes on later goes on behind it.
            if case .regular(let length)? = try? file.kind() { byteCount = Int64(length) }
            throw .fileNotWritable(error)
        }
        byteCount += Int64(chunk.count)
    }

    /// Gives the file its name.
    func move(to destination: String, options: DownloadDestination.Options) throws(SessionError) {
        do throws(SystemError) {
            try SystemFile.move(path, to: destination, replacing: options.contains(.removePreviousFile))
        } catch {
            throw SessionError(
                .downloadMoveFailed,
                "The downloaded file cannot be moved to its destination: \(error.reason).",
                remedy: "See DownloadDestination.Options for a file that is there, and directories that are not."
            )
        }
    }

    func remove() { SystemFile.remove(path) }
}

extension String {
    /// The first scalars of the text that take no more than so many bytes: file systems count bytes.
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
    fileprivate static func fileNotWritable(_ error: SystemError) -> SessionError {
        SessionError(
            .fileNotWritable,
            "The file of the download cannot be written: \(error.reason).",
            remedy: "Check the directory, its permissions and the space that is left."
        )
    }
}
