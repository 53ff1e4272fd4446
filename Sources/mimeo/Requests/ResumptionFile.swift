import MimeographFiles
import MimeographSession

/// A file beside that of a download which says how it goes on. `film.mp4` has `.film.mp4.resume`.
///
/// Its first line is the URL that was asked for: a part of something else is of no use.
struct ResumptionFile {
    private let path: String
    /// The folder of the destination with its slash, where the part is too.
    private let folder: String
    /// What the name of a part begins with: what is written here must not lead to anything else in the folder.
    private let partStart: String

    private static let mostBytes = 1 << 17

    /// The one for a download.
    init(for destination: String) {
        let slash = destination.utf8.lastIndex(of: UInt8(ascii: "/"))
        let start = slash.map { destination.utf8.index(after: $0) } ?? destination.startIndex
        folder = String(destination[..<start])
        path = "\(folder).\(destination[start...]).resume"
        partStart = ".\(destination[start...].prefix(100))."
    }

    /// How the download of a URL goes on; nil where it starts at its beginning. A part of another URL is removed.
    func read(for url: String) -> DownloadResumption? {
        guard let (asked, resumption) = contents() else { return nil }
        if asked == url { return resumption }
        discard()
        return nil
    }

    /// The content of the file; nil if the tool did not write it.
    private func parsed() -> (url: String, DownloadResumption)? {
        // In a folder that others write to, one of theirs would have their bytes read as the beginning of the download.
        guard let bytes = try? SystemFile.ownContents(of: path, atMost: Self.mostBytes),
            let end = bytes.firstIndex(of: 0x0A),
            let saved = try? DownloadResumption(data: bytes[(end + 1)...])
        else { return nil }
        return (String(decoding: bytes[..<end], as: UTF8.self), saved)
    }

    private func contents() -> (url: String, DownloadResumption)? {
        guard let (url, saved) = parsed() else { return nil }
        // A path may be relative, and the folder one is in another one by now.
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

    /// Says how it goes on.
    ///
    /// - Throws: ``FileError``; also if there is a file of that name that the tool did not write.
    func write(_ resumption: DownloadResumption, for url: String) throws(FileError) {
        // An empty file may be what is left of the tool's own after a crash.
        if SystemFile.exists(path), parsed() == nil, !isEmpty {
            throw FileError(path: path, reason: "It is there, and is not a file that mimeo wrote")
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

    /// Removes the file and the part that it speaks of.
    func discard() {
        if let (_, resumption) = contents() { SystemFile.remove(part: resumption.partialFile) }
        remove()
    }
}
