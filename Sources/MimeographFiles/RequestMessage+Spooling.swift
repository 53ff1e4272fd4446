public import Mimeograph

extension MessageBody {
    /// Opens the body as a stream; nil where there is none.
    ///
    /// - Throws: As ``FileBodySource/init(_:)`` where the body is a file.
    public func stream() throws(SerializationError) -> BodyStream? {
        switch self {
        case .none: nil
        case .bytes(let bytes): BodyStream(bytes)
        case .file(let path): BodyStream(try FileBodySource(path))
        case .stream(let stream): stream
        }
    }

    /// Writes the body to a new file, in pieces.
    ///
    /// The file can be read by its owner only. Where something fails, no part of it stays.
    ///
    /// - Parameters:
    ///   - path: Where the file is to be.
    ///   - replacing: Whether a file that is there is replaced. Default false.
    /// - Returns: The number of bytes.
    /// - Throws: `SerializationError.Code.fileExists`, `SerializationError.Code.fileNotWritable`, and what reading the
    ///   body throws.
    @discardableResult
    public func write(toFile path: String, replacing: Bool = false) async throws -> Int {
        let stream = try stream()
        let name = FileName.lastComponent(of: path)
        let file: SystemFile
        do throws(SystemError) {
            file = try SystemFile.create(path, replacing: replacing)
        } catch {
            throw error.writing(name)
        }
        do {
            var count = 0
            var chunks = stream?.makeAsyncIterator()
            while let chunk = try await chunks?.next() {
                do throws(SystemError) {
                    try file.write(chunk.span)
                } catch {
                    throw error.writing(name)
                }
                count += chunk.count
            }
            return count
        } catch {
            SystemFile.remove(path)
            throw error
        }
    }
}

extension RequestMessage {
    /// Writes the body to a file, and gives the message with that file as its body: its length is then known, whatever the
    /// parts are.
    ///
    /// The caller removes the file when the request is done.
    ///
    /// - Parameters:
    ///   - path: Where the file is to be.
    ///   - replacing: Whether a file that is there is replaced. Default false.
    /// - Throws: As `MessageBody.write(toFile:replacing:)`.
    public func spooled(toFile path: String, replacing: Bool = false) async throws -> RequestMessage {
        try await body.write(toFile: path, replacing: replacing)
        var spooled = self
        spooled.body = .file(path: path)
        return spooled
    }
}
