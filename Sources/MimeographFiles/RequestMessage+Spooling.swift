public import Mimeograph

extension MessageBody {
    /// Opens the body as a stream, or returns nil for `none`.
    ///
    /// - Throws: The errors of ``FileBodySource/init(_:)`` if the body is a file.
    public func stream() throws(SerializationError) -> BodyStream? {
        switch self {
        case .none: nil
        case .bytes(let bytes): BodyStream(bytes)
        case .file(let path): BodyStream(try FileBodySource(path))
        case .stream(let stream): stream
        }
    }

    /// Writes the body to a new file, in chunks.
    ///
    /// Only the owner can read the file, even if it replaces one that others could read. The file gets its name only when it is
    /// complete. If something fails, no partial file remains, and an existing file is unchanged.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - replacing: Whether to replace an existing regular file. A folder, symbolic link, device, pipe or socket is never
    ///     replaced. Default false.
    /// - Returns: The number of bytes.
    /// - Throws: `SerializationError.Code.fileExists`, `SerializationError.Code.fileNotWritable`, and errors from reading the
    ///   body.
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
    /// Writes the body to a file, and returns the message with that file as its body. The length of the body is then known.
    ///
    /// The caller removes the file when the request is done.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - replacing: Whether to replace an existing regular file. Default false.
    /// - Throws: The errors of `MessageBody.write(toFile:replacing:)`.
    public func spooled(toFile path: String, replacing: Bool = false) async throws -> RequestMessage {
        try await body.write(toFile: path, replacing: replacing)
        var spooled = self
        spooled.body = .file(path: path)
        return spooled
    }
}
