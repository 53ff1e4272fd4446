import CMimeographImage
import Mimeograph

/// A parser that decodes a JPEG while it arrives.
struct JPEGDecoder: IncrementalParser {
    private let options: ImageReadingOptions
    private let limits: DecodingLimits
    private let reader: JPEGReader
    /// The bytes before the first scan, and the length they must reach before the header is read again.
    private var prefix: [UInt8] = []
    private var enough = 4
    private var metadata = ImageMetadata()
    private var canvas: ImageCanvas?
    /// Whether libjpeg cannot read the JPEG in pieces, so the whole of it is buffered in `prefix`.
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
        // Bytes within the limit are read first, so the limit is reached at the same byte however the body is split.
        let allowed = chunk.extracting(first: max(0, limits.inputBytes - bytesRead))
        bytesRead += allowed.count
        let isTooMuch = allowed.count < chunk.count
        // The header is read one last time, in case there were too few bytes before.
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

    /// Whether the rows before the damage are returned, because the options allow a partial picture.
    private func isPicture(despite damage: SerializationError) -> Bool {
        let hasBegun = unsafe mimeograph_jpeg_has_begun(reader.state) != 0
        return options.allowsPartialImages && damage.code == .syntax && hasBegun
    }

    mutating func finish(into elements: inout [ImageUpdate]) throws(SerializationError) {
        if isDone { return }
        do throws(SerializationError) {
            // The header is read one last time, in case there were too few bytes before.
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
            // If bytes are missing, libjpeg suspends some bits before the last one; how many depends on the splits. Ending the
            // input makes it read all of them, whether or not partial images are allowed.
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

    /// Starts decoding if all segments before the first scan have arrived.
    private mutating func look(into elements: inout [ImageUpdate]) throws(SerializationError) {
        let header = try JPEGHeader(prefix.span)
        guard let info = try header.info(), header.isComplete else {
            enough = max(header.bytesNeeded, prefix.count + prefix.count / 16 + 1)
            return
        }
        elements.append(.info(info))
        metadata = header.metadata(prefix.span, atMost: options.metadataBytes)
        // A separate reader reads the header, because the reader of pieces must not start before there is a canvas.
        let found = try JPEGReader(goesOn: true).header(of: prefix.span)
        // A JPEG that is rejected as a whole body is rejected here for the same reason: limits are checked before damage.
        _ = try JPEGPlan(found, options: options, limits: limits)
        // libjpeg cannot suspend within arithmetic codes.
        isGathered = header.isArithmetic
        if isGathered { return }
        // Rows are reported as stored. The picture is reduced when all of them have arrived.
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
        // SAFETY: the canvas holds all rows and lives as long as the reader. This value is the only owner of the reader.
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
        // SAFETY: the C layer copies the bytes that it keeps before the call returns.
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
