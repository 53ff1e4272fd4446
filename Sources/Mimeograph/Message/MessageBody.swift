/// A body that is to be sent: nothing, bytes, a file, or a stream that can be made again.
///
/// A body is a description. The core reads no files and waits for nothing; a transport does.
public enum MessageBody: Sendable {
    /// No body, and no Content-Length.
    case none
    /// These bytes. Empty bytes are a body of length 0.
    case bytes([UInt8])
    /// The contents of the file at this path.
    case file(path: String)
    /// Chunks from a source that can be asked for again when a request is sent a second time.
    case stream(BodyStream)
}

extension MessageBody {
    /// The number of bytes, where it is known without looking at a file: nil for files and for streams of unknown length.
    public var knownLength: Int? {
        switch self {
        case .none: 0
        case .bytes(let bytes): bytes.count
        case .file: nil
        case .stream(let stream): stream.length
        }
    }
}
