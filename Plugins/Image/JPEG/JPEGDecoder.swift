import CMimeographImage
import Mimeograph

/// Decodes a JPEG while it arrives.
struct JPEGDecoder: IncrementalParser {
    private let options: ImageReadingOptions
    private let limits: DecodingLimits
    private let reader: JPEGReader
    /// The bytes before the first scan, and how many there must be before the header is read again.
    private var prefix: [UInt8] = []
    private var enough = 4
    private var metadata = ImageMetadata()
    private var canvas: ImageCanvas?
    /// Whether libjpeg cannot read it in pieces, so that it is gathered in `prefix` as a whole.
    private var isGathered = false
    private var bytesRead = 0
    private var damage: SerializationError?
    private var isDone = false

    init(options: ImageReadingOptions, limits: DecodingLimits) throws(SerializationError) {
        self.options = options
        self.limits = limits
        reader = try JPEGReader(goesOn: options.allowsPartialImages)
    }

    mutating func consume(_ chunk: Span<UInt8>, into elements: inout [ImageUpdate]) throws(SerializationError) {
        if isDone || damage != nil { return }
        // What fits is read first, so that a limit is met at the same byte however the body was cut.
        let allowed = chunk.extracting(first: max(0, limits.inputBytes - bytesRead))
        bytesRead += allowed.count
        let isTooMuch = allowed.count < chunk.count
        // The header is read a last time, in case there were too few bytes before.
        if isTooMuch { enough = 0 }
        try read(allowed, into: &elements)
        if isTooMuch, !isDone, damage == nil { throw .limitExceeded(.inputBytes, allowed: limits.inputBytes) }
    }

    private mutating func read(_ chunk: Span<UInt8>, into elements: inout [ImageUpdate]) throws(SerializationError) {
        do throws(SerializationError) {
            if canvas != nil { return try push(chunk, into: &elements) }
            prefix += [UInt8](chunk)
            if !isGathered, prefix.count >= enough { try look(into: &elements) }
        } catch {
            canvas?.moveUpdates(into: &elements)
            guard isPicture(despite: error) else { throw error }
            damage = error
        }
    }

    /// Whether the rows before the damage are the picture, because the options allow a partial one.
    private func isPicture(despite damage: SerializationError) -> Bool {
        let hasBegun = unsafe mimeograph_jpeg_has_begun(reader.state) != 0
        return options.allowsPartialImages && damage.code == .syntax && hasBegun
    }

    mutating func finish(into elements: inout [ImageUpdate]) throws(SerializationError) {
        if isDone { return }
        do throws(SerializationError) {
            // The header is read a last time, in case there were too few bytes before.
            if canvas == nil, !isGathered { try look(into: &elements) }
            if isDone { return }
            if isGathered {
                let image = try JPEGCodec.jpeg.decode(prefix.span, options: options, limits: limits)
                prefix = []
                isDone = true
                elements.append(.image(try image.finished(options, limits: limits, source: .jpeg)))
                return
            }
            guard canvas != nil else { throw damage ?? .truncatedImage(.jpeg) }
            // Where bytes are missing, libjpeg waits some bits before the last, and how many depends on the cuts: the end
            // brings it to the last, whether a partial image is wanted or not.
            let isEnded = unsafe damage != nil || mimeograph_jpeg_end(reader.state) != 0
            canvas?.moveUpdates(into: &elements)
            guard options.allowsPartialImages else { throw damage ?? .truncatedImage(.jpeg) }
            guard isEnded else { throw reader.failure(isLocated: false) }
        } catch {
            canvas?.moveUpdates(into: &elements)
            guard isPicture(despite: error) else { throw error }
        }
        try complete(isPartial: true, into: &elements)
    }

    /// Starts to decode where all segments before the first scan are there.
    private mutating func look(into elements: inout [ImageUpdate]) throws(SerializationError) {
        let header = try JPEGHeader(prefix.span)
        guard let info = try header.info(), header.isComplete else {
            enough = max(header.bytesNeeded, prefix.count + prefix.count / 16 + 1)
            return
        }
        elements.append(.info(info))
        metadata = header.metadata(prefix.span, atMost: options.metadataBytes)
        // The header is read by a reader of its own, because that of the pieces must not begin before there is a canvas.
        let found = try JPEGReader(goesOn: true).header(of: prefix.span)
        // What is refused when it is read at once is refused here, too, and for the same reason: the limits come before any
        // damage.
        _ = try JPEGPlan(found, options: options, limits: limits)
        // Within arithmetic codes libjpeg cannot wait for bytes.
        isGathered = header.isArithmetic
        if isGathered { return }
        // Rows are reported as they are stored: they are reduced when all are there.
        var stored = options
        stored.maxPixelSize = nil
        let plan = try JPEGPlan(found, options: stored, limits: limits)
        let size = ImageLimits.product(plan.size.width * plan.size.height, plan.format.bytesPerPixel)
        let canvas = ImageCanvas(
            width: plan.size.width,
            height: plan.size.height,
            format: plan.format,
            wanted: options.format(for: info.pixelFormat),
            lastPass: found.has_several_scans != 0 ? nil : 0,
            room: limits.outputBytes - size - Int(clamping: found.coefficient_bytes)
        )
        self.canvas = canvas
        // SAFETY: the canvas holds the rows, and lives as long as the reader, of which this value is the only owner.
        let status = unsafe mimeograph_jpeg_expect(
            reader.state,
            found.width,
            found.height,
            Int32(plan.format.channels.count),
            found.coefficient_bytes,
            canvas.pixels,
            canvas.bytesPerRow,
            Int32(clamping: canvas.passesReported - 1),
            ImageCanvas.rows,
            canvas.context
        )
        guard status != 0 else { throw reader.failure(isLocated: false) }
        let first = prefix
        prefix = []
        try push(first.span, into: &elements)
    }

    private mutating func push(_ bytes: Span<UInt8>, into elements: inout [ImageUpdate]) throws(SerializationError) {
        // SAFETY: the C layer copies what it keeps of the bytes before the call ends.
        let status = unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe buffer.baseAddress.map { unsafe mimeograph_jpeg_push(reader.state, $0, buffer.count) } ?? 1
        }
        canvas?.moveUpdates(into: &elements)
        guard status != 0 else { throw reader.failure(isLocated: false) }
        if unsafe mimeograph_jpeg_is_complete(reader.state) != 0 {
            try complete(isPartial: reader.isDamaged, into: &elements)
        }
    }

    private mutating func complete(
        isPartial: Bool,
        into elements: inout [ImageUpdate]
    ) throws(SerializationError) {
        guard let canvas, !isDone else { return }
        isDone = true
        var image = Image(canvas.frame, metadata: metadata)
        image.isPartial = isPartial
        elements.append(.image(try image.finished(options, limits: limits, source: .jpeg)))
    }
}
