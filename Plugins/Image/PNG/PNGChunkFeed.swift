import Mimeograph

/// Cuts a PNG that arrives in pieces into whole chunks, and those of pixels into blocks of one size.
///
/// So libpng never buffers, small pieces cost no copying over and over, and how the bytes were cut cannot be seen: not even
/// by which rows are told before damage, which hangs on how much zlib is given at once.
///
/// Source: W3C PNG (third edition) §5.2, §5.3.
struct PNGChunkFeed {
    /// What goes on to libpng.
    enum Piece {
        /// The signature, or a chunk that is whole.
        case whole([UInt8])
        /// The head of a chunk of pixels: the first of them comes after everything that says how to read them.
        case pixelHead([UInt8])
        /// Bytes within a chunk of pixels.
        case pixels([UInt8])
    }

    private enum State {
        case signature
        case head
        case body(Int)
        case pixels(Int)
        case skipping(Int)
        case end
    }

    /// The most bytes of pixels that are handed on at once.
    private static let block = 4096

    private var state = State.signature
    private var gathered: [UInt8] = []
    /// The longest chunk beside the pixels that is handed on.
    private let longest: Int

    init(longest: Int) { self.longest = max(longest, 1 << 10) }

    /// Takes bytes and hands the pieces on, one after the other.
    mutating func take(
        _ chunk: Span<UInt8>,
        _ handOn: (Piece) throws(SerializationError) -> Void
    ) throws(SerializationError) {
        var at = 0
        while at < chunk.count {
            switch state {
            case .signature:
                guard gather(8, chunk, &at) else { return }
                try handOn(.whole(gathered))
                next(.head)
            case .head:
                guard gather(8, chunk, &at) else { return }
                let length = gathered.span.bigEndian32(0)
                if gathered[4...].elementsEqual("IDAT".utf8) {
                    try handOn(.pixelHead(gathered))
                    next(.pixels(length + 4))
                } else if length > longest, gathered[4] & 0x20 != 0 {
                    // The fifth bit of the first letter says that the picture can be read without the chunk.
                    next(.skipping(length + 4))
                } else {
                    state = .body(length + 12)
                }
            case .body(let length):
                // A chunk that must be understood and is longer than any such chunk is libpng's to refuse, by its head.
                guard gather(min(length, longest + 12), chunk, &at) else { return }
                let isLast = gathered[4...7].elementsEqual("IEND".utf8)
                try handOn(.whole(gathered))
                next(isLast ? .end : length > longest + 12 ? .skipping(length - longest - 12) : .head)
            case .pixels(let left):
                let size = min(left, Self.block)
                guard gather(size, chunk, &at) else { return }
                try handOn(.pixels(gathered))
                next(left == size ? .head : .pixels(left - size))
            case .skipping(let left):
                let count = min(left, chunk.count - at)
                state = left == count ? .head : .skipping(left - count)
                at += count
            case .end: return
            }
        }
    }

    /// Hands on what is there of a block of pixels whose rest does not come.
    mutating func takeRest(_ handOn: (Piece) throws(SerializationError) -> Void) throws(SerializationError) {
        guard case .pixels = state, !gathered.isEmpty else { return }
        try handOn(.pixels(gathered))
        next(.end)
    }

    private mutating func next(_ state: State) {
        self.state = state
        gathered.removeAll(keepingCapacity: true)
    }

    /// Gathers up to that many bytes; whether they are all there.
    private mutating func gather(_ count: Int, _ chunk: Span<UInt8>, _ at: inout Int) -> Bool {
        let end = at + min(count - gathered.count, chunk.count - at)
        if end > at { gathered += [UInt8](chunk.extracting(at..<end)) }
        at = end
        return gathered.count == count
    }
}
