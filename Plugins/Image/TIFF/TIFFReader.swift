import CMimeographImageTIFF
import Mimeograph
import MimeographImage

/// A run of libtiff over the bytes of a TIFF. Only this class accesses libtiff's state.
@safe final class TIFFReader {
    // SAFETY: opened in `init`, closed in `deinit`, and passed only to functions of the C layer.
    private let state: OpaquePointer
    /// The bytes of the blocks read so far, and the limit for them.
    private var storedBytes = 0
    private var storedBytesAllowed: Int

    /// Starts a run at the first page.
    ///
    /// - Parameters:
    ///   - bytes: The whole body. The caller keeps it at this address while this object lives.
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

    func nextPage() throws(SerializationError) { try check(unsafe mimeograph_tiff_next_page(state)) }

    func page() throws(SerializationError) -> mimeograph_tiff_page {
        var page = mimeograph_tiff_page()
        try check(unsafe mimeograph_tiff_describe(state, &page))
        return page
    }

    /// The number of times that a byte of the file, or of its decoded form, may be read. Most are read once. If lengths are
    /// missing, libtiff reads the rest of the file for each block.
    private static let readings = 64

    /// Reserves the time for reading the blocks of the page. They may overlap, and each is copied.
    ///
    /// - Parameter decoded: The size of the decoded blocks in bytes.
    func reserveBlocks(decoded: Int) throws(SerializationError) {
        let stored = Int(clamping: unsafe mimeograph_tiff_stored_bytes(state))
        storedBytes = storedBytes.addingReportingOverflow(stored).overflow ? .max : storedBytes + stored
        let worth = ImageLimits.product(decoded, Self.readings)
        let (sum, overflow) = storedBytesAllowed.addingReportingOverflow(worth)
        storedBytesAllowed = overflow ? .max : sum
        guard storedBytes <= storedBytesAllowed else {
            throw .corruptImage(.tiff, "The pixel data of the TIFF overlaps.")
        }
    }

    /// Decodes a block into memory of the size of a block.
    func readBlock(_ index: Int, into block: inout [UInt8]) throws(SerializationError) {
        guard let index = UInt32(exactly: index) else { throw Self.error(MIMEOGRAPH_TIFF_CORRUPT, "") }
        // SAFETY: the C layer writes within the count.
        let status = unsafe block.withUnsafeMutableBufferPointer { buffer in
            unsafe buffer.baseAddress.map { unsafe mimeograph_tiff_read_block(state, index, $0, buffer.count) }
                ?? MIMEOGRAPH_TIFF_CORRUPT
        }
        try check(status)
    }

    /// Returns the palette of the page as red, green and blue of 8 bits. Missing colors are black.
    func colors(_ count: Int) -> [UInt8] {
        var red: UnsafePointer<UInt16>?
        var green: UnsafePointer<UInt16>?
        var blue: UnsafePointer<UInt16>?
        guard unsafe mimeograph_tiff_colors(state, &red, &green, &blue) != 0,
            let red = unsafe red, let green = unsafe green, let blue = unsafe blue
        else { return [UInt8](repeating: 0, count: count * 3) }
        var colors: [UInt16] = []
        // SAFETY: libtiff keeps 2^bits values of each, and `count` is that number.
        for index in 0..<count { unsafe colors += [red[index], green[index], blue[index]] }
        // Some writers store 8-bit values in the 16 bits. libtiff accepts that, too.
        let shift: UInt16 = colors.allSatisfy { $0 < 256 } ? 0 : 8
        return colors.map { UInt8(truncatingIfNeeded: $0 >> shift) }
    }

    var canReadRGBA: Bool { unsafe mimeograph_tiff_can_read_rgba(state) != 0 }

    /// Converts the page to RGBA with libtiff.
    func rgba(width: Int, height: Int) throws(SerializationError) -> [UInt8] {
        var pixels = [UInt32](repeating: 0, count: width * height)
        // SAFETY: the page has that many pixels, as the caller has checked.
        let status = unsafe pixels.withUnsafeMutableBufferPointer { buffer in
            unsafe buffer.baseAddress.map { unsafe mimeograph_tiff_read_rgba(state, $0) } ?? MIMEOGRAPH_TIFF_CORRUPT
        }
        try check(status)
        // SAFETY: any bytes are valid, and they are copied.
        return unsafe pixels.withUnsafeBytes { unsafe [UInt8]($0) }
    }

    /// Returns the profile if it has at most that many bytes.
    func profile(atMost limit: Int) -> [UInt8]? {
        var bytes: UnsafePointer<UInt8>?
        var count: UInt32 = 0
        guard unsafe mimeograph_tiff_profile(state, &bytes, &count) != 0, let bytes = unsafe bytes, count > 0,
            Int(count) <= limit
        else { return nil }
        // SAFETY: libtiff keeps that many bytes until the next page.
        return unsafe [UInt8](UnsafeBufferPointer(start: bytes, count: Int(count)))
    }

    func text(_ tag: Int) -> String? {
        // SAFETY: libtiff ends each text with a zero, and keeps it until the next page.
        unsafe mimeograph_tiff_text(state, UInt32(tag)).map { unsafe String(cString: $0) }
    }

    private func check(_ status: mimeograph_tiff_status) throws(SerializationError) {
        if status == MIMEOGRAPH_TIFF_OK { return }
        // SAFETY: the message belongs to the reader and ends with a zero.
        throw Self.error(status, unsafe String(cString: mimeograph_tiff_reason(state)))
    }

    static func error(_ status: mimeograph_tiff_status, _ reason: String) -> SerializationError {
        switch status {
        case MIMEOGRAPH_TIFF_TRUNCATED: return .truncatedImage(.tiff)
        case MIMEOGRAPH_TIFF_MEMORY: return .imageNeedsMemory(.tiff)
        case MIMEOGRAPH_TIFF_UNSUPPORTED:
            return SerializationError(
                .unsupportedMediaType,
                "The TIFF has samples that are not supported, such as floating point or signed numbers, or an unknown compression.",
                remedy: "Ask the sender for unsigned samples of up to 16 bits, or for PNG."
            )
        default:
            let words = reason.isEmpty ? "" : ": libtiff reports \"\(reason)\""
            return .corruptImage(.tiff, "The TIFF is corrupt\(words).")
        }
    }
}

extension TIFFReader {
    /// The texts that are kept, with the keywords of PNG. Source: TIFF 6.0 §8; W3C PNG (third edition) §11.3.3.1.
    private static let texts = [
        (269, "Title"), (270, "Description"), (305, "Software"), (315, "Author"), (33_432, "Copyright"),
    ]

    /// Returns the metadata of the page, as much as fits.
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
    /// Returns the public information about the page.
    ///
    /// - Parameter count: The number of pages, or nil if it is not known.
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
