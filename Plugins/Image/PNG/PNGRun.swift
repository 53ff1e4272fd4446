import CMimeographImage
import Mimeograph

/// Reads a PNG, whole or in pieces: a whole PNG is one piece.
///
/// Bytes go by way of ``PNGChunkFeed`` to ``PNGHeader``, as far as they come before the pixels, and then to libpng's reader of
/// pieces. Where the pixels begin, the caller makes room for them and calls ``begin(_:_:)``.
struct PNGRun {
    /// The state after a step.
    enum Step {
        /// The pixels begin, and there is no room for them yet.
        case needsCanvas
        case needsBytes
        case isComplete
    }

    /// Where the rows go.
    @safe struct Canvas {
        // SAFETY: the caller that makes one keeps what it points to, with room for the rows, until the run has ended.
        let pixels: UnsafeMutablePointer<UInt8>
        let bytesPerRow: Int
        /// How many rows are reported at once; 0 where none are.
        let rowsTogether: UInt32
        let rows: @convention(c) (UnsafeMutableRawPointer, Int32, UInt32, UInt32, UnsafePointer<UInt8>) -> Void
        let context: UnsafeMutableRawPointer
    }

    let reader: PNGReader
    private var feed: PNGChunkFeed
    /// The bytes before the first pixels, without the chunks that are skipped.
    private var prefix: [UInt8] = []
    /// What the chunks say; nil before the pixels begin.
    private(set) var header: PNGHeader?
    /// The Exif data that count.
    private var exif: [UInt8] = []
    /// The head of the first chunk of pixels, as long as there is no room for them.
    private var pixelHead: [UInt8] = []
    /// Whether everything before the pixels is in order: what is damaged after that still is a picture.
    private(set) var hasBegun = false
    private var isComplete = false

    init(metadataBytes: Int) throws(SerializationError) {
        reader = try PNGReader(metadataBytes: metadataBytes)
        feed = PNGChunkFeed(metadataBytes: metadataBytes)
    }

    /// Where the chunk or the block begins that was read last, in bytes.
    var offset: Int { feed.offset }

    /// Reads bytes, until something is needed.
    ///
    /// - Parameters:
    ///   - bytes: What is there.
    ///   - index: Where in it to go on; set to behind what was read.
    mutating func consume(_ bytes: Span<UInt8>, from index: inout Int) throws(SerializationError) -> Step {
        while !isComplete {
            guard let piece = try feed.next(in: bytes, at: &index) else { return .needsBytes }
            if let range = piece.range {
                try consume(piece.kind, bytes.extracting(range))
            } else {
                // A local constant, so that the bytes are not copied.
                let gathered = feed.gathered
                try consume(piece.kind, gathered.span)
            }
            if !pixelHead.isEmpty { return .needsCanvas }
        }
        return .isComplete
    }

    private mutating func consume(
        _ kind: PNGChunkFeed.Piece.Kind,
        _ bytes: Span<UInt8>
    ) throws(SerializationError) {
        switch (kind, header) {
        case (.pixelHead, nil):
            guard var header = try PNGHeader(prefix.span) else {
                throw .corruptImage(.png, "The PNG is corrupt: its pixels come before its size.")
            }
            try header.beginPixels()
            self.header = header
            let before = prefix
            copyExif(before.span)
            pixelHead = [UInt8](bytes)
        case (_, nil):
            prefix += [UInt8](bytes)
            // This refuses early what is no PNG.
            if prefix.count <= PNGHeader.headerLength { _ = try PNGHeader(prefix.span) }
        case (.chunk(.exif), _): if header?.readExif(bytes, 0..<bytes.count) == true { copyExif(bytes) }
        case (.chunk, _): try push(bytes, isChunk: true)
        default: try push(bytes)
        }
    }

    /// Says where the rows go, and hands everything before them to libpng.
    mutating func begin(_ plan: PNGPlan, _ canvas: Canvas) throws(SerializationError) {
        guard let header else { return }
        var expected = header.expected
        // SAFETY: the canvas is the caller's, which keeps it as long as the reader, with room for the rows of the plan.
        let status = unsafe mimeograph_png_expect(
            reader.state,
            &expected,
            Int32(plan.format.channels.count),
            Int32(plan.format.depth.rawValue),
            canvas.pixels,
            canvas.bytesPerRow,
            canvas.rowsTogether,
            canvas.rows,
            canvas.context
        )
        guard status != 0 else { throw reader.failure }
        let before = prefix
        let head = pixelHead
        prefix = []
        pixelHead = []
        try push(before.span.extracting(first: 8))
        for chunk in header.chunks { try push(before.span.extracting(chunk), isChunk: true) }
        try push(head.span)
        hasBegun = true
    }

    /// Says that no bytes follow, and hands on what is there of a block of pixels.
    ///
    /// - Throws: ``SerializationError/Code/syntax`` where that is damaged.
    mutating func finish() throws(SerializationError) {
        if header == nil { _ = try PNGHeader(prefix.span) }
        guard hasBegun, feed.removeRest() != nil else { return }
        let rest = feed.gathered
        try push(rest.span)
    }

    private mutating func push(_ bytes: Span<UInt8>, isChunk: Bool = false) throws(SerializationError) {
        // SAFETY: libpng copies what it keeps of the bytes before the call ends.
        let status: Int32 = unsafe bytes.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return 1 }
            return isChunk
                ? unsafe mimeograph_png_push_chunk(reader.state, start, buffer.count)
                : unsafe mimeograph_png_push(reader.state, start, buffer.count)
        }
        guard status != 0 else { throw reader.failure }
        isComplete = unsafe mimeograph_png_is_complete(reader.state) != 0
    }

    /// Keeps the Exif data that the header has found among the bytes, where there is room for them.
    private mutating func copyExif(_ bytes: Span<UInt8>) {
        guard let range = header?.exif, range.count <= reader.metadataBytes else { return }
        exif = [UInt8](bytes.extracting(range))
    }

    /// The metadata that have come, as much of them as the options allow.
    var metadata: ImageMetadata {
        var room = reader.metadataBytes - exif.count
        var metadata = reader.metadata(&room)
        metadata.exif = exif.isEmpty ? nil : exif
        metadata.orientation = header?.orientation ?? .up
        metadata.resolution = header?.resolution
        return metadata
    }
}

extension PNGHeader {
    /// The header that libpng must find.
    var expected: mimeograph_png_header {
        mimeograph_png_header(
            width: UInt32(width),
            height: UInt32(height),
            bits: Int32(bits),
            has_color: hasColor ? 1 : 0,
            has_alpha: hasAlpha ? 1 : 0,
            is_interlaced: isInterlaced ? 1 : 0
        )
    }
}
