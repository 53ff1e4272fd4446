public import Mimeograph
public import MimeographForm

/// A file as a ``BodySource``: read in pieces each time it is sent, and never held in memory.
///
/// Its length is recorded when the source is made. Sending fails where the file has another by then, or gets another while it is
/// read, so that no receiver mistakes half a file for a whole one.
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
    public func makeReader() throws(SerializationError) -> any BodyReader { try makeReader(at: 0) }

    /// Opens the file at an offset, which is at most its length.
    ///
    /// - Throws: As ``makeReader()``.
    package func makeReader(at offset: Int) throws(SerializationError) -> any BodyReader {
        let opened = try Self.open(path)
        guard opened.length == byteCount, offset <= byteCount else { throw Self.changed(fileName) }
        do throws(SystemError) {
            if offset > 0 { try opened.file.seek(to: offset) }
        } catch {
            throw error.reading(fileName)
        }
        return Reader(file: opened.file, name: fileName, left: byteCount - offset)
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
            remedy: "Make the body anew, or send a copy that no program writes to."
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

extension MultipartFormData {
    /// Appends a file, which is read when the body is sent.
    ///
    /// - Parameters:
    ///   - file: A path, or a `file:` URL.
    ///   - name: The name of the form's field.
    ///   - fileName: The name that the receiver is told; nil stands for the last component of the path.
    ///   - contentType: Nil stands for what `FileExtensions` has for the path's extension, else for that of the file name, else
    ///     `application/octet-stream`.
    /// - Throws: As ``FileBodySource/init(_:)``; nothing is appended then.
    public mutating func append(
        file: String,
        name: String,
        fileName: String? = nil,
        contentType: MediaType? = nil
    ) throws(SerializationError) {
        let source = try FileBodySource(file)
        let fileName = fileName ?? source.fileName
        let known = FileExtensions.mediaType(ofPath: source.path) ?? FileExtensions.mediaType(ofPath: fileName)
        append(source: source, name: name, fileName: fileName, contentType: contentType ?? known ?? .octetStream)
    }
}

extension SerializationError.Code {
    /// What was given for a file is a URL of something else.
    public static let notAFileURL = SerializationError.Code(rawValue: "notAFileURL")
    /// There is no file of that name.
    public static let fileNotFound = SerializationError.Code(rawValue: "fileNotFound")
    /// What is there is a directory.
    public static let fileIsDirectory = SerializationError.Code(rawValue: "fileIsDirectory")
    /// What is there is neither a file nor a directory, but a device, a socket or a pipe.
    public static let notARegularFile = SerializationError.Code(rawValue: "notARegularFile")
    /// The file is there and this process may not read it.
    public static let fileNotReadable = SerializationError.Code(rawValue: "fileNotReadable")
    /// The file has another length than when it was put into the body.
    public static let fileChanged = SerializationError.Code(rawValue: "fileChanged")
    /// A file that is to be made is there already.
    public static let fileExists = SerializationError.Code(rawValue: "fileExists")
    /// A file cannot be made or written.
    public static let fileNotWritable = SerializationError.Code(rawValue: "fileNotWritable")
}
