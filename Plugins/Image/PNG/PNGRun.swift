import CMimeographImage
import Mimeograph

/// A run over a PNG, whole or in pieces. A whole PNG is a single piece.
///
/// Bytes pass through ``PNGChunkFeed`` to ``PNGHeader`` until the pixels begin, and then to libpng's progressive reader. When the
/// pixels begin, the caller allocates memory for them and calls ``begin(_:_:)``.
struct PNGRun {
    enum Step {
        /// The pixels begin, and no memory is allocated for them yet.
        case needsCanvas
        case needsBytes
        case isComplete
    }

    /// The destination of the rows.
    @safe struct Canvas {
        // SAFETY: the caller keeps the memory, with room for all rows, until the run has ended.
        let pixels: UnsafeMutablePointer<UInt8>
        let bytesPerRow: Int
        /// The number of rows for each call of `rows`; 0 for no calls.
        let rowsTogether: UInt32
        let rows: @convention(c) (UnsafeMutableRawPointer, Int32, UInt32, UInt32, UnsafePointer<UInt8>) -> Void
        let context: UnsafeMutableRawPointer
    }

    let reader: PNGReader
    private var feed: PNGChunkFeed
    /// The bytes before the first pixels, without the chunks that are skipped.
    private var prefix: [UInt8] = []
    /// The fields of the header; nil before the pixels begin.
    private(set) var header: PNGHeader?
    /// The Exif data that count.
    private var exif: [UInt8] = []
    /// The head of the first chunk of pixels, until memory for them is allocated.
    private var pixelHead: [UInt8] = []
    /// Whether everything before the pixels is valid. After that, a damaged PNG still is a partial picture.
    private(set) var hasBegun = false
    private var isComplete = false

    init(metadataBytes: Int) throws(SerializationError) {
        reader = try PNGReader(metadataBytes: metadataBytes)
        feed = PNGChunkFeed(metadataBytes: metadataBytes)
    }

    /// The offset of the chunk or block that was read last, in bytes.
    var offset: Int { feed.offset }

    /// Reads bytes until the run needs more of them or a canvas.
    ///
    /// - Parameters:
    ///   - bytes: The bytes that have arrived.
    ///   - index: The index to continue from; set to the index after the bytes read.
    mutating func consume(_ bytes: Span<UInt8>, from index: inout Int) throws(SerializationError) -> Step {
        while !isComplete {
            guard let piece = try feed.next(in: bytes, at: &index) else { return .needsBytes }
            if let range = piece.range {
                try consume(piece.kind, bytes.extracting(range))
            } else {
                // A local constant avoids a copy of the bytes.
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
            // Rejects bodies that are not a PNG early.
            if prefix.count <= PNGHeader.headerLength { _ = try PNGHeader(prefix.span) }
        case (.chunk(.exif), _): if header?.readExif(bytes, 0..<bytes.count) == true { copyExif(bytes) }
        case (.chunk, _): try push(bytes, isChunk: true)
        default: try push(bytes)
        }
    }

    /// Sets the destination of the rows, and passes everything before them to libpng.
    mutating func begin(_ plan: PNGPlan, _ canvas: Canvas) throws(SerializationError) {
        guard let header else { return }
        var expected = header.expected
        // SAFETY: the caller keeps the canvas, with room for the rows of the plan, as long as the reader.
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

    /// Ends the input, and passes on an incomplete block of pixels.
    ///
    /// - Throws: ``SerializationError/Code/syntax`` if the block is damaged.
    mutating func finish() throws(SerializationError) {
        if header == nil { _ = try PNGHeader(prefix.span) }
        guard hasBegun, feed.removeRest() != nil else { return }
        let rest = feed.gathered
        try push(rest.span)
    }

    private mutating func push(_ bytes: Span<UInt8>, isChunk: Bool = false) throws(SerializationError) {
        // SAFETY: libpng copies the bytes that it keeps before the call returns.
        let status: Int32 = unsafe bytes.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return 1 }
            return isChunk
                ? unsafe mimeograph_png_push_chunk(reader.state, start, buffer.count)
                : unsafe mimeograph_png_push(reader.state, start, buffer.count)
        }
        guard status != 0 else { throw reader.failure }
        isComplete = unsafe mimeograph_png_is_complete(reader.state) != 0
    }

    /// Keeps the Exif data that the header found in the bytes, if the metadata limit allows it.
    private mutating func copyExif(_ bytes: Span<UInt8>) {
        guard let range = header?.exif, range.count <= reader.metadataBytes else { return }
        exif = [UInt8](bytes.extracting(range))
    }

    /// The metadata read so far, as much as the options allow.
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
    /// The header that libpng is expected to find.
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
