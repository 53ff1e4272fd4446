import MimeographFiles
import MimeographSession

/// A file that stores how to resume a download. The file for `film.mp4` is `.film.mp4.resume` in the same folder.
///
/// Its first line is the requested URL, because the partial file of another URL is useless.
struct ResumptionFile {
    private let path: String
    /// The folder of the destination, with its slash. It also holds the partial file.
    private let folder: String
    /// The beginning of a partial file's name. The resumption file must not refer to any other file in the folder.
    private let partStart: String

    private static let mostBytes = 1 << 17

    /// Creates the resumption file of a download.
    init(for destination: String) {
        let slash = destination.utf8.lastIndex(of: UInt8(ascii: "/"))
        let start = slash.map { destination.utf8.index(after: $0) } ?? destination.startIndex
        folder = String(destination[..<start])
        path = "\(folder).\(destination[start...]).resume"
        partStart = ".\(destination[start...].prefix(100))."
    }

    /// Returns how to resume the download of a URL, or nil to start at the beginning. Removes the partial file of another URL.
    func read(for url: String) -> DownloadResumption? {
        guard let (asked, resumption) = contents() else { return nil }
        if asked == url { return resumption }
        discard()
        return nil
    }

    /// The content of the file; nil if the tool did not write it.
    private func parsed() -> (url: String, DownloadResumption)? {
        // In a folder that others write to, a file of theirs could supply false bytes for the beginning of the download.
        guard let bytes = try? SystemFile.ownContents(of: path, atMost: Self.mostBytes),
            let end = bytes.firstIndex(of: 0x0A),
            let saved = try? DownloadResumption(data: bytes[(end + 1)...])
        else { return nil }
        return (String(decoding: bytes[..<end], as: UTF8.self), saved)
    }

    private func contents() -> (url: String, DownloadResumption)? {
        guard let (url, saved) = parsed() else { return nil }
        // The stored path may be relative to another folder, so only its last component is used.
        let part = saved.partialFile.split(separator: "/").last.map(String.init) ?? ""
        guard part.hasPrefix(partStart), part.hasSuffix(".part") else { return nil }
        let resumption = DownloadResumption(
            url: saved.url,
            partialFile: folder + part,
            byteCount: saved.byteCount,
            validator: saved.validator,
            totalLength: saved.totalLength,
            contentCoding: saved.contentCoding
        )
        return (url, resumption)
    }

    /// Stores how to resume the download.
    ///
    /// - Throws: ``FileError``, also if a file of that name exists that the tool did not write.
    func write(_ resumption: DownloadResumption, for url: String) throws(FileError) {
        // After a crash, the tool's own file may be empty.
        if SystemFile.exists(path), parsed() == nil, !isEmpty {
            throw FileError(path: path, reason: "the file exists, and mimeo did not write it")
        }
        do throws(SystemError) {
            try SystemFile.replaceContents(of: path, with: Array("\(url)\n".utf8) + resumption.data)
        } catch {
            throw FileError(path: path, reason: error.reason)
        }
    }

    private var isEmpty: Bool { (try? SystemFile.contents(of: path, atMost: 1)?.isEmpty) == true }

    /// Removes the file, if the tool wrote it.
    func remove() {
        if parsed() != nil { SystemFile.remove(path) }
    }

    /// Removes the file and the partial file that it names.
    func discard() {
        if let (_, resumption) = contents() { SystemFile.remove(part: resumption.partialFile) }
        remove()
    }
}
