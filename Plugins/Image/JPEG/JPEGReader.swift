import CMimeographImage
import Mimeograph

/// A plan for decoding a JPEG whose header is known. Creating it checks the limits.
struct JPEGPlan {
    /// The number by which its size is divided when it is decoded: 1, 2, 4 or 8.
    let denominator: Int
    let decoded: (width: Int, height: Int)
    /// The size of the result, at most the decoded size.
    let size: (width: Int, height: Int)
    /// The layout that libjpeg writes: the requested one if libjpeg supports it.
    let format: PixelFormat

    var reducesRows: Bool { size != decoded }

    init(
        _ header: mimeograph_jpeg_header,
        options: ImageReadingOptions,
        limits: DecodingLimits
    ) throws(SerializationError) {
        let width = Int(header.width)
        let height = Int(header.height)
        let size = options.size(for: width, height)
        // The smallest scale that still has enough pixels. If the stored size is requested, it is decoded at that size, however
        // small it is.
        var denominator = 8
        while denominator > 1 {
            let isLarge = width / denominator >= size.width && height / denominator >= size.height
            if isLarge, Self.reduces(width, by: denominator), Self.reduces(height, by: denominator) { break }
            denominator /= 2
        }
        decoded = ((width + denominator - 1) / denominator, (height + denominator - 1) / denominator)
        self.size = size
        self.denominator = denominator
        format = Self.format(hasColor: header.has_color != 0, options)
        var imageLimits = ImageLimits(limits)
        try imageLimits.reserve(width: width, height: height, bytesPerPixel: 0)
        try imageLimits.reserve(bytes: Int(clamping: header.coefficient_bytes))
        // Layouts that libjpeg does not support are converted from its output. 16 bits a sample need more memory.
        let bytesPerPixel = max(
            format.bytesPerPixel,
            options.bytesPerPixel(for: header.has_color != 0 ? .rgb8 : .gray8)
        )
        try imageLimits.reserve(bytes: ImageLimits.product(size.width * size.height, bytesPerPixel))
        if reducesRows { try imageLimits.reserve(bytes: RowReducer.workingBytes(from: decoded, to: size)) }
    }

    /// Whether a side may be decoded at a fraction of its length. libjpeg rounds the length up, so padding of the last block
    /// contributes to the last pixel. Among many pixels that is negligible, but it would change a small picture.
    private static func reduces(_ side: Int, by denominator: Int) -> Bool {
        side % denominator == 0 || side / denominator >= 32
    }

    /// Returns the layout of libjpeg's output. libjpeg converts only gray to gray and has no 16-bit samples, so other layouts are
    /// converted afterwards. Alpha is opaque here, so premultiplied colors equal straight ones.
    static func format(hasColor: Bool, _ options: ImageReadingOptions) -> PixelFormat {
        let native: PixelFormat = hasColor ? .rgb8 : .gray8
        let wanted = options.format(for: native)
        switch wanted.channels {
        case .rgba where options.decodesAlpha(of: native): return wanted.isPremultiplied ? .rgba8.premultiplied : .rgba8
        case .rgb, .rgba: return .rgb8
        case .gray, .grayAlpha: return native
        }
    }
}

/// A run of libjpeg over one JPEG. Only this class accesses libjpeg's state.
@safe final class JPEGReader {
    // SAFETY: opened in `init`, closed in `deinit`, and passed only to functions of the C layer.
    let state: OpaquePointer

    init(goesOn: Bool) throws(SerializationError) {
        guard let state = unsafe mimeograph_jpeg_open(goesOn ? 1 : 0) else { throw .imageNeedsMemory(.jpeg) }
        unsafe self.state = state
    }

    deinit { unsafe mimeograph_jpeg_close(state) }

    /// Whether the reader has continued after damage.
    var isDamaged: Bool { unsafe mimeograph_jpeg_is_damaged(state) != 0 }

    /// Returns the error of the last call that failed.
    ///
    /// - Parameter isLocated: Whether offsets count from the first byte of the body.
    func failure(isLocated: Bool) -> SerializationError {
        // SAFETY: the report belongs to the reader, and contains the string, which ends with a zero.
        let report = unsafe mimeograph_jpeg_report(state)
        let reason = unsafe String(cString: mimeograph_image_reason(report))
        var location: SourceLocation?
        if isLocated { location = unsafe SourceLocation(offset: Int(report.pointee.offset)) }
        switch unsafe report.pointee.failure {
        case MIMEOGRAPH_IMAGE_TRUNCATED: return .truncatedImage(.jpeg, at: location)
        case MIMEOGRAPH_IMAGE_MEMORY: return .imageNeedsMemory(.jpeg)
        case MIMEOGRAPH_IMAGE_UNSUPPORTED:
            return .unsupportedJPEG(at: location)
        case MIMEOGRAPH_IMAGE_PASSES:
            return .corruptImage(.jpeg, "The JPEG has more than 100 scans, more than any encoder writes.", at: location)
        default:
            return .corruptImage(.jpeg, "The JPEG is corrupt" + (reason.isEmpty ? "." : ": \(reason)."), at: location)
        }
    }

    /// The error for a header that is complete. If libjpeg reads past the end of the bytes, a segment is shorter than its length
    /// field says.
    private var headerFailure: SerializationError {
        let error = failure(isLocated: true)
        guard error.code == .truncated else { return error }
        return .corruptImage(
            .jpeg,
            "The JPEG is corrupt: a marker segment is malformed or out of place.",
            at: error.location
        )
    }

    /// Reads the header of a JPEG of which everything before the pixels has arrived. After that the reader cannot be used again.
    func header(of prefix: Span<UInt8>) throws(SerializationError) -> mimeograph_jpeg_header {
        var header = mimeograph_jpeg_header()
        // SAFETY: the reader reads nothing after the header, so it needs the bytes only during the call.
        let status = unsafe prefix.withUnsafeBufferPointer { bytes in
            unsafe bytes.baseAddress.map { unsafe mimeograph_jpeg_read_header(state, $0, bytes.count, &header) } ?? 0
        }
        guard status != 0 else { throw failure(isLocated: false) }
        return header
    }

    func decode(
        _ body: Span<UInt8>,
        options: ImageReadingOptions,
        limits: DecodingLimits
    ) throws(SerializationError) -> Image {
        let header = try JPEGHeader(body)
        // libjpeg would invent the missing parts of an incomplete header.
        guard try header.info() != nil, header.isComplete else {
            throw .truncatedImage(.jpeg, at: SourceLocation(offset: body.count))
        }
        // SAFETY: the reader keeps the address of the body until its last call, which is inside the closure.
        return try unsafe body.withUnsafeBufferPointer { (bytes) throws(SerializationError) in
            guard let start = bytes.baseAddress else { throw .truncatedImage(.jpeg) }
            var found = mimeograph_jpeg_header()
            guard unsafe mimeograph_jpeg_read_header(state, start, bytes.count, &found) != 0 else {
                throw headerFailure
            }
            let plan = try JPEGPlan(found, options: options, limits: limits)
            try self.start(plan)
            var metadata = header.metadata(body, atMost: options.metadataBytes)
            // A picture that is reduced is turned afterwards.
            let isTurned = options.appliesOrientation && metadata.orientation != .up && !plan.reducesRows
            let orientation: ImageOrientation = isTurned ? metadata.orientation : .up
            let (pixels, isWhole) = readRows(plan, orientation, zeroed: options.allowsPartialImages)
            if isTurned { metadata = metadata.turned }
            var damage = isWhole ? nil : failure(isLocated: true)
            if damage == nil, unsafe mimeograph_jpeg_finish(state) == 0 { damage = failure(isLocated: true) }
            if let damage, !(options.allowsPartialImages && damage.code == .syntax) { throw damage }
            let frame = ImageFrame(
                unchecked: pixels,
                width: orientation.swapsAxes ? plan.size.height : plan.size.width,
                height: orientation.swapsAxes ? plan.size.width : plan.size.height,
                format: plan.format
            )
            var image = Image(frame, metadata: metadata)
            image.isPartial = damage != nil || isDamaged
            image.source = .jpeg
            return image
        }
    }

    private func start(_ plan: JPEGPlan) throws(SerializationError) {
        var width: UInt32 = 0
        var height: UInt32 = 0
        let status = unsafe mimeograph_jpeg_start(
            state,
            Int32(plan.format.channels.count),
            Int32(plan.denominator),
            &width,
            &height
        )
        guard status != 0 else { throw failure(isLocated: true) }
        // The plan has allocated the memory for the rows.
        guard Int(width) == plan.decoded.width, Int(height) == plan.decoded.height else {
            throw .corruptImage(.jpeg, "The size of the JPEG differs from the size in its header.")
        }
    }

    /// Reads the pixels and turns them upright according to the orientation. Returns whether all of them could be read.
    private func readRows(
        _ plan: JPEGPlan,
        _ orientation: ImageOrientation,
        zeroed: Bool
    ) -> (pixels: [UInt8], isWhole: Bool) {
        let rowLength = plan.decoded.width * plan.format.bytesPerPixel
        // SAFETY: in each closure the C layer writes as many rows of `rowLength` bytes as there is room for.
        if plan.reducesRows {
            return unsafe RowReading.reduced(plan.format, from: plan.decoded, to: plan.size) { row in
                unsafe read(1, rowLength, into: row).isWhole
            }
        }
        return unsafe RowReading.all(rowLength: rowLength, height: plan.decoded.height, zeroed: zeroed) { rows in
            orientation == .up
                ? unsafe read(plan.decoded.height, rowLength, into: rows).isWhole
                : unsafe readTurned(plan, orientation, rowLength, into: rows)
        }
    }

    /// The number of rows that are decoded before they are turned, enough to make turning efficient. Together they take at most a
    /// megabyte.
    private static let rowsTurnedTogether = 32

    /// Decodes a few rows at a time and turns them into the upright picture, so no second picture is in memory.
    private func readTurned(
        _ plan: JPEGPlan,
        _ orientation: ImageOrientation,
        _ rowLength: Int,
        into upright: UnsafeMutablePointer<UInt8>
    ) -> Bool {
        let (width, height) = plan.decoded
        let turn = PictureTurn(orientation, width: width, height: height, pixelBytes: plan.format.bytesPerPixel)
        let together = max(1, min(Self.rowsTurnedTogether, (1 << 20) / rowLength))
        var strip = [UInt8](repeating: 0, count: together * rowLength)
        // SAFETY: the strip holds the rows that are read, and the upright picture has room for all turned rows.
        return unsafe strip.withUnsafeMutableBufferPointer { buffer in
            guard let rows = buffer.baseAddress else { return false }
            for first in stride(from: 0, to: height, by: together) {
                let (count, isWhole) = unsafe read(min(together, height - first), rowLength, into: rows)
                unsafe turn.turn(
                    rows,
                    bytesPerRow: rowLength,
                    columns: width,
                    first: first,
                    count: count,
                    into: upright
                )
                if !isWhole { return false }
            }
            return true
        }
    }

    /// Reads the next rows. Returns their number and whether all could be read.
    private func read(
        _ count: Int,
        _ rowLength: Int,
        into rows: UnsafeMutablePointer<UInt8>
    ) -> (count: Int, isWhole: Bool) {
        var done: UInt32 = 0
        // SAFETY: the caller has room for `count` rows.
        let status = unsafe mimeograph_jpeg_read_rows(state, rows, rowLength, UInt32(count), &done)
        return (Int(done), status != 0)
    }
}
