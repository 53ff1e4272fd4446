import CMimeographImage
import Mimeograph

/// Decodes a PNG while it arrives.
struct PNGDecoder: IncrementalParser {
    private let options: ImageReadingOptions
    private let budget: DecodeBudget
    private let reader: PNGReader
    private var feed: PNGChunkFeed
    /// What came before the first pixels.
    private var prefix: [UInt8] = []
    private var canvas: ImageCanvas?
    /// Whether everything before the pixels is in order: what is damaged after that still is a picture.
    private var hasBegun = false
    private var bytesTaken = 0
    private var damage: SerializationError?
    private var isDone = false

    init(options: ImageReadingOptions, budget: DecodeBudget) throws(SerializationError) {
        self.options = options
        self.budget = budget
        reader = try PNGReader(metadataBytes: options.metadataBytes)
        feed = PNGChunkFeed(longest: options.metadataBytes)
    }

    mutating func consume(_ chunk: Span<UInt8>, into elements: inout [ImageUpdate]) throws(SerializationError) {
        if isDone || damage != nil { return }
        // What fits is taken first, so that a limit is met at the same byte however the body was cut.
        let taken = chunk.extracting(first: max(0, budget.inputBytes - bytesTaken))
        bytesTaken += taken.count
        try take(taken, into: &elements)
        if taken.count < chunk.count, !isDone, damage == nil {
            throw .limitExceeded(.inputBytes, allowed: budget.inputBytes)
        }
    }

    private mutating func take(_ chunk: Span<UInt8>, into elements: inout [ImageUpdate]) throws(SerializationError) {
        // Taken out, not copied: what it has gathered would be copied with it.
        var feed = PNGChunkFeed(longest: 0)
        swap(&feed, &self.feed)
        defer { swap(&feed, &self.feed) }
        do throws(SerializationError) {
            try feed.take(chunk) { (piece) throws(SerializationError) in try take(piece, into: &elements) }
        } catch {
            canvas?.takeUpdates(into: &elements)
            // What was decoded before the damage is the picture, where such a one is wanted.
            guard options.allowsPartialImages, hasBegun, error.code == .syntax else { throw error }
            damage = error
        }
    }

    mutating func finish(into elements: inout [ImageUpdate]) throws(SerializationError) {
        if isDone { return }
        if damage == nil {
            do throws(SerializationError) {
                var feed = feed
                try feed.takeRest { (piece) throws(SerializationError) in try take(piece, into: &elements) }
            } catch {
                canvas?.takeUpdates(into: &elements)
                damage = error
            }
        }
        guard options.allowsPartialImages, hasBegun, damage.map({ $0.code == .syntax }) ?? true else {
            throw damage ?? .truncatedImage(.png)
        }
        complete(isPartial: true, into: &elements)
    }

    private mutating func take(
        _ piece: PNGChunkFeed.Piece,
        into elements: inout [ImageUpdate]
    ) throws(SerializationError) {
        switch piece {
        case .whole(let bytes):
            if canvas == nil {
                prefix += bytes
                // It says early what no PNG begins with.
                if prefix.count <= PNGOutline.headerLength { _ = try PNGOutline(prefix.span) }
            } else {
                try push(bytes.span, into: &elements)
            }
        case .pixelHead(let bytes):
            if canvas == nil { try start(into: &elements) }
            try push(bytes.span, into: &elements)
            hasBegun = true
        case .pixels(let bytes): try push(bytes.span, into: &elements)
        }
    }

    private mutating func start(into elements: inout [ImageUpdate]) throws(SerializationError) {
        guard let outline = try PNGOutline(prefix.span) else {
            throw .corruptImage(.png, "The PNG is corrupt: its pixels come before its size.")
        }
        var whole = options
        whole.maxPixelSize = nil
        var header = mimeograph_png_header(
            width: UInt32(outline.width),
            height: UInt32(outline.height),
            bits: Int32(outline.bits),
            has_color: outline.hasColor ? 1 : 0,
            has_alpha: outline.hasAlpha ? 1 : 0,
            is_interlaced: outline.isInterlaced ? 1 : 0
        )
        let plan = try PNGPlan(header, options: whole, budget: budget)
        let size = ImageAllowance.product(plan.width * plan.height, plan.format.bytesPerPixel)
        let canvas = ImageCanvas(
            width: plan.width,
            height: plan.height,
            format: plan.format,
            wanted: options.format(for: outline.pixelFormat),
            lastPass: outline.isInterlaced ? 6 : 0,
            room: budget.outputBytes - size
        )
        self.canvas = canvas
        elements.append(.info(outline.info))
        // SAFETY: the canvas holds the rows, and lives as long as the reader, of which this value is the only owner.
        let status = unsafe mimeograph_png_expect(
            reader.state,
            &header,
            Int32(plan.format.channels.count),
            Int32(plan.format.depth.rawValue),
            canvas.pixels,
            canvas.bytesPerRow,
            ImageCanvas.rows,
            canvas.context
        )
        guard status != 0 else { throw reader.failure(in: nil) }
        let first = prefix
        prefix = []
        try push(first.span, into: &elements)
    }

    private mutating func push(_ bytes: Span<UInt8>, into elements: inout [ImageUpdate]) throws(SerializationError) {
        // SAFETY: libpng copies what it keeps of the bytes before the call ends.
        let status = unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe buffer.baseAddress.map { unsafe mimeograph_png_push(reader.state, $0, buffer.count) } ?? 1
        }
        canvas?.takeUpdates(into: &elements)
        guard status != 0 else { throw reader.failure(in: nil) }
        if unsafe mimeograph_png_is_complete(reader.state) != 0 { complete(isPartial: false, into: &elements) }
    }

    private mutating func complete(isPartial: Bool, into elements: inout [ImageUpdate]) {
        guard let canvas, !isDone else { return }
        isDone = true
        var image = Image(canvas.frame, metadata: reader.metadata)
        image.isPartial = isPartial
        elements.append(.image(image.finished(options, source: .png)))
    }
}
