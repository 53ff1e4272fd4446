import CMimeographImage
import Mimeograph

/// A plan for decoding a PNG whose header is known. Creating it checks the limits.
struct PNGPlan {
    let width: Int
    let height: Int
    let isInterlaced: Bool
    /// The layout that libpng writes: the requested one if libpng supports it.
    let format: PixelFormat
    /// The size of the result.
    let size: (width: Int, height: Int)

    /// Whether the rows are reduced as they arrive, so the whole picture is never in memory.
    var reducesRows: Bool { !isInterlaced && size != (width, height) }

    /// Creates the plan.
    ///
    /// - Parameter reducing: Whether rows may be reduced as they arrive.
    /// - Throws: ``SerializationError/Code/limitExceeded``.
    init(
        _ header: PNGHeader,
        options: ImageReadingOptions,
        limits: DecodingLimits,
        reducing: Bool = true
    ) throws(SerializationError) {
        width = header.width
        height = header.height
        isInterlaced = header.isInterlaced
        format = Self.format(for: header.pixelFormat, options)
        size = reducing ? options.size(for: width, height) : (width, height)
        var imageLimits = ImageLimits(limits)
        if reducesRows {
            try imageLimits.reserve(width: width, height: height, bytesPerPixel: 0)
            try imageLimits.reserve(bytes: ImageLimits.product(size.width * size.height, format.bytesPerPixel))
            try imageLimits.reserve(bytes: RowReducer.workingBytes(from: (width, height), to: size))
        } else {
            try imageLimits.reserve(width: width, height: height, bytesPerPixel: format.bytesPerPixel)
        }
    }

    /// Returns the layout of libpng's output. The premultiplied alpha and the gray of libpng differ from ours, so both are
    /// converted afterwards.
    static func format(for native: PixelFormat, _ options: ImageReadingOptions) -> PixelFormat {
        let wanted = options.format(for: native)
        let needsColor = native.channels.hasColor && !wanted.channels.hasColor
        // Reducing weights colors by alpha, so alpha is removed only afterwards.
        let needsAlpha = native.channels.hasAlpha && options.maxPixelSize != nil
        return PixelFormat(
            .init(
                color: wanted.channels.hasColor || needsColor,
                alpha: wanted.channels.hasAlpha && options.decodesAlpha(of: native) || needsAlpha
            ),
            // A later conversion starts from all bits, so values are rounded only once.
            depth: needsColor || wanted.isPremultiplied ? max(native.depth, wanted.depth) : wanted.depth
        )
    }
}

/// A run of libpng over one PNG. Only this class accesses libpng's state.
@safe final class PNGReader {
    // SAFETY: opened in `init`, closed in `deinit`, and passed only to functions of the C layer.
    let state: OpaquePointer
    let metadataBytes: Int

    init(metadataBytes: Int) throws(SerializationError) {
        self.metadataBytes = max(0, metadataBytes)
        guard let state = unsafe mimeograph_png_open(self.metadataBytes) else { throw .imageNeedsMemory(.png) }
        unsafe self.state = state
    }

    deinit { unsafe mimeograph_png_close(state) }

    /// The error of the last call that failed, without a location.
    var failure: SerializationError {
        // SAFETY: the report belongs to the reader, and contains the strings, which end with a zero.
        let report = unsafe mimeograph_png_report(state)
        let failure = unsafe report.pointee.failure
        let chunk = unsafe String(cString: mimeograph_image_chunk(report))
        let reason = unsafe String(cString: mimeograph_image_reason(report))
        switch failure {
        case MIMEOGRAPH_IMAGE_MEMORY: return .imageNeedsMemory(.png)
        default:
            let start = chunk.isEmpty ? "The PNG is corrupt" : "The PNG is corrupt in its chunk \(chunk)"
            let words = reason.isEmpty ? "" : ": libpng reports \"\(reason)\""
            return .corruptImage(.png, "\(start)\(words).")
        }
    }

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
                error.location = SourceLocation(offset: run.offset)
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
        guard case .needsCanvas = step, let header = run.header else {
            throw .truncatedImage(.png, at: SourceLocation(offset: body.count))
        }
        let plan = try PNGPlan(header, options: options, limits: limits)
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

    /// Reads the pixels. Also returns the error if they are damaged.
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
            // SAFETY: the row that the canvas points to and the object live until the closure returns, and the run ends within
            // it.
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
            damage = .truncatedImage(.png, at: SourceLocation(offset: body.count))
        } catch {
            damage = error
        }
    }
}

extension PNGReader {
    /// Returns the metadata that libpng has read, as much as fits.
    func metadata(_ room: inout Int) -> ImageMetadata {
        var found = unsafe mimeograph_png_metadata()
        // SAFETY: the pointers belong to the reader and stay valid until it is closed. Each has a length or ends with a zero.
        unsafe mimeograph_png_get_metadata(state, &found)
        var metadata = ImageMetadata()
        metadata.gamma = unsafe found.gamma > 0 ? found.gamma : nil
        metadata.isSRGB = unsafe found.is_srgb != 0
        metadata.iccProfile = unsafe bytes(found.icc_profile, found.icc_profile_length, &room)
        guard room > 0 else { return metadata }
        for index in 0..<(unsafe found.text_count) {
            guard let text = text(at: index, &room) else { break }
            metadata.texts.append(text)
        }
        return metadata
    }

    /// Returns a text, or nil if the text with its keywords and language does not fit.
    private func text(at index: Int32, _ room: inout Int) -> ImageText? {
        var found = unsafe mimeograph_png_text()
        unsafe mimeograph_png_get_text(state, index, &found)
        let isUTF8 = unsafe found.is_utf8 != 0
        // SAFETY: libpng ends each string with a zero and provides the length of the text.
        let keyword = unsafe Self.characters(found.keyword)
        let language = unsafe Self.characters(found.language)
        let translated = unsafe Self.characters(found.translated_keyword)
        let content = unsafe UnsafeRawBufferPointer(start: found.text, count: found.text_length)
        let size = keyword.count + language.count + translated.count + content.count
        guard size <= room else { return nil }
        room -= size
        return unsafe ImageText(
            Self.string(keyword, isUTF8: false),
            Self.string(content, isUTF8: isUTF8),
            language: language.isEmpty ? nil : Self.string(language, isUTF8: false),
            translatedKeyword: translated.isEmpty ? nil : Self.string(translated, isUTF8: true)
        )
    }

    /// Returns a copy of bytes of the reader, or nil if there are none or they do not fit.
    private func bytes<Byte>(_ start: UnsafePointer<Byte>?, _ count: Int, _ room: inout Int) -> [UInt8]? {
        guard let start = unsafe start, count <= room else { return nil }
        room -= count
        return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    }

    /// Returns the bytes up to the zero. For a null pointer they are empty.
    private static func characters(_ text: UnsafePointer<CChar>?) -> UnsafeRawBufferPointer {
        guard let text = unsafe text else { return unsafe UnsafeRawBufferPointer(start: nil, count: 0) }
        var count = 0
        // SAFETY: libpng ends each text with a zero.
        while unsafe text[count] != 0 { count += 1 }
        return unsafe UnsafeRawBufferPointer(start: text, count: count)
    }

    /// Source: W3C PNG (third edition) §11.3.3: tEXt and zTXt are ISO 8859-1, iTXt is UTF-8.
    private static func string(_ bytes: UnsafeRawBufferPointer, isUTF8: Bool) -> String {
        // SAFETY: the bytes are only read and copied.
        isUTF8 ? unsafe String(decoding: bytes, as: UTF8.self) : unsafe Latin1.string(bytes)
    }
}
