import CZLib
import MimeographContentCoding

/// A run of zlib that inflates or deflates. Only this class accesses zlib's state.
///
/// zlib's state contains a pointer back to the `z_stream`, so the `z_stream` is allocated once and never moves.
@safe final class ZLibStream: CodingStream {
    enum Failure: Error, Hashable {
        /// The data violates the format.
        case invalidData
        /// The data was deflated with a dictionary that both sides must know in advance.
        case needsDictionary
        /// There is not enough memory for zlib's state.
        case outOfMemory
    }

    private enum Direction { case inflating, deflating }

    // SAFETY: allocated and initialized in `init`, released in `deinit`, and never passed on.
    private let state: UnsafeMutablePointer<z_stream>
    private let direction: Direction

    convenience init(inflating wrapper: ZLibWrapper) throws(Failure) {
        // SAFETY: both calls below pass zlib's own version and the size of its structure.
        unsafe try self.init(.inflating) { state in
            unsafe inflateInit2_(state, wrapper.windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        }
    }

    /// Starts deflating with that wrapper at one of zlib's levels, 0 to 9.
    convenience init(deflating wrapper: ZLibWrapper, level: Int32) throws(Failure) {
        unsafe try self.init(.deflating) { state in
            // 8 is zlib's default memory level: 256 KiB.
            unsafe deflateInit2_(
                state,
                level,
                Z_DEFLATED,
                wrapper.windowBits,
                8,
                Z_DEFAULT_STRATEGY,
                ZLIB_VERSION,
                Int32(MemoryLayout<z_stream>.size)
            )
        }
    }

    private init(
        _ direction: Direction,
        start: (UnsafeMutablePointer<z_stream>) -> Int32
    ) throws(Failure) {
        self.direction = direction
        unsafe state = .allocate(capacity: 1)
        // Zeroes mean zlib's own allocator and no input yet.
        unsafe state.initialize(to: z_stream())
        // If the start fails, zlib has freed its memory. `deinit` then runs, and its call is harmless.
        guard unsafe start(state) == Z_OK else { throw .outOfMemory }
    }

    deinit {
        // SAFETY: both calls return an error status for a state that was not set up.
        switch direction {
        case .inflating: _ = unsafe inflateEnd(state)
        case .deflating: _ = unsafe deflateEnd(state)
        }
        unsafe state.deinitialize(count: 1)
        unsafe state.deallocate()
    }

    /// Restarts for another stream of the same kind.
    func restart() {
        switch direction {
        case .inflating: _ = unsafe inflateReset(state)
        case .deflating: _ = unsafe deflateReset(state)
        }
    }

    @unsafe func call(
        reading input: UnsafeBufferPointer<UInt8>,
        writing output: UnsafeMutableBufferPointer<UInt8>,
        isLast: Bool
    ) -> CodingCall<Failure> {
        // zlib counts in 32 bits.
        let length = min(input.count, Self.mostAtOnce)
        let room = min(output.count, Self.mostAtOnce)
        let isLast = isLast && length == input.count
        let status: Int32
        // SAFETY: zlib reads `length` bytes and writes at most `room`. Its pointers are cleared before the buffers end.
        unsafe state.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        unsafe state.pointee.avail_in = UInt32(length)
        unsafe state.pointee.next_out = output.baseAddress
        unsafe state.pointee.avail_out = UInt32(room)
        switch direction {
        case .inflating: status = unsafe inflate(state, Z_NO_FLUSH)
        case .deflating: status = unsafe deflate(state, isLast ? Z_FINISH : Z_NO_FLUSH)
        }
        unsafe state.pointee.next_in = nil
        unsafe state.pointee.next_out = nil
        let read = unsafe length - Int(state.pointee.avail_in)
        let written = unsafe room - Int(state.pointee.avail_out)
        let outcome: Result<CodingOutcome, Failure> =
            switch status {
            case Z_STREAM_END: .success(.ended)
            case Z_OK, Z_BUF_ERROR: .success(written == room || read < input.count ? .needsRoom : .needsInput)
            case Z_NEED_DICT: .failure(.needsDictionary)
            case Z_MEM_ERROR: .failure(.outOfMemory)
            default: .failure(.invalidData)
            }
        return CodingCall(read: read, written: written, outcome: outcome)
    }

    private static let mostAtOnce = 1 << 30
}

/// The wrapper around the deflated data.
enum ZLibWrapper: Hashable, Sendable {
    /// A header with a name and a time, and a CRC-32 after the data. Source: RFC 1952.
    case gzip
    /// A header of two bytes, and an Adler-32 after the data. Source: RFC 1950.
    case zlib
    /// No wrapper. Source: RFC 1951.
    case raw

    /// The code of zlib for the wrapper and a window of 32 KiB. Source: zlib.h, deflateInit2 and inflateInit2.
    var windowBits: Int32 {
        switch self {
        case .gzip: 15 + 16
        case .zlib: 15
        case .raw: -15
        }
    }
}
