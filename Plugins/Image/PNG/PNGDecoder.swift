import CMimeographImage
import Mimeograph

/// A parser that decodes a PNG while it arrives.
struct PNGDecoder: IncrementalParser {
    private let options: ImageReadingOptions
    private let limits: DecodingLimits
    private var run: PNGRun
    private var canvas: ImageCanvas?
    private var bytesRead = 0
    private var damage: SerializationError?
    private var isDone = false

    init(options: ImageReadingOptions, limits: DecodingLimits) throws(SerializationError) {
        self.options = options
        self.limits = limits
        run = try PNGRun(metadataBytes: options.metadataBytes)
    }

    mutating func consume(_ chunk: Span<UInt8>, into elements: inout [ImageUpdate]) throws(SerializationError) {
        if isDone || damage != nil { return }
        // Bytes within the limit are read first, so the limit is reached at the same byte however the body is split.
        let allowed = chunk.extracting(first: max(0, limits.inputBytes - bytesRead))
        bytesRead += allowed.count
        do throws(SerializationError) {
            try read(allowed, into: &elements)
            canvas?.moveUpdates(into: &elements)
        } catch {
            canvas?.moveUpdates(into: &elements)
            // The rows before the damage are returned if the options allow a partial picture.
            guard isPicture(despite: error) else { throw error }
            damage = error
        }
        if allowed.count < chunk.count, !isDone, damage == nil {
            throw .limitExceeded(.inputBytes, allowed: limits.inputBytes)
        }
    }

    mutating func finish(into elements: inout [ImageUpdate]) throws(SerializationError) {
        if isDone { return }
        if damage == nil {
            do throws(SerializationError) {
                try run.finish()
                damage = .truncatedImage(.png)
            } catch {
                damage = error
            }
            canvas?.moveUpdates(into: &elements)
        }
        if let damage, !isPicture(despite: damage) { throw damage }
        try complete(isPartial: true, into: &elements)
    }

    /// Whether the rows before the damage are returned, because the options allow a partial picture.
    private func isPicture(despite damage: SerializationError) -> Bool {
        options.allowsPartialImages && run.hasBegun && [.syntax, .truncated].contains(damage.code)
    }

    private mutating func read(_ bytes: Span<UInt8>, into elements: inout [ImageUpdate]) throws(SerializationError) {
        var index = 0
        while true {
            switch try run.consume(bytes, from: &index) {
            case .needsCanvas: try start(into: &elements)
            case .needsBytes: return
            case .isComplete:
                try complete(isPartial: false, into: &elements)
                return
            }
        }
    }

    private mutating func start(into elements: inout [ImageUpdate]) throws(SerializationError) {
        guard let header = run.header else { return }
        // A PNG that is rejected as a whole body is rejected here for the same reason: limits are checked before damage.
        _ = try PNGPlan(header, options: options, limits: limits)
        // Rows are reported as stored. The picture is reduced when all of them have arrived.
        let plan = try PNGPlan(header, options: options, limits: limits, reducing: false)
        let size = ImageLimits.product(plan.width * plan.height, plan.format.bytesPerPixel)
        let canvas = ImageCanvas(
            width: plan.width,
            height: plan.height,
            format: plan.format,
            wanted: options.format(for: header.pixelFormat),
            lastPass: header.isInterlaced ? 6 : 0,
            room: limits.outputBytes - size
        )
        self.canvas = canvas
        elements.append(.info(header.info))
        // SAFETY: the canvas holds all rows and lives as long as the run. This value is the only owner of the run.
        try run.begin(
            plan,
            unsafe PNGRun.Canvas(
                pixels: canvas.pixels,
                bytesPerRow: canvas.bytesPerRow,
                rowsTogether: ImageCanvas.rowsTogether,
                rows: ImageCanvas.rows,
                context: canvas.context
            )
        )
    }

    private mutating func complete(
        isPartial: Bool,
        into elements: inout [ImageUpdate]
    ) throws(SerializationError) {
        guard let canvas, !isDone else { return }
        isDone = true
        canvas.moveUpdates(into: &elements)
        var image = Image(canvas.frame, metadata: run.metadata)
        image.isPartial = isPartial
        elements.append(.image(try image.finished(options, limits: limits, source: .png)))
    }
}
