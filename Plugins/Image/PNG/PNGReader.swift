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
            let (pixels, isWhole) = readRows(plan, zeroed: options.allowsPartialImages)
            if !isWhole { damage = failure(in: body) }
            if damage == nil, unsafe mimeograph_png_finish(state) == 0 { damage = failure(in: body) }
            if let damage, !(options.allowsPartialImages && [.syntax, .truncated].contains(damage.code)) {
                throw damage
            }
            let size = plan.reducesRows ? plan.size : (width: plan.width, height: plan.height)
            let frame = ImageFrame(unchecked: pixels, width: size.width, height: size.height, format: plan.format)
            var image = Image(frame, metadata: metadata)
            image.isPartial = damage != nil
            image.source = .png
            return image
        }
    }

    /// The pixels, and whether all of them could be read.
    private func readRows(_ plan: PNGPlan, zeroed: Bool) -> (pixels: [UInt8], isWhole: Bool) {
        let rowLength = plan.width * plan.format.bytesPerPixel
        // SAFETY: each closure has the C layer write as many rows of `rowLength` bytes as there is room for.
        if plan.reducesRows {
            return unsafe RowReading.reduced(plan.format, from: (plan.width, plan.height), to: plan.size) { row in
                unsafe mimeograph_png_read_rows(state, row, rowLength, 1) != 0
            }
        }
        return unsafe RowReading.all(rowLength: rowLength, height: plan.height, zeroed: zeroed) { rows in
            plan.isInterlaced
                ? unsafe mimeograph_png_read_image(state, rows, rowLength) != 0
                : unsafe mimeograph_png_read_rows(state, rows, rowLength, UInt32(plan.height)) != 0
        }
    }
}
