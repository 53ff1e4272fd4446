public import Mimeograph

/// Reads icons and cursors, in Swift; the PNGs inside of them with libpng.
///
/// ```swift
/// ImageResponseSerializer(codecs: [.png, .ico(pictures: .all)])
/// ```
/// - A bitmap becomes RGBA. Its alpha is that of its pixels where they have 32 bits, else the mask's; also where all 32-bit
///   pixels are transparent, which was meant otherwise.
/// - The sizes and depths in the directory do not count: those in the pictures do.
///
/// Source: Microsoft, "Icons in Win32".
public struct ICOCodec: ImageCodec, Hashable {
    /// Which pictures of an icon are decoded.
    public enum Pictures: Hashable, Sendable {
        /// The largest one; of these the deepest, and of these the first.
        case best
        /// All of them, as frames in the order of the file: the first is what the image shows, what `ImageInfo` tells of, and the
        /// one that ``ImageReadingOptions/Frames/first`` gives.
        case all
    }

    /// Which pictures are decoded. Default ``Pictures/best``.
    public var pictures: Pictures

    /// ``ImageFormat/ico``.
    public var format: ImageFormat { .ico }

    /// Makes the codec.
    public init(pictures: Pictures = .best) { self.pictures = pictures }

    /// Reads the directory and the headers of the pictures; it tells of the first one that is decoded.
    ///
    /// - Returns: Nil where the bytes end before all of these: pictures follow one another, so that only the bytes of all but
    ///   the last are enough.
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
    /// Whether the bytes hold as much of each picture as its header takes, or all of it.
    func entries(areReadableIn prefix: Span<UInt8>) -> Bool {
        entries.count == count
            && entries.allSatisfy {
                prefix.count - $0.range.lowerBound >= BMPHeader.longest || $0.range.upperBound < prefix.count
            }
    }

    /// Refuses a directory whose pictures lie one over the other, so that the time for all of them is more than the body is
    /// worth, and one that names pictures that are not there.
    func checkSizes(against body: Span<UInt8>) throws(SerializationError) {
        var total = 0
        for entry in entries { total += entry.range.count }
        guard entries.count == count, total <= body.count else { throw missingPicture(in: body) }
    }
}

extension ImageCodec where Self == ICOCodec {
    /// Icons and cursors, the best picture of each.
    public static var ico: ICOCodec { ICOCodec() }

    /// Icons and cursors, with those pictures.
    public static func ico(pictures: ICOCodec.Pictures) -> ICOCodec { ICOCodec(pictures: pictures) }
}

extension ImageFormat {
    /// Windows icons and cursors. Source: IANA, `image/vnd.microsoft.icon`.
    ///
    /// `image/x-icon` and `image/ico` are not registered, but sent.
    public static let ico = ImageFormat(
        "ICO",
        mediaTypes: ["image/vnd.microsoft.icon", "image/x-icon", "image/ico"],
        signatures: Signature.icon,
        fileExtensions: ["ico", "cur"]
    )
}
