import Mimeograph
import MimeographFiles

/// Where the bytes of a body that is sent come from, as a transport must treat it.
enum UploadSource: Sendable {
    /// There is no body.
    case none
    /// They are in memory.
    case bytes([UInt8])
    /// They are read by calls that may wait for a disk.
    case source(any BodySource)
    /// They arrive asynchronously.
    case stream(BodyStream)

    /// Looks at a body, and at its file if it is one.
    ///
    /// - Throws: ``TransportError/Code/bodyFailed`` where the file cannot be sent.
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
    /// The body that was to be sent could not be produced.
    static func bodyFailed(_ error: any Error) -> TransportError {
        TransportError(
            .bodyFailed,
            "The body to send could not be produced.",
            remedy: "See what led to it.",
            underlying: error
        )
    }

    /// The exchange was ended from this side.
    static var cancelled: TransportError { TransportError(.cancelled, "The exchange was cancelled.") }
}
