import CMimeographImageTIFF
import Mimeograph
import MimeographImage

/// One run of libtiff over the bytes of a TIFF; the only code that sees its state.
@safe final class TIFFReader {
    // SAFETY: made in `init`, released in `deinit`, and handed only to the functions of the C layer.
    private let state: OpaquePointer
    /// The bytes of blocks that are read, and how many of them are worth it.
    private var storedBytes = 0
    private var storedBytesAllowed: Int

    /// Starts a run at the first page.
    ///
    /// - Parameters:
    ///   - bytes: All bytes; the caller keeps them where they are while this object lives.
    ///   - memory: The most bytes that libtiff may allocate at once.
    init(_ bytes: UnsafeBufferPointer<UInt8>, memory: Int) throws(SerializationError) {
        var opened: OpaquePointer?
        // SAFETY: the C layer reads within the count.
        let status = unsafe mimeograph_tiff_open(bytes.baseAddress, bytes.count, max(1, memory), &opened)
        guard status == MIMEOGRAPH_TIFF_OK, let opened = unsafe opened else { throw Self.error(status, "") }
        unsafe state = opened
        storedBytesAllowed = ImageLimits.product(bytes.count, Self.readings)
    }

    deinit { unsafe mimeograph_tiff_close(state) }

    /// Goes to the next page.
    func nextPage() throws(SerializationError) { try check(unsafe mimeograph_tiff_next_page(state)) }

    /// What the page is.
    func page() throws(SerializationError) -> mimeograph_tiff_page {
        var page = mimeograph_tiff_page()
        try check(unsafe mimeograph_tiff_describe(state, &page))
        return page
    }

    /// How often a byte of the file, or of what it is decoded to, may be read. Most are read once; where lengths are missing,
    /// libtiff reads the rest of the file for each.
    private static let readings = 64

    /// Reserves the time that reading the blocks of the page takes: they may overlap, and each is copied.
    ///
    /// - Parameter decoded: The bytes that they become.
    func reserveBlocks(decoded: Int) throws(SerializationError) {
        let stored = Int(clamping: unsafe mimeograph_tiff_stored_bytes(state))
        storedBytes = storedBytes.addingReportingOverflow(stored).overflow ? .max : storedBytes + stored
        let worth = ImageLimits.product(decoded, Self.readings)
        let (sum, overflow) = storedBytesAllowed.addingReportingOverflow(worth)
        storedBytesAllowed = overflow ? .max : sum
        guard storedBytes <= storedBytesAllowed else {
            throw .corruptImage(.tiff, "The TIFF's pixels lie one over the other.")
        }
    }

    /// Decodes a block into memory that is as large as a block.
    func readBlock(_ index: Int, into block: inout [UInt8]) throws(SerializationError) {
        guard let index = UInt32(exactly: index) else { throw Self.error(MIMEOGRAPH_TIFF_CORRUPT, "") }
        // SAFETY: the C layer writes within the count.
        let status = unsafe block.withUnsafeMutableBufferPointer { buffer in
            unsafe buffer.baseAddress.map { unsafe mimeograph_tiff_read_block(state, index, $0, buffer.count) }
                ?? MIMEOGRAPH_TIFF_CORRUPT
        }
        try check(status)
    }

    /// The colours of the page, as red, green and blue of 8 bits; those that are missing are black.
    func colors(_ count: Int) -> [UInt8] {
        var red: UnsafePointer<UInt16>?
        var green: UnsafePointer<UInt16>?
        var blue: UnsafePointer<UInt16>?
        guard unsafe mimeograph_tiff_colors(state, &red, &green, &blue) != 0,
            let red = unsafe red, let green = unsafe green, let blue = unsafe blue
        else { return [UInt8](repeating: 0, count: count * 3) }
        var colors: [UInt16] = []
        // SAFETY: libtiff keeps 2^bits values each, which is what `count` is.
        for index in 0..<count { unsafe colors += [red[index], green[index], blue[index]] }
        // Some writers put 8 bits into the 16, which libtiff understands, too.
        let shift: UInt16 = colors.allSatisfy { $0 < 256 } ? 0 : 8
        return colors.map { UInt8(truncatingIfNeeded: $0 >> shift) }
    }

    /// Whether libtiff can make RGBA of the page by its own rules.
    var canReadRGBA: Bool { unsafe mimeograph_tiff_can_read_rgba(state) != 0 }

    /// Has libtiff make RGBA of the page by its own rules.
    func rgba(width: Int, height: Int) throws(SerializationError) -> [UInt8] {
        var pixels = [UInt32](repeating: 0, count: width * height)
        // SAFETY: the page has that many pixels, which the caller has asked for.
        let status = unsafe pixels.withUnsafeMutableBufferPointer { buffer in
            unsafe buffer.baseAddress.map { unsafe mimeograph_tiff_read_rgba(state, $0) } ?? MIMEOGRAPH_TIFF_CORRUPT
        }
        try check(status)
        // SAFETY: any bytes are bytes, and they are copied.
        return unsafe pixels.withUnsafeBytes { unsafe [UInt8]($0) }
    }

    /// The profile, where it is no longer than that.
    func profile(atMost limit: Int) -> [UInt8]? {
        var bytes: UnsafePointer<UInt8>?
        var count: UInt32 = 0
        guard unsafe mimeograph_tiff_profile(state, &bytes, &count) != 0, let bytes = unsafe bytes, count > 0,
            Int(count) <= limit
        else { return nil }
        // SAFETY: libtiff keeps that many bytes until the next page.
        return unsafe [UInt8](UnsafeBufferPointer(start: bytes, count: Int(count)))
    }

    /// One of the texts.
    func text(_ tag: Int) -> String? {
        // SAFETY: libtiff ends each text with a zero, and keeps it until the next page.
        unsafe mimeograph_tiff_text(state, UInt32(tag)).map { unsafe String(cString: $0) }
    }

    private func check(_ status: mimeograph_tiff_status) throws(SerializationError) {
        if status == MIMEOGRAPH_TIFF_OK { return }
        // SAFETY: the words are the reader's and end with a zero.
        throw Self.error(status, unsafe String(cString: mimeograph_tiff_reason(state)))
    }

    static func error(_ status: mimeograph_tiff_status, _ reason: String) -> SerializationError {
        switch status {
        case MIMEOGRAPH_TIFF_TRUNCATED: return .truncatedImage(.tiff)
        case MIMEOGRAPH_TIFF_MEMORY: return .imageNeedsMemory(.tiff)
        case MIMEOGRAPH_TIFF_UNSUPPORTED:
            return SerializationError(
                .unsupportedMediaType,
                "The TIFF holds samples that are not read, such as floating point or numbers with a sign, or an unknown compression.",
                remedy: "Ask the sender for unsigned samples of up to 16 bits, or for PNG."
            )
        default:
            let words = reason.isEmpty ? "" : ": libtiff says \"\(reason)\""
            return .corruptImage(.tiff, "The TIFF is corrupt\(words).")
        }
    }
}

extension TIFFReader {
    /// The texts that are kept, by the keywords that PNG has for them. Source: TIFF 6.0 §8; W3C PNG (third edition) §11.3.3.1.
    private static let texts = [
        (269, "Title"), (270, "Description"), (305, "Software"), (315, "Author"), (33_432, "Copyright"),
    ]

    /// The metadata of the page, as far as they may be kept.
    func metadata(_ page: TIFFPage, _ options: ImageReadingOptions) -> ImageMetadata {
        var metadata = ImageMetadata(resolution: page.resolution, orientation: page.orientation)
        if options.appliesOrientation { metadata = metadata.turned }
        var left = options.metadataBytes
        if let profile = profile(atMost: left) {
            metadata.iccProfile = profile
            left -= profile.count
        }
        for (tag, keyword) in Self.texts {
            guard let text = text(tag), !text.isEmpty, text.utf8.count <= left else { continue }
            metadata.texts.append(ImageText(keyword, text))
            left -= text.utf8.count
        }
        return metadata
    }
}

extension TIFFPage {
    /// What the page is, for a person.
    ///
    /// - Parameter count: How many pages there are; nil where that is not known.
    func info(pages count: Int?) -> ImageInfo {
        ImageInfo(
            format: .tiff,
            width: width,
            height: height,
            pixelFormat: layout.format,
            bitsPerSample: layout.bits,
            orientation: orientation,
            frameCount: count,
            resolution: resolution
        )
    }
}
