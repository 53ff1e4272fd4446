import CMimeographImage
import Mimeograph

/// A run of libpng that writes one PNG.
@safe final class PNGWriter {
    // SAFETY: opened in `init`, closed in `deinit`, and passed only to functions of the C layer.
    private let state: OpaquePointer

    init() throws(SerializationError) {
        guard let state = unsafe mimeograph_png_writer_open() else { throw .imageNeedsMemory(.png) }
        unsafe self.state = state
    }

    deinit { unsafe mimeograph_png_writer_close(state) }

    func write(_ image: Image, as encoding: PNGEncoding) throws(SerializationError) -> [UInt8] {
        var frame = try image.onlyFrame(for: .png)
        guard frame.width < 1 << 31, frame.height < 1 << 31 else {
            throw SerializationError(
                .unencodableValue,
                "A PNG has at most 2,147,483,647 columns and rows.",
                remedy: "Make the image smaller first."
            )
        }
        if frame.format.isPremultiplied {
            frame = frame.converted(to: PixelFormat(frame.format.channels, depth: frame.format.depth))
        }
        let isColor8 = frame.format.depth == .eight && frame.format.channels.hasColor
        let palette = encoding.usesExactPalette && isColor8 ? ExactPalette(frame) : nil
        var layout = mimeograph_png_layout()
        layout.width = UInt32(frame.width)
        layout.height = UInt32(frame.height)
        layout.channels = palette == nil ? Int32(frame.format.channels.count) : 0
        layout.bits = Int32(palette?.bits ?? frame.format.depth.rawValue)
        layout.palette_count = Int32(palette?.count ?? 0)
        layout.palette_alpha_count = Int32(palette?.alphaCount ?? 0)
        layout.is_interlaced = encoding.isInterlaced ? 1 : 0
        layout.level = Int32(min(max(encoding.level, 0), 9))
        layout.filters = encoding.filter.bit
        if encoding.includesMetadata { describe(image.metadata, &layout) }
        // SAFETY: the C layer copies the palette before the call returns; the other arguments are values.
        let status = unsafe (palette?.bytes ?? []).withUnsafeBufferPointer { bytes in
            unsafe mimeograph_png_writer_start(state, &layout, bytes.baseAddress)
        }
        try check(status)
        if encoding.includesMetadata { try add(image) }
        try write(rows: palette?.indices ?? frame.pixels, bytesPerRow: palette == nil ? frame.bytesPerRow : frame.width)
        var count = 0
        // SAFETY: the writer owns the `count` bytes, which are copied while it lives.
        return unsafe [UInt8](UnsafeBufferPointer(start: mimeograph_png_writer_bytes(state, &count), count: count))
    }

    private func describe(_ metadata: ImageMetadata, _ layout: inout mimeograph_png_layout) {
        // The chunk stores gamma times 100,000 in 31 bits.
        if let gamma = metadata.gamma, gamma >= 0.00001, gamma < 21_474 { layout.gamma = gamma }
        // A picture has either sRGB or a profile. Source: W3C PNG (third edition) §11.3.2.5.
        layout.is_srgb = metadata.isSRGB && metadata.iccProfile == nil ? 1 : 0
        guard let resolution = metadata.resolution else { return }
        let factor: Double =
            switch resolution.unit {
            case .meter, .aspectRatio: 1
            case .centimeter: 100
            case .inch: 1 / 0.0254
            }
        let limit = Double(Int32.max)
        let across = resolution.horizontal * factor
        let down = resolution.vertical * factor
        guard across >= 0.5, down >= 0.5, across < limit, down < limit else { return }
        layout.has_resolution = 1
        layout.pixels_per_unit_x = UInt32(across + 0.5)
        layout.pixels_per_unit_y = UInt32(down + 0.5)
        layout.unit_is_meter = resolution.unit == .aspectRatio ? 0 : 1
    }

    private func add(_ image: Image) throws(SerializationError) {
        // SAFETY: the C layer copies all bytes before a call returns.
        // libpng rejects some profiles when it writes them; which ones depends on its version.
        let hasColor = image.format.channels.hasColor
        if let profile = image.metadata.iccProfile, ICCProfile.isWhole(profile),
            ICCProfile.fits(profile, color: hasColor)
        {
            let status = unsafe profile.withUnsafeBufferPointer { bytes in
                unsafe bytes.baseAddress.map { unsafe mimeograph_png_writer_add_profile(state, $0, bytes.count) } ?? 1
            }
            try check(status)
        }
        if let exif = image.exifToWrite(atMost: PNGChunkHead.longestExif) {
            let status = unsafe exif.withUnsafeBufferPointer { bytes in
                unsafe bytes.baseAddress.map { unsafe mimeograph_png_writer_add_exif(state, $0, bytes.count) } ?? 1
            }
            try check(status)
        }
        for text in image.metadata.texts {
            if let fitting = PNGText(text) { try add(fitting) }
        }
    }

    private func add(_ text: PNGText) throws(SerializationError) {
        // SAFETY: all strings end with a zero and are copied before the call returns.
        let status = unsafe (text.keyword + [0]).withCharacters { keyword in
            unsafe (text.content + [0]).withCharacters { characters in
                unsafe (text.language + [0]).withCharacters { language in
                    unsafe (text.translatedKeyword + [0]).withCharacters { translated in
                        unsafe mimeograph_png_writer_add_text(
                            state,
                            keyword,
                            characters,
                            text.content.count,
                            language,
                            translated,
                            text.isUTF8 ? 1 : 0
                        )
                    }
                }
            }
        }
        try check(status)
    }

    private func write(rows: [UInt8], bytesPerRow: Int) throws(SerializationError) {
        // SAFETY: the layout describes the rows and pixels, and a frame holds as many.
        let status = unsafe rows.withUnsafeBufferPointer { bytes in
            unsafe bytes.baseAddress.map { unsafe mimeograph_png_writer_write(state, $0, bytesPerRow) } ?? 0
        }
        try check(status)
    }

    private func check(_ status: Int32) throws(SerializationError) {
        if status != 0 { return }
        // SAFETY: the report belongs to the writer, and contains the string, which ends with a zero.
        let report = unsafe mimeograph_png_writer_report(state)
        if unsafe report.pointee.failure == MIMEOGRAPH_IMAGE_MEMORY { throw .imageNeedsMemory(.png) }
        let reason = unsafe String(cString: mimeograph_image_reason(report))
        throw SerializationError(
            .unencodableValue,
            "The image cannot be written as a PNG. libpng reports \"\(reason)\".",
            remedy: "Leave the metadata out, or change the image as libpng requires."
        )
    }
}

extension PNGEncoding.Filter {
    /// The bit for this filter in the C layer.
    fileprivate var bit: Int32 {
        switch self {
        case .automatic: 0
        case .none: 1
        case .sub: 2
        case .up: 4
        case .average: 8
        case .paeth: 16
        }
    }
}

extension [UInt8] {
    /// Calls `body` with the bytes as characters of C.
    fileprivate func withCharacters<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        let characters = map { CChar(bitPattern: $0) }
        // SAFETY: every caller adds a zero, so there is at least one element.
        return unsafe characters.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return unsafe body("") }
            return unsafe body(start)
        }
    }
}

/// A text in the encoding of a PNG.
///
/// Source: W3C PNG (third edition) §11.3.3.2 (keywords), §11.3.3.3 (tEXt), §11.3.3.5 (iTXt).
struct PNGText {
    /// 1 to 79 bytes of printable ISO 8859-1, without leading, trailing or consecutive spaces.
    let keyword: [UInt8]
    let content: [UInt8]
    /// Whether the content is UTF-8. If not, it is ISO 8859-1.
    let isUTF8: Bool
    let language: [UInt8]
    let translatedKeyword: [UInt8]

    /// Encodes a text, or returns nil if no PNG can hold it.
    init?(_ text: ImageText) {
        guard let keyword = Latin1.bytes(text.keyword), Self.isKeyword(keyword) else { return nil }
        self.keyword = keyword
        let plain = text.language == nil && text.translatedKeyword == nil ? Latin1.bytes(text.value) : nil
        content = plain ?? Array(text.value.utf8)
        isUTF8 = plain == nil
        // Source: RFC 5646 §2.1: letters, digits and hyphens. A tag with other characters is left out.
        let tag = Array((text.language ?? "").utf8)
        language = tag.allSatisfy(Self.isTagByte) ? tag : []
        translatedKeyword = Array((text.translatedKeyword ?? "").utf8)
        if content.contains(0) || tag.contains(0) || translatedKeyword.contains(0) { return nil }
    }

    private static func isTagByte(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-")
    }

    private static func isKeyword(_ bytes: [UInt8]) -> Bool {
        (1...79).contains(bytes.count) && bytes.allSatisfy { (0x20...0x7E).contains($0) || $0 >= 0xA1 }
            && bytes.first != 0x20 && bytes.last != 0x20
            && !zip(bytes, bytes.dropFirst()).contains { $0 == 0x20 && $1 == 0x20 }
    }
}
