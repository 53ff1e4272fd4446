import CMimeographImageGIF
import Mimeograph
import MimeographImage

/// A run of giflib over the bytes of a GIF. Only this class accesses giflib's state.
@safe final class GIFReader {
    // SAFETY: opened in `init`, closed in `deinit`, and passed only to functions of the C layer.
    private let state: OpaquePointer

    /// Starts a run.
    ///
    /// - Parameter bytes: The whole body. The caller keeps it at this address while this object lives.
    init(_ bytes: UnsafeBufferPointer<UInt8>) throws(SerializationError) {
        var opened: OpaquePointer?
        // SAFETY: the C layer reads within the count.
        let status = unsafe mimeograph_gif_open(bytes.baseAddress, bytes.count, &opened)
        guard status == MIMEOGRAPH_GIF_OK, let opened = unsafe opened else {
            throw Self.error(status, "", at: 0)
        }
        unsafe state = opened
    }

    deinit { unsafe mimeograph_gif_close(state) }

    /// Decodes a frame, row by row, in the order of the file.
    ///
    /// - Parameter receive: Is called with each row that could be read completely.
    func decode(
        _ frame: GIFFrameHeader,
        _ receive: (_ indices: [UInt8], _ row: Int) -> Void
    ) throws(SerializationError) {
        var (width, height): (Int32, Int32) = (0, 0)
        // SAFETY: the state is alive, and the bytes are at the address at which it was opened.
        var status = unsafe mimeograph_gif_start_frame(state, frame.start, &width, &height)
        guard status == MIMEOGRAPH_GIF_OK else { throw failure(status, frame) }
        guard Int(width) == frame.width, Int(height) == frame.height else {
            throw failure(MIMEOGRAPH_GIF_CORRUPT, frame)
        }
        var row = [UInt8](repeating: 0, count: frame.width)
        for index in frame.rows {
            // SAFETY: the array has room for a row of this width.
            status = unsafe row.withUnsafeMutableBufferPointer { buffer in
                unsafe buffer.baseAddress.map { unsafe mimeograph_gif_read_row(state, $0, width) }
                    ?? MIMEOGRAPH_GIF_CORRUPT
            }
            guard status == MIMEOGRAPH_GIF_OK else { throw failure(status, frame) }
            receive(row, index)
        }
    }

    private func failure(_ status: mimeograph_gif_status, _ frame: GIFFrameHeader) -> SerializationError {
        // SAFETY: the message is a constant of giflib and ends with a zero.
        Self.error(status, unsafe String(cString: mimeograph_gif_reason(state)), at: frame.start)
    }

    private static func error(
        _ status: mimeograph_gif_status,
        _ reason: String,
        at offset: Int
    ) -> SerializationError {
        let location = SourceLocation(offset: offset)
        switch status {
        case MIMEOGRAPH_GIF_TRUNCATED: return .truncatedImage(.gif, at: location)
        case MIMEOGRAPH_GIF_MEMORY: return .imageNeedsMemory(.gif)
        default:
            let words = reason.isEmpty ? "" : ": giflib reports \"\(reason)\""
            return .corruptImage(.gif, "A frame of the GIF is corrupt\(words).", at: location)
        }
    }
}
