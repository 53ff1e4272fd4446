import CZstandard
import Mimeograph
import MimeographContentCoding

enum ZstandardFailure: Error, Hashable {
    /// The data violates the format.
    case invalidData
    /// There is not enough memory for libzstd's state.
    case outOfMemory

    /// Creates the failure for a result code of libzstd.
    init(_ code: Int) {
        self = ZSTD_getErrorCode(code) == ZSTD_error_memory_allocation ? .outOfMemory : .invalidData
    }
}

/// A run of libzstd's decoder. Only this class accesses its state.
@safe final class ZstandardDecoder: CodingStream {
    // SAFETY: created in `init`, freed in `deinit`, and never passed on.
    private let state: OpaquePointer

    init() throws(ZstandardFailure) {
        guard let state = unsafe ZSTD_createDCtx() else { throw .outOfMemory }
        unsafe self.state = state
        _ = unsafe ZSTD_DCtx_setParameter(state, ZSTD_d_windowLogMax, ZstandardFrame.mostWindowLog)
    }

    deinit { _ = unsafe ZSTD_freeDCtx(state) }

    @unsafe func call(
        reading input: UnsafeBufferPointer<UInt8>,
        writing output: UnsafeMutableBufferPointer<UInt8>,
        isLast: Bool
    ) -> CodingCall<ZstandardFailure> {
        // SAFETY: libzstd reads and writes within the buffers, and keeps no pointer to them, because it has its own window.
        var read = unsafe ZSTD_inBuffer(src: input.baseAddress, size: input.count, pos: 0)
        var made = unsafe ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
        let status = unsafe ZSTD_decompressStream(state, &made, &read)
        let outcome = unsafe made.pos == output.count ? CodingOutcome.needsRoom : .needsInput
        return unsafe CodingCall(
            read: read.pos,
            written: made.pos,
            outcome: ZSTD_isError(status) == 0 ? .success(outcome) : .failure(ZstandardFailure(status))
        )
    }

    /// Returns the content of the body, or nil unless the body is exactly one valid frame with content of this size.
    static func decodedFrame(_ body: Span<UInt8>, size: Int) throws(SerializationError) -> [UInt8]? {
        let decoder: ZstandardDecoder
        do throws(ZstandardFailure) {
            decoder = try ZstandardDecoder()
        } catch {
            throw .noMemory(for: ZstandardData.library)
        }
        var isDecoded = false
        // SAFETY: libzstd reads within the span and writes within the array, both only during the closures.
        let output = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            unsafe body.withUnsafeBufferPointer { source in
                guard unsafe ZSTD_findFrameCompressedSize(source.baseAddress, source.count) == source.count else {
                    return
                }
                let made = unsafe ZSTD_decompressDCtx(
                    decoder.state,
                    buffer.baseAddress,
                    size,
                    source.baseAddress,
                    source.count
                )
                isDecoded = made == size
                if isDecoded { count = made }
            }
        }
        return isDecoded ? output : nil
    }
}

/// A run of libzstd's encoder. Only this class accesses its state.
@safe final class ZstandardEncoder: CodingStream {
    // SAFETY: created in `init`, freed in `deinit`, and never passed on.
    private let state: OpaquePointer

    init(level: ZstandardLevel) throws(ZstandardFailure) {
        guard let state = unsafe ZSTD_createCCtx() else { throw .outOfMemory }
        unsafe self.state = state
        _ = unsafe ZSTD_CCtx_setParameter(state, ZSTD_c_compressionLevel, Int32(level.rawValue))
        _ = unsafe ZSTD_CCtx_setParameter(state, ZSTD_c_checksumFlag, 1)
        // Levels above 19 have larger windows by default. Source: RFC 9659 §3.
        if level.rawValue > 19 {
            _ = unsafe ZSTD_CCtx_setParameter(state, ZSTD_c_windowLog, ZstandardFrame.mostWindowLog)
        }
    }

    deinit { _ = unsafe ZSTD_freeCCtx(state) }

    /// Returns the maximum encoded size of a number of bytes.
    static func mostSize(of count: Int) -> Int { max(ZSTD_compressBound(count), 64) }

    @unsafe func call(
        reading input: UnsafeBufferPointer<UInt8>,
        writing output: UnsafeMutableBufferPointer<UInt8>,
        isLast: Bool
    ) -> CodingCall<ZstandardFailure> {
        // SAFETY: libzstd reads and writes within the buffers, and keeps no pointer to them, because it has its own window.
        var read = unsafe ZSTD_inBuffer(src: input.baseAddress, size: input.count, pos: 0)
        var made = unsafe ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
        let status = unsafe ZSTD_compressStream2(state, &made, &read, isLast ? ZSTD_e_end : ZSTD_e_continue)
        let isFull = unsafe made.pos == output.count || read.pos < input.count
        let outcome: CodingOutcome =
            isLast ? (status == 0 ? .ended : .needsRoom) : isFull ? .needsRoom : .needsInput
        return unsafe CodingCall(
            read: read.pos,
            written: made.pos,
            outcome: ZSTD_isError(status) == 0 ? .success(outcome) : .failure(ZstandardFailure(status))
        )
    }
}
