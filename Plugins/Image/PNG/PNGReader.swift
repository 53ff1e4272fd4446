import CMimeographImage
import Mimeograph

/// One run of libpng over a PNG; the only thing that sees libpng's state.
@safe final class PNGReader {
    // SAFETY: made in `init`, released in `deinit`, and handed to the functions of the C layer only.
    let state: OpaquePointer
    let metadataBytes: Int

    init(metadataBytes: Int) throws(SerializationError) {
        self.metadataBytes = max(0, metadataBytes)
        guard let state = unsafe mimeograph_png_open(self.metadataBytes) else { throw .imageNeedsMemory(.png) }
        unsafe self.state = state
    }

    deinit { unsafe mimeograph_png_close(state) }

    /// What went wrong in the call that failed last, as an error without a location.
    var failure: SerializationError {
        // SAFETY: the report is the reader's, and the strings are parts of it that end with a zero.
        let report = unsafe mimeograph_png_report(state)
        let failure = unsafe report.pointee.failure
        let chunk = unsafe String(cString: mimeograph_image_chunk(report))
        let reason = unsafe String(cString: mimeograph_image_reason(report))
        switch failure {
        case MIMEOGRAPH_IMAGE_MEMORY: return .imageNeedsMemory(.png)
        default:
            let start = chunk.isEmpty ? "The PNG is corrupt" : "The PNG is corrupt in its chunk \(chunk)"
            let words = reason.isEmpty ? "" : ": libpng says \"\(reason)\""
            return .corruptImage(.png, "\(start)\(words).")
        }
    }

    /// Decodes a whole PNG.
    static func decode(
        _ body: Span<UInt8>,
        options: ImageReadingOptions,
        limits: DecodingLimits
    ) throws(SerializationError) -> Image {
        var run = try PNGRun(metadataBytes: options.metadataBytes)
        var index = 0
        func located(_ error: SerializationError) -> SerializationError {
            var error = error
            if error.location == nil, error.code == .syntax {
                error.location = SourceLocation(offset: run.offset, in: body)
            }
            return error
        }
        let step: PNGRun.Step
        do throws(SerializationError) {
            step = try run.consume(body, from: &index)
            if case .needsBytes = step { try run.finish() }
        } catch {
            throw located(error)
        }
        guard case .needsCanvas = step, let outline = run.outline else {
            throw .truncatedImage(.png, at: SourceLocation(offset: body.count, in: body))
        }
        let plan = try PNGPlan(outline, options: options, limits: limits)
        let (pixels, damage) = read(&run, plan, body, from: &index, options)
        if let damage, !(options.allowsPartialImages && run.hasBegun && [.syntax, .truncated].contains(damage.code)) {
            throw located(damage)
        }
        let size = plan.reducesRows ? plan.size : (width: plan.width, height: plan.height)
        let frame = ImageFrame(unchecked: pixels, width: size.width, height: size.height, format: plan.format)
        var image = Image(frame, metadata: run.metadata)
        image.isPartial = damage != nil
        image.source = .png
        return image
    }

    /// The pixels, and what is wrong with them.
    private static func read(
        _ run: inout PNGRun,
        _ plan: PNGPlan,
        _ body: Span<UInt8>,
        from index: inout Int,
        _ options: ImageReadingOptions
    ) -> (pixels: [UInt8], damage: SerializationError?) {
        var damage: SerializationError?
        let rowLength = plan.width * plan.format.bytesPerPixel
        if plan.reducesRows {
            let rows = RowReducing(plan.format, from: (plan.width, plan.height), to: plan.size)
            // SAFETY: the row that the canvas points to, and the object, live as long as the closure, in which the run ends.
            unsafe rows.withRow { row, context in
                let canvas = unsafe PNGRun.Canvas(
                    pixels: row,
                    bytesPerRow: 0,
                    rowsTogether: 1,
                    rows: RowReducing.rows,
                    context: context
                )
                readRest(&run, plan, canvas, body, from: &index, &damage)
            }
            return (rows.pixels, damage)
        }
        let isZeroed = options.allowsPartialImages
        let (pixels, _) = unsafe RowReading.all(rowLength: rowLength, height: plan.height, zeroed: isZeroed) { rows in
            let canvas = unsafe PNGRun.Canvas(
                pixels: rows,
                bytesPerRow: rowLength,
                rowsTogether: 0,
                rows: RowReducing.rows,
                context: rows
            )
            readRest(&run, plan, canvas, body, from: &index, &damage)
            return damage == nil
        }
        return (pixels, damage)
    }

    private static func readRest(
        _ run: inout PNGRun,
        _ plan: PNGPlan,
        _ canvas: PNGRun.Canvas,
        _ body: Span<UInt8>,
        from index: inout Int,
        _ damage: inout SerializationError?
    ) {
        do throws(SerializationError) {
            try run.begin(plan, canvas)
            if case .isComplete = try run.consume(body, from: &index) { return }
            try run.finish()
            damage = .truncatedImage(.png, at: SourceLocation(offset: body.count, in: body))
        } catch {
            damage = error
        }
    }
}
