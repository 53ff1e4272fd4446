import CMimeographImageGIF
import Mimeograph
import MimeographImage

/// One run of giflib over the bytes of a GIF; the only code that sees its state.
@safe final class GIFReader {
    // SAFETY: made in `init`, released in `deinit`, and handed only to the functions of the C layer.
    private let state: OpaquePointer

    /// Starts a run.
    ///
    /// - Parameter bytes: All bytes; the caller keeps them where they are while this object lives.
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
    /// - Parameter receive: Gets each row, as far as all of it could be read.
    func decode(
        _ frame: GIFFrameHeader,
        _ receive: (_ indices: [UInt8], _ row: Int) -> Void
    ) throws(SerializationError) {
        var (width, height): (Int32, Int32) = (0, 0)
        // SAFETY: the state is alive, and the bytes are where they were when it was opened.
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
        // SAFETY: the words are a constant of giflib's and end with a zero.
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
            let words = reason.isEmpty ? "" : ": giflib says \"\(reason)\""
            return .corruptImage(.gif, "A frame of the GIF is corrupt\(words).", at: location)
        }
    }
}
