import CMimeographImageTIFF
import Mimeograph
import MimeographImage

/// One page of a TIFF: what it costs, and its pixels.
struct TIFFPage {
    private let page: mimeograph_tiff_page
    let layout: TIFFLayout
    let width: Int
    let height: Int
    private let blockWidth: Int
    private let blockHeight: Int
    /// The bytes of a row of a block, and of a block.
    private let rowBytes: Int
    private let blockBytes: Int

    /// What a page costs beside its pixels, so that a million pages of one pixel are bounded too.
    private static let bytesPerPage = 4_096

    init(_ page: mimeograph_tiff_page) {
        self.page = page
        width = Int(page.width)
        height = Int(page.height)
        layout = TIFFLayout(
            photometric: Int(page.photometric),
            bits: Int(page.bits),
            samples: Int(page.samples),
            extras: Int(page.extra_samples),
            firstExtra: Int(page.first_extra),
            areIntegers: page.sample_format == 1 || page.sample_format == 4,
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

    /// The samples that a block has side by side.
    private var samplesInBlock: Int { page.has_separate_planes != 0 ? 1 : Int(page.samples) }

    /// Asks for what the page takes, before anything is allocated for it: the pixels as they are decoded and as they are
    /// wanted, a block, and the time for all blocks, which may be larger than the page and have more samples than count.
    func admit(
        _ options: ImageReadingOptions,
        _ allowance: inout ImageAllowance
    ) throws(SerializationError) {
        try allowance.admit(width: width, height: height, bytesPerPixel: options.bytesPerPixel(for: layout.format))
        try allowance.admit(bytes: Self.bytesPerPage)
        let decoded = decodedBytes
        // No pixel takes more than 8 bytes, so what is beyond that is beside the page.
        if decoded / 8 > width * height { try allowance.admit(width: decoded / 8, height: 1, bytesPerPixel: 0) }
        var working = allowance
        // libtiff's pixels, and a copy of them.
        let samples = layout.colors == .others ? 8 : layout.samples * layout.format.depth.bytes
        try working.admit(bytes: ImageAllowance.product(width * height, samples))
        try working.admit(bytes: blockBytes)
    }

    /// The bytes of all blocks, of all planes.
    private var decodedBytes: Int {
        let planes = page.has_separate_planes != 0 ? Int(page.samples) : 1
        return ImageAllowance.product(ImageAllowance.product(blockBytes, blockCount), planes)
    }

    /// The blocks that cover the page, of one plane.
    private var blockCount: Int {
        guard blockWidth > 0, blockHeight > 0 else { return 0 }
        return (width + blockWidth - 1) / blockWidth * ((height + blockHeight - 1) / blockHeight)
    }

    /// Decodes the page.
    ///
    /// - Returns: The picture, as stored, and what is wrong with it; from there on it is black and transparent.
    func decode(_ reader: TIFFReader) throws(SerializationError) -> (frame: ImageFrame, fault: SerializationError?) {
        try reader.admitBlocks(decoded: decodedBytes)
        if layout.colors == .others {
            var rgba = try reader.rgba(width: width, height: height)
            for alpha in stride(from: 3, to: rgba.count, by: 4) { rgba[alpha] = 0xFF }
            let frame = ImageFrame(unchecked: rgba, width: width, height: height, format: .rgba8)
            return (frame.converted(to: .rgb8), nil)
        }
        // What is read of a block lies within it, whatever libtiff means by its size.
        let needed = (blockWidth * samplesInBlock * layout.bits + 7) / 8
        guard blockCount > 0, rowBytes >= needed, blockBytes >= ImageAllowance.product(rowBytes, blockHeight) else {
            throw TIFFReader.error(MIMEOGRAPH_TIFF_UNSUPPORTED, "")
        }
        var samples = TIFFSamples(width: width, height: height, layout)
        var fault: SerializationError?
        do throws(SerializationError) {
            try readBlocks(reader, into: &samples)
        } catch {
            fault = error
        }
        let colors = layout.colors == .palette ? reader.colors(1 << layout.bits) : []
        return (samples.frame(colors), fault)
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
                        samples.take(
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
