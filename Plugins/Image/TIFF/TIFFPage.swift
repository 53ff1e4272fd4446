import CMimeographImageTIFF
import Mimeograph
import MimeographImage

/// One page of a TIFF: its cost and its pixels.
struct TIFFPage {
    private let page: mimeograph_tiff_page
    let layout: TIFFLayout
    let width: Int
    let height: Int
    private let blockWidth: Int
    private let blockHeight: Int
    /// The size in bytes of a row of a block, and of a block.
    private let rowBytes: Int
    private let blockBytes: Int
    private let areIntegers: Bool

    /// The cost of a page besides its pixels, in bytes. It bounds a million pages of one pixel.
    private static let bytesPerPage = 4_096

    init(_ page: mimeograph_tiff_page) {
        self.page = page
        width = Int(page.width)
        height = Int(page.height)
        areIntegers = page.sample_format == 1 || page.sample_format == 4
        layout = TIFFLayout(
            photometric: Int(page.photometric),
            bits: Int(page.bits),
            samples: Int(page.samples),
            extras: Int(page.extra_samples),
            firstExtra: Int(page.first_extra),
            areIntegers: areIntegers,
            inks: Int(page.ink_set)
        )
        blockWidth = Int(page.block_width)
        blockHeight = Int(page.block_height)
        rowBytes = Int(clamping: page.block_row_bytes)
        blockBytes = Int(clamping: page.block_bytes)
    }

    var orientation: ImageOrientation { ImageOrientation(rawValue: Int(page.orientation)) ?? .up }

    var resolution: ImageResolution? {
        let (across, down) = (Double(page.horizontal_resolution), Double(page.vertical_resolution))
        guard page.has_resolution != 0, across > 0, down > 0 else { return nil }
        let units: [UInt16: ImageResolution.Unit] = [1: .aspectRatio, 3: .centimeter]
        return ImageResolution(horizontal: across, vertical: down, unit: units[page.resolution_unit] ?? .inch)
    }

    /// The number of samples for each pixel in a block.
    private var samplesInBlock: Int { page.has_separate_planes != 0 ? 1 : Int(page.samples) }

    /// Reserves the memory and time of the page before anything is allocated: the decoded and the requested pixels, a block, and
    /// the time for all blocks. Blocks may extend beyond the page and contain samples that are ignored.
    func reserve(
        _ options: ImageReadingOptions,
        _ imageLimits: inout ImageLimits
    ) throws(SerializationError) {
        try imageLimits.reserve(width: width, height: height, bytesPerPixel: options.bytesPerPixel(for: layout.format))
        try imageLimits.reserve(bytes: Self.bytesPerPage)
        let decoded = decodedBytes
        // A pixel takes at most 8 bytes, so any further bytes are not pixels of the page.
        if decoded / 8 > width * height { try imageLimits.reserve(width: decoded / 8, height: 1, bytesPerPixel: 0) }
        var working = imageLimits
        // The pixels of libtiff, and a copy of them.
        let samples = layout.colors == .others ? 8 : layout.samples * layout.format.depth.bytes
        try working.reserve(bytes: ImageLimits.product(width * height, samples))
        try working.reserve(bytes: blockBytes)
    }

    /// The size of all blocks of all planes in bytes.
    private var decodedBytes: Int {
        let planes = page.has_separate_planes != 0 ? Int(page.samples) : 1
        return ImageLimits.product(ImageLimits.product(blockBytes, blockCount), planes)
    }

    /// The number of blocks in one plane that cover the page.
    private var blockCount: Int {
        guard blockWidth > 0, blockHeight > 0 else { return 0 }
        return (width + blockWidth - 1) / blockWidth * ((height + blockHeight - 1) / blockHeight)
    }

    /// Rejects samples that neither this module nor libtiff can convert to colors, and compressions that libtiff does not
    /// support.
    ///
    /// - Throws: ``SerializationError/Code/unsupportedMediaType``.
    func checkKind(_ reader: TIFFReader) throws(SerializationError) {
        let isOurs = layout.colors != .others
        let isLibraries = areIntegers || Self.logarithms.contains(page.photometric)
        guard page.has_codec != 0, isOurs || isLibraries && reader.canReadRGBA else {
            throw TIFFReader.error(MIMEOGRAPH_TIFF_UNSUPPORTED, "")
        }
    }

    /// LogL and LogLuv. libtiff converts their samples to colors whatever their format. Source: libtiff, tif_luv.c.
    private static let logarithms: [UInt16] = [32_844, 32_845]

    /// Decodes the page.
    ///
    /// - Returns: The picture as stored, and the error if it is damaged. Pixels after the damage are black and transparent.
    func decode(_ reader: TIFFReader) throws(SerializationError) -> (frame: ImageFrame, failure: SerializationError?) {
        try checkKind(reader)
        try reader.reserveBlocks(decoded: decodedBytes)
        if layout.colors == .others {
            var rgba = try reader.rgba(width: width, height: height)
            for alpha in stride(from: 3, to: rgba.count, by: 4) { rgba[alpha] = 0xFF }
            let frame = ImageFrame(unchecked: rgba, width: width, height: height, format: .rgba8)
            return (frame.converted(to: .rgb8), nil)
        }
        // Rows must stay within the block, whatever size libtiff reports for it.
        let needed = (blockWidth * samplesInBlock * layout.bits + 7) / 8
        guard blockCount > 0, rowBytes >= needed, blockBytes >= ImageLimits.product(rowBytes, blockHeight) else {
            throw TIFFReader.error(MIMEOGRAPH_TIFF_UNSUPPORTED, "")
        }
        var samples = TIFFSamples(width: width, height: height, layout)
        var failure: SerializationError?
        do throws(SerializationError) {
            try readBlocks(reader, into: &samples)
        } catch {
            failure = error
        }
        let colors = layout.colors == .palette ? reader.colors(1 << layout.bits) : []
        return (samples.frame(colors), failure)
    }

    private func readBlocks(_ reader: TIFFReader, into samples: inout TIFFSamples) throws(SerializationError) {
        var block = [UInt8](repeating: 0, count: blockBytes)
        let isSeparate = page.has_separate_planes != 0
        for plane in 0..<(isSeparate ? layout.samples : 1) {
            var index = plane * Int(page.blocks_per_plane)
            for top in stride(from: 0, to: height, by: blockHeight) {
                for left in stride(from: 0, to: width, by: blockWidth) {
                    try reader.readBlock(index, into: &block)
                    let columns = left..<min(width, left + blockWidth)
                    for row in top..<min(height, top + blockHeight) {
                        samples.write(
                            block.span,
                            at: (row - top) * rowBytes,
                            samplesInBlock,
                            row: row,
                            columns,
                            plane: isSeparate ? plane : nil
                        )
                    }
                    index += 1
                }
            }
        }
    }
}

/// The meaning of a page's samples, and the layout to which they are decoded.
struct TIFFLayout {
    /// The meaning of the colors. Source: TIFF 6.0 §4 to §7, §16, tag 262.
    enum Colors {
        case gray
        case inverseGray
        case palette
        case rgb
        case cmyk
        /// YCbCr, Lab and other colors that libtiff converts to RGBA.
        case others
    }

    let colors: Colors
    /// The bits of a sample in the file.
    let bits: Int
    /// The number of samples of a pixel that are used: the colors, then alpha if there is alpha.
    let samples: Int
    /// The layout of the decoded pixels.
    let format: PixelFormat

    /// Derives the layout.
    ///
    /// - Parameters:
    ///   - photometric: The value of tag 262.
    ///   - bits: The bits of a sample.
    ///   - samples: The number of samples of a pixel.
    ///   - extras: The number of samples besides the colors according to the file.
    ///   - firstExtra: The meaning of the first of these: 1 premultiplied alpha, 2 straight alpha.
    ///   - areIntegers: Whether samples are unsigned integers.
    ///   - inks: The value of tag 332.
    init(
        photometric: Int,
        bits: Int,
        samples: Int,
        extras: Int,
        firstExtra: Int,
        areIntegers: Bool = true,
        inks: Int = 1
    ) {
        self.bits = bits
        let isReadable = areIntegers && (1...16).contains(bits)
        let (colors, count): (Colors, Int) =
            switch photometric {
            case 0 where isReadable: (.inverseGray, 1)
            case 1 where isReadable: (.gray, 1)
            case 2 where isReadable && samples >= 3: (.rgb, 3)
            case 3 where isReadable && bits <= 8: (.palette, 1)
            case 5 where isReadable && samples >= 4 && inks == 1: (.cmyk, 4)
            default: (.others, 3)
            }
        self.colors = colors
        // A fourth sample without a meaning is alpha, and so is one with the value that Corel Draw writes, as in Pillow.
        let isBareAlpha = colors == .rgb && samples == 4 && (extras == 0 || firstExtra == 999)
        let isAlpha = extras > 0 && (firstExtra == 1 || firstExtra == 2) && samples > count
        let hasAlpha = colors != .others && (isAlpha || isBareAlpha)
        self.samples = count + (hasAlpha ? 1 : 0)
        let hasColor = colors != .gray && colors != .inverseGray
        format = PixelFormat(
            .init(color: hasColor, alpha: hasAlpha),
            depth: bits > 8 && colors != .others ? .sixteen : .eight,
            isPremultiplied: hasAlpha && firstExtra == 1 && !isBareAlpha
        )
    }
}
