public import Mimeograph

/// A codec that reads icons and cursors in Swift, and the PNGs in them with libpng.
///
/// ```swift
/// ImageResponseSerializer(codecs: [.png, .ico(pictures: .all)])
/// ```
/// - A bitmap becomes RGBA. Its alpha comes from its pixels if they have 32 bits, and from its mask otherwise. If all its 32-bit
///   pixels are transparent, the mask is used too, because old bitmaps do not set alpha.
/// - The sizes and depths in the directory are ignored. Those in the pictures count.
///
/// Source: Microsoft, "Icons in Win32".
public struct ICOCodec: ImageCodec, Hashable {
    /// The pictures of an icon that are decoded.
    public enum Pictures: Hashable, Sendable {
        /// The largest one. Among equally large ones the deepest, and among these the first.
        case best
        /// All of them, as frames in the order of the file. The first one is the first frame of the image, the one that
        /// `ImageInfo` describes, and the one that ``ImageReadingOptions/Frames/first`` decodes.
        case all
    }

    /// The pictures that are decoded. Default ``Pictures/best``.
    public var pictures: Pictures

    /// ``ImageFormat/ico``.
    public var format: ImageFormat { .ico }

    /// Creates the codec.
    public init(pictures: Pictures = .best) { self.pictures = pictures }

    /// Reads the directory and the headers of the pictures. The information describes the first picture that is decoded.
    ///
    /// - Returns: The information, or nil if the bytes do not include the headers of all pictures. The pictures follow one
    ///   another, so that takes the bytes of all but the last.
    /// - Throws: ``SerializationError/Code/syntax`` and ``SerializationError/Code/truncated``.
    public func info(
        from prefix: Span<UInt8>,
        isWhole: Bool,
        limits: DecodingLimits
    ) throws(SerializationError) -> ImageInfo? {
        guard let directory = try ICODirectory(prefix, limits: limits) else {
            if isWhole { throw .truncatedImage(.ico, at: SourceLocation(offset: prefix.count)) }
            return nil
        }
        if !isWhole, !directory.entries(areReadableIn: prefix) { return nil }
        if isWhole, pictures == .all { try directory.checkSizes(against: prefix) }
        let picture = pictures == .best ? try directory.best(of: prefix) : try directory.first(of: prefix)
        return ImageInfo(
            format: .ico,
            width: picture.width,
            height: picture.height,
            pixelFormat: picture.format,
            bitsPerSample: picture.bitsPerSample,
            frameCount: pictures == .best ? 1 : directory.count
        )
    }

    /// Decodes an icon.
    ///
    /// - Throws: ``SerializationError/Code/syntax``, ``SerializationError/Code/truncated``, and
    ///   ``SerializationError/Code/limitExceeded`` for `elements` (the pictures), `pixels` and `outputBytes`.
    public func decode(
        _ body: Span<UInt8>,
        options: ImageReadingOptions,
        limits: DecodingLimits
    ) throws(SerializationError) -> Image {
        guard let directory = try ICODirectory(body, limits: limits) else {
            throw .truncatedImage(.ico, at: SourceLocation(offset: body.count))
        }
        var chosen: [ICOPicture] = []
        if pictures == .best {
            chosen = [try directory.best(of: body)]
        } else {
            try directory.checkSizes(against: body)
            for entry in directory.entries {
                chosen.append(try ICOPicture(body.extracting(entry.range), start: entry.range.lowerBound))
                if options.frames == .first { break }
            }
        }
        var imageLimits = ImageLimits(limits)
        var frames: [ImageFrame] = []
        var isPartial = false
        for picture in chosen {
            let (frame, isWhole) = try picture.decode(from: body, options: options, limits: limits, &imageLimits)
            frames.append(frame)
            isPartial = isPartial || !isWhole
        }
        var image = Image(unchecked: frames, metadata: ImageMetadata())
        image.isPartial = isPartial
        image.source = .ico
        return image
    }
}

extension ICODirectory {
    /// Whether the bytes include the header of each picture, or the whole picture.
    func entries(areReadableIn prefix: Span<UInt8>) -> Bool {
        entries.count == count
            && entries.allSatisfy {
                prefix.count - $0.range.lowerBound >= BMPHeader.longest || $0.range.upperBound < prefix.count
            }
    }

    /// Rejects a directory whose pictures overlap, because decoding them could take far more time than the size of the body
    /// justifies. Also rejects one that lists missing pictures.
    func checkSizes(against body: Span<UInt8>) throws(SerializationError) {
        var total = 0
        for entry in entries { total += entry.range.count }
        guard entries.count == count, total <= body.count else { throw missingPicture(in: body) }
    }
}

extension ImageCodec where Self == ICOCodec {
    /// A codec for icons and cursors that decodes the best picture of each.
    public static var ico: ICOCodec { ICOCodec() }

    /// Returns a codec for icons and cursors that decodes those pictures.
    public static func ico(pictures: ICOCodec.Pictures) -> ICOCodec { ICOCodec(pictures: pictures) }
}

extension ImageFormat {
    /// Windows icons and cursors. Source: IANA, `image/vnd.microsoft.icon`.
    ///
    /// `image/x-icon` and `image/ico` are not registered, but senders use them.
    public static let ico = ImageFormat(
        "ICO",
        mediaTypes: ["image/vnd.microsoft.icon", "image/x-icon", "image/ico"],
        signatures: Signature.icon,
        fileExtensions: ["ico", "cur"]
    )
}
