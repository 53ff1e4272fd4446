import CMimeographImage
import Mimeograph

/// One run of libpng over a PNG; the only place that sees libpng's state.
@safe final class PNGReader {
    // SAFETY: made in `init`, released in `deinit`, and handed to nobody but the functions of the C layer.
    let state: OpaquePointer
    let metadataBytes: Int

    init(metadataBytes: Int) throws(SerializationError) {
        self.metadataBytes = max(0, metadataBytes)
        guard let state = unsafe mimeograph_png_open(self.metadataBytes) else { throw .imageNeedsMemory(.png) }
        unsafe self.state = state
    }

    deinit { unsafe mimeograph_png_close(state) }

    /// What went wrong in the call that failed last, as an error.
    ///
    /// - Parameter body: Where the place of the failure is to be told in; nil where nobody knows the whole.
    func failure(in body: Span<UInt8>?) -> SerializationError {
        // SAFETY: the report is the reader's, and the strings are parts of it that end with a zero.
        let report = unsafe mimeograph_png_report(state)
        let failure = unsafe report.pointee.failure
        var location: SourceLocation?
        if let body { location = unsafe SourceLocation(offset: Int(report.pointee.offset), in: body) }
        let chunk = unsafe String(cString: mimeograph_image_chunk(report))
        let reason = unsafe String(cString: mimeograph_image_reason(report))
        switch failure {
        case MIMEOGRAPH_IMAGE_TRUNCATED: return .truncatedImage(.png, at: location)
        case MIMEOGRAPH_IMAGE_MEMORY: return .imageNeedsMemory(.png)
        default:
            let place = chunk.isEmpty ? "The PNG is corrupt" : "The PNG is corrupt in its chunk \(chunk)"
            let words = reason.isEmpty ? "" : ": libpng says \"\(reason)\""
            return .corruptImage(.png, "\(place)\(words).", at: location)
        }
    }

    /// Decodes a whole PNG.
    func decode(
        _ body: Span<UInt8>,
        options: ImageReadingOptions,
        budget: DecodeBudget
    ) throws(SerializationError) -> Image {
        // SAFETY: the reader keeps the address of the body until its last call, which is inside of the closure.
        try unsafe body.withUnsafeBufferPointer { (bytes) throws(SerializationError) in
            guard let start = bytes.baseAddress else { throw .truncatedImage(.png) }
            var header = mimeograph_png_header()
            guard unsafe mimeograph_png_read_header(state, start, bytes.count, &header) != 0 else {
                throw failure(in: body)
            }
            let plan = try PNGPlan(header, options: options, budget: budget)
            guard
                unsafe mimeograph_png_start(state, Int32(plan.format.channels.count), Int32(plan.format.depth.rawValue))
                    != 0
            else { throw failure(in: body) }
            var damage: SerializationError?
            var pixels = plan.reducesRows ? reduceRows(plan, body, &damage) : readAll(plan, options, body, &damage)
            if damage == nil, unsafe mimeograph_png_finish(state) == 0 { damage = failure(in: body) }
            if let damage, !(options.allowsPartialImages && damage.code != .limitExceeded) { throw damage }
            var frame = ImageFrame(
                unchecked: pixels,
                width: plan.reducesRows ? plan.size.width : plan.width,
                height: plan.reducesRows ? plan.size.height : plan.height,
                format: plan.format
            )
            pixels = []
            frame.duration = nil
            var image = Image(frame, metadata: metadata)
            image.isPartial = damage != nil
            image.source = .png
            return image
        }
    }

    private func readAll(
        _ plan: PNGPlan,
        _ options: ImageReadingOptions,
        _ body: Span<UInt8>,
        _ damage: inout SerializationError?
    ) -> [UInt8] {
        let rowLength = plan.width * plan.format.bytesPerPixel
        let size = rowLength * plan.height
        var isWhole = false
        // SAFETY: the C layer writes rows of `rowLength` bytes, `height` of them, which is the capacity. Where it fails the
        // rows that it has not written are not left as they were found.
        let pixels = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            guard let start = buffer.baseAddress else { return }
            if options.allowsPartialImages { unsafe buffer.initialize(repeating: 0) }
            let status =
                plan.isInterlaced
                ? unsafe mimeograph_png_read_image(state, start, rowLength)
                : unsafe mimeograph_png_read_rows(state, start, rowLength, UInt32(plan.height))
            isWhole = status != 0
            count = isWhole || options.allowsPartialImages ? size : 0
        }
        if !isWhole { damage = failure(in: body) }
        return pixels
    }

    /// Reads a few rows at a time and keeps what the reduced picture needs of them.
    private func reduceRows(_ plan: PNGPlan, _ body: Span<UInt8>, _ damage: inout SerializationError?) -> [UInt8] {
        var reducer = RowReducer(format: plan.format, from: (plan.width, plan.height), to: plan.size)
        let rowLength = plan.width * plan.format.bytesPerPixel
        var row = [UInt8](repeating: 0, count: rowLength)
        for _ in 0..<plan.height {
            if damage == nil {
                // SAFETY: the C layer writes one row, which the array holds.
                let status = unsafe row.withUnsafeMutableBufferPointer { buffer in
                    unsafe buffer.baseAddress.map { unsafe mimeograph_png_read_rows(state, $0, rowLength, 1) } ?? 0
                }
                if status == 0 {
                    damage = failure(in: body)
                    row = [UInt8](repeating: 0, count: rowLength)
                }
            }
            reducer.take(row.span, at: 0)
        }
        return reducer.pixels
    }
}
