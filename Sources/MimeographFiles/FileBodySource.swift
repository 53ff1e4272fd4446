public import Mimeograph

/// A file as a ``BodySource``: read in pieces each time it is sent, and never held in memory.
///
/// Its length is noted when the source is made. Sending fails where the file has another by then, or gets another while it is
/// read, so that no receiver takes half a file for a whole one.
public struct FileBodySource: BodySource, Hashable {
    /// Where the file is.
    public let path: String
    private let byteCount: Int

    /// Notes a file and its length.
    ///
    /// - Parameter file: A path, or a `file:` URL.
    /// - Throws: `SerializationError.Code.notAFileURL` for a URL of another kind, `SerializationError.Code.fileNotFound`,
    ///   `SerializationError.Code.fileIsDirectory`, `SerializationError.Code.notARegularFile`,
    ///   `SerializationError.Code.fileNotReadable`, and ``SerializationError/Code/sourceFailed`` for what else the system
    ///   has against it.
    public init(_ file: String) throws(SerializationError) {
        path = try FileName.path(of: file)
        byteCount = try Self.open(path).length
    }

    /// The number of bytes when the source was made.
    public var length: Int? { byteCount }

    /// The last component of the path.
    public var fileName: String { FileName.lastComponent(of: path) }

    /// Opens the file.
    ///
    /// - Throws: As ``init(_:)``, and `SerializationError.Code.fileChanged`.
    public func makeReader() throws(SerializationError) -> any BodyReader {
        let opened = try Self.open(path)
        guard opened.length == byteCount else { throw Self.changed(fileName) }
        return Reader(file: opened.file, name: fileName, left: byteCount)
    }

    private static func open(_ path: String) throws(SerializationError) -> (file: SystemFile, length: Int) {
        let name = FileName.lastComponent(of: path)
        do throws(SystemError) {
            let file = try SystemFile.open(reading: path)
            switch try file.kind() {
            case .regular(let length): return (file, length)
            case .directory:
                throw .isDirectory
            case .other: break
            }
        } catch {
            throw error.reading(name)
        }
        throw SerializationError(
            .notARegularFile,
            "\(name) is a device, a socket or a pipe.",
            remedy: "Send a file, or give a stream of your own that reads it."
        )
    }

    private static func changed(_ name: String) -> SerializationError {
        SerializationError(
            .fileChanged,
            "\(name) has another length than when it was put into the body.",
            remedy: "Make the body anew, or send a copy that nobody writes to."
        )
    }

    private struct Reader: BodyReader {
        let file: SystemFile
        let name: String
        var left: Int

        mutating func read(into buffer: inout OutputSpan<UInt8>) throws(SerializationError) {
            let before = buffer.count
            do throws(SystemError) {
                try file.read(into: &buffer)
            } catch {
                throw error.reading(name)
            }
            let count = buffer.count - before
            left -= count
            if left < 0 || count == 0 && left > 0 { throw FileBodySource.changed(name) }
        }
    }
}
