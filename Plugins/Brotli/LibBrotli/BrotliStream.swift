import CBrotli
import Mimeograph
import MimeographContentCoding

enum BrotliFailure: Error, Hashable {
    /// The data violates the format.
    case invalidData
    /// There is not enough memory for libbrotli's state.
    case outOfMemory
}

/// A run of libbrotli's decoder. Only this class accesses its state.
@safe final class BrotliDecoder: CodingStream {
    // SAFETY: created in `init`, destroyed in `deinit`, and never passed on.
    private let state: OpaquePointer

    init() throws(BrotliFailure) {
        // The arguments select libbrotli's own allocator.
        guard let state = unsafe BrotliDecoderCreateInstance(nil, nil, nil) else { throw .outOfMemory }
        unsafe self.state = state
    }

    deinit { unsafe BrotliDecoderDestroyInstance(state) }

    @unsafe func call(
        reading input: UnsafeBufferPointer<UInt8>,
        writing output: UnsafeMutableBufferPointer<UInt8>,
        isLast: Bool
    ) -> CodingCall<BrotliFailure> {
        // SAFETY: libbrotli reads and writes within the buffers, and keeps no pointer to them.
        var next = input.baseAddress
        var left = input.count
        var free = output.count
        var end = output.baseAddress
        let outcome: Result<CodingOutcome, BrotliFailure> =
            switch unsafe BrotliDecoderDecompressStream(state, &left, &next, &free, &end, nil) {
            case BROTLI_DECODER_RESULT_SUCCESS: .success(.ended)
            case BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT: .success(.needsInput)
            case BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT: .success(.needsRoom)
            default: .failure(failure)
            }
        return CodingCall(read: input.count - left, written: output.count - free, outcome: outcome)
    }

    private var failure: BrotliFailure {
        // The codes for allocation failures are -21 to -30. Source: brotli/decode.h, BROTLI_DECODER_ERROR_CODES_LIST.
        let code = unsafe BrotliDecoderGetErrorCode(state).rawValue
        return -30 ... -21 ~= code ? .outOfMemory : .invalidData
    }
}

/// A run of libbrotli's encoder. Only this class accesses its state.
@safe final class BrotliEncoder: CodingStream {
    // SAFETY: created in `init`, destroyed in `deinit`, and never passed on.
    private let state: OpaquePointer

    /// Starts with a window of 4 MiB, the default of libbrotli.
    ///
    /// - Parameter size: The number of bytes to compress, if it is known.
    init(quality: BrotliQuality, size: Int?) throws(BrotliFailure) {
        guard let state = unsafe BrotliEncoderCreateInstance(nil, nil, nil) else { throw .outOfMemory }
        unsafe self.state = state
        // libbrotli always accepts these parameters before the first byte.
        _ = unsafe BrotliEncoderSetParameter(state, BROTLI_PARAM_QUALITY, UInt32(quality.rawValue))
        if let size { _ = unsafe BrotliEncoderSetParameter(state, BROTLI_PARAM_SIZE_HINT, UInt32(clamping: size)) }
    }

    deinit { unsafe BrotliEncoderDestroyInstance(state) }

    @unsafe func call(
        reading input: UnsafeBufferPointer<UInt8>,
        writing output: UnsafeMutableBufferPointer<UInt8>,
        isLast: Bool
    ) -> CodingCall<BrotliFailure> {
        // SAFETY: libbrotli reads and writes within the buffers, and keeps no pointer to them.
        var next = input.baseAddress
        var left = input.count
        var free = output.count
        var end = output.baseAddress
        let operation = isLast ? BROTLI_OPERATION_FINISH : BROTLI_OPERATION_PROCESS
        let isDone = unsafe BrotliEncoderCompressStream(state, operation, &left, &next, &free, &end, nil) == BROTLI_TRUE
        let hasMore = unsafe isLast || left > 0 || BrotliEncoderHasMoreOutput(state) == BROTLI_TRUE
        let outcome: CodingOutcome =
            unsafe BrotliEncoderIsFinished(state) == BROTLI_TRUE ? .ended : hasMore ? .needsRoom : .needsInput
        // Any input is valid, so a failure means a lack of memory.
        return CodingCall(
            read: input.count - left,
            written: output.count - free,
            outcome: isDone ? .success(outcome) : .failure(.outOfMemory)
        )
    }
}
