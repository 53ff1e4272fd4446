public import Mimeograph
public import MimeographForm

/// A file as a ``BodySource``. It is read in chunks each time it is sent, and never held in memory.
///
/// The source records the length of the file. Sending fails if that length has changed by then, or changes during reading, so a
/// receiver cannot mistake half a file for a whole one.
public struct FileBodySource: BodySource, Hashable {
    /// The path of the file.
    public let path: String
    private let byteCount: Int

    /// Creates a source for a file and records its length.
    ///
    /// - Parameter file: A path, or a `file:` URL.
    /// - Throws: `SerializationError.Code.notAFileURL` for another kind of URL, `SerializationError.Code.fileNotFound`,
    ///   `SerializationError.Code.fileIsDirectory`, `SerializationError.Code.notARegularFile`,
    ///   `SerializationError.Code.fileNotReadable`, and ``SerializationError/Code/sourceFailed`` for other errors of the system.
    public init(_ file: String) throws(SerializationError) {
        path = try FileName.path(of: file)
        byteCount = try Self.open(path).length
    }

    /// The number of bytes when the source was created.
    public var length: Int? { byteCount }

    /// The last component of the path.
    public var fileName: String { FileName.lastComponent(of: path) }

    /// Opens the file.
    ///
    /// - Throws: The errors of ``init(_:)``, and `SerializationError.Code.fileChanged`.
    public func makeReader() throws(SerializationError) -> any BodyReader { try makeReader(at: 0) }

    /// Opens the file at an offset, which must not exceed its length.
    ///
    /// - Throws: The errors of ``makeReader()``.
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
            remedy: "Send a file, or write a stream that reads it."
        )
    }

    private static func changed(_ name: String) -> SerializationError {
        SerializationError(
            .fileChanged,
            "The length of \(name) has changed since it was added to the body.",
            remedy: "Create the body again, or send a copy that no program writes to."
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
    ///   - fileName: The file name to send, or nil for the last component of the path.
    ///   - contentType: The media type. If nil, `FileExtensions` supplies the type of the path's extension, else of the file
    ///     name's extension, else `application/octet-stream`.
    /// - Throws: The errors of ``FileBodySource/init(_:)``. In that case nothing is appended.
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
    /// The file was given as a URL that is not a `file:` URL of this machine.
    public static let notAFileURL = SerializationError.Code(rawValue: "notAFileURL")
    /// The file does not exist.
    public static let fileNotFound = SerializationError.Code(rawValue: "fileNotFound")
    /// The path is a directory.
    public static let fileIsDirectory = SerializationError.Code(rawValue: "fileIsDirectory")
    /// The path is a device, a socket or a pipe.
    public static let notARegularFile = SerializationError.Code(rawValue: "notARegularFile")
    /// The file exists, but this process may not read it.
    public static let fileNotReadable = SerializationError.Code(rawValue: "fileNotReadable")
    /// The length of the file has changed since the file was added to the body.
    public static let fileChanged = SerializationError.Code(rawValue: "fileChanged")
    /// The file to create already exists.
    public static let fileExists = SerializationError.Code(rawValue: "fileExists")
    /// The file cannot be created or written.
    public static let fileNotWritable = SerializationError.Code(rawValue: "fileNotWritable")
}
