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
    /// The file can be read by its owner only, also if it replaces one that others could read. It gets its name when it is whole: if
    /// something fails, no part of it stays, and a file that was there is as it was.
    ///
    /// - Parameters:
    ///   - path: Where the file is to be.
    ///   - replacing: Whether a file that is there is replaced, which must be a regular one: no folder, symbolic link, device,
    ///     pipe or socket. Default false.
    /// - Returns: The number of bytes.
    /// - Throws: `SerializationError.Code.fileExists`, `SerializationError.Code.fileNotWritable`, and what reading the
    ///   body throws.
    @discardableResult
    public func write(toFile path: String, replacing: Bool = false) async throws -> Int {
        let stream = try stream()
        let name = FileName.lastComponent(of: path)
        let temporary = SystemFile.temporaryName(for: path)
        let file: SystemFile
        do throws(SystemError) {
            if replacing {
                _ = try SystemFile.checkReplaceable(path)
            } else if SystemFile.exists(path) {
                throw .exists
            }
            file = try SystemFile.create(temporary)
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
            do throws(SystemError) {
                try SystemFile.move(temporary, to: path, replacing: replacing)
            } catch {
                throw error.writing(name)
            }
            return count
        } catch {
            SystemFile.remove(temporary)
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
