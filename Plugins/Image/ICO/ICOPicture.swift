import Mimeograph

/// One picture of an icon, whose header is known.
struct ICOPicture {
    /// What it is.
    enum Kind {
        case bitmap(BMPHeader)
        case png(ImageInfo)
    }

    let kind: Kind
    /// Where in the icon it stands.
    let range: Range<Int>

    /// Reads the header.
    ///
    /// - Parameters:
    ///   - bytes: The picture, or as much of it as there is.
    ///   - start: Where in the icon it begins.
    /// - Throws: ``SerializationError/Code/syntax``, ``SerializationError/Code/truncated`` and
    ///   ``SerializationError/Code/unsupportedMediaType``.
    init(_ bytes: Span<UInt8>, start: Int) throws(SerializationError) {
        range = start..<start + bytes.count
        if Signature.png.matches(bytes) {
            guard let outline = try PNGHeader(bytes) else { throw .truncatedImage(.ico) }
            kind = .png(outline.info)
        } else {
            guard let header = try BMPHeader.inIcon(bytes) else { throw .truncatedImage(.ico) }
            guard header.height > 0, header.compression != .runs4, header.compression != .runs8 else {
                throw .corruptImage(.ico, "A picture of the icon is a bitmap of a kind that icons do not have.")
            }
            kind = .bitmap(header)
        }
    }

    var width: Int {
        switch kind {
        case .bitmap(let header): header.width
        case .png(let info): info.width
        }
    }

    var height: Int {
        switch kind {
        case .bitmap(let header): header.height
        case .png(let info): info.height
        }
    }

    var area: Int { ImageAllowance.product(width, height) }

    /// The bits of a pixel.
    var bits: Int {
        switch kind {
        case .bitmap(let header): header.bits
        case .png(let info): info.bitsPerSample * info.pixelFormat.channels.count
        }
    }

    /// The bits of a sample.
    var bitsPerSample: Int {
        switch kind {
        case .bitmap(let header): header.bitsPerSample
        case .png(let info): info.bitsPerSample
        }
    }

    /// The layout that it is decoded to: a bitmap has its mask as alpha.
    var format: PixelFormat {
        switch kind {
        case .bitmap(let header): PixelFormat(.rgba, depth: header.bits > 8 && header.masks.isDeep ? .sixteen : .eight)
        case .png(let info): info.pixelFormat
        }
    }
}
