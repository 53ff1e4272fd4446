import Mimeograph
import MimeographFiles

/// The source of the bytes of a request's body.
enum UploadSource: Sendable {
    case none
    /// The bytes are in memory.
    case bytes([UInt8])
    /// The bytes are read by calls that may wait for a disk.
    case source(any BodySource)
    /// The bytes arrive asynchronously.
    case stream(BodyStream)

    /// Inspects a body, and its file if it has one.
    ///
    /// - Throws: ``TransportError/Code/bodyFailed`` if the file cannot be sent.
    init(_ body: MessageBody) throws(TransportError) {
        switch body {
        case .none: self = .none
        case .bytes(let bytes): self = .bytes(bytes)
        case .file, .stream:
            do throws(SerializationError) {
                guard let stream = try body.stream() else {
                    self = .none
                    return
                }
                self = stream.source.map { .source($0) } ?? .stream(stream)
            } catch {
                throw .bodyFailed(error)
            }
        }
    }

    /// The number of bytes, if it is known.
    var length: Int? {
        switch self {
        case .none: 0
        case .bytes(let bytes): bytes.count
        case .source(let source): source.length
        case .stream(let stream): stream.length
        }
    }
}

extension TransportError {
    static func bodyFailed(_ error: any Error) -> TransportError {
        TransportError(
            .bodyFailed,
            "The body to send could not be produced.",
            remedy: "See the underlying error.",
            underlying: error
        )
    }

    static var cancelled: TransportError { TransportError(.cancelled, "The exchange was cancelled.") }
}
