import Mimeograph

/// A file that is to be a part of a body, as `--file NAME=PATH` names it.
struct FilePart {
    /// The name of the form's field.
    let name: String
    /// Where the file is.
    let path: String

    /// Takes the value of the option apart, at its first equals sign.
    ///
    /// - Throws: ``UsageError`` where there is none, or nothing before or behind it.
    init(option: String) throws(UsageError) {
        let parts = option.parts(at: "=", most: 1)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
            throw UsageError("--file takes a name and a path, NAME=PATH, not \(option)")
        }
        name = String(parts[0])
        path = String(parts[1])
    }

    /// The part with its content, typed by the file's extension.
    ///
    /// - Throws: ``FileError`` for a file that cannot be read, or has more bytes than the limit.
    func read(atMost limit: Int) throws(FileError) -> (FilePart, bytes: [UInt8]) {
        let bytes = try FileReading.read(path: path, atMost: limit == .max ? limit : limit + 1)
        guard bytes.count <= limit else {
            throw FileError(path: path, reason: "it has more than \(limit) bytes: see --limits-input-bytes")
        }
        return (self, bytes)
    }

    /// What the receiver is told of the name of the file.
    var fileName: String { path.split(separator: "/").last.map(String.init) ?? path }
}
