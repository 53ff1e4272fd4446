public import Mimeograph
public import MimeographImage

/// A codec that reads TIFF and BigTIFF with libtiff: all pages, in strips or tiles, with 1 to 16 bits a sample, and with any
/// compression that libtiff was built with.
///
/// ```swift
/// import MimeographImage
/// import MimeographImageTIFF
///
/// let serializers = try SerializerRegistry {
///     ImagePlugin(codecs: .standard + [.tiff])
/// }
/// let scan = try serializers.read(Image.self, from: body, head: head)
/// for page in scan.frames { show(page) }
/// ```
/// - Gray, palettes, RGB and CMYK are read sample by sample. More than 8 bits become 16, and alpha stays straight or
///   premultiplied as in the file. CMYK becomes `R = (255 - C) * (255 - K) / 255` and so on, rounded to the nearest. Inks
///   multiplied by alpha become premultiplied colors.
/// - libtiff converts YCbCr, Lab and LogLuv to RGB with 8 bits. Floating point and signed samples, and palettes of more than 8
///   bits, are not supported.
/// - A fourth sample after red, green and blue is alpha if the file does not define it, as in Pillow.
/// - Each page is turned according to its own orientation, if the options ask for that. The metadata comes from the first page.
/// - Nothing is printed. Since libtiff 4.5 each run has its own handlers. Older versions have handlers for the whole process
///   only, which are removed when the first TIFF is read.
///
/// Source: TIFF 6.0; Adobe Photoshop TIFF Technical Notes.
public struct TIFFCodec: ImageCodec, Hashable {
    /// `ImageFormat.tiff`.
    public var format: ImageFormat { .tiff }

    /// Creates the codec.
    public init() {}

    /// Reads the first directory, and counts all of them if the body is whole.
    ///
    /// - Returns: The information, or nil if the bytes do not include the directory or values that it refers to. Many files have
    ///   it at their end.
    /// - Throws: ``SerializationError/Code/syntax``, ``SerializationError/Code/truncated``,
    ///   ``SerializationError/Code/unsupportedMediaType`` for samples that are not supported, and
    ///   ``SerializationError/Code/limitExceeded`` for `elements`, which limits the pages.
    public func info(
        from prefix: Span<UInt8>,
        isWhole: Bool,
        limits: DecodingLimits
    ) throws(SerializationError) -> ImageInfo? {
        guard let header = try TIFFHeader(prefix, countsPages: isWhole, limits: limits) else {
            if isWhole { throw .truncatedImage(.tiff, at: SourceLocation(offset: prefix.count)) }
            return nil
        }
        if header.lacksValues, !isWhole { return nil }
        // SAFETY: the reader keeps the address of the bytes, and does not outlive the closure.
        return try unsafe prefix.withUnsafeBufferPointer { (bytes) throws(SerializationError) in
            do throws(SerializationError) {
                let reader = try unsafe TIFFReader(bytes, memory: limits.outputBytes)
                let page = TIFFPage(try reader.page())
                try page.checkKind(reader)
                return page.info(pages: header.pageCount)
            } catch {
                // Some files have the values that are needed at their end.
                if isWhole || error.code == .unsupportedMediaType { throw error }
                return nil
            }
        }
    }

    /// Decodes a TIFF.
    ///
    /// - Throws: ``SerializationError/Code/syntax`` with the message of libtiff, ``SerializationError/Code/truncated``,
    ///   ``SerializationError/Code/unsupportedMediaType`` for samples that are not supported,
    ///   `SerializationError.Code.decoderMemory`, and ``SerializationError/Code/limitExceeded`` for `elements` (the pages),
    ///   `pixels` and `outputBytes` of all pages together.
    public func decode(
        _ body: Span<UInt8>,
        options: ImageReadingOptions,
        limits: DecodingLimits
    ) throws(SerializationError) -> Image {
        guard let header = try TIFFHeader(body, countsPages: options.frames == .all, limits: limits) else {
            throw .truncatedImage(.tiff, at: SourceLocation(offset: body.count))
        }
        // SAFETY: the reader keeps the address of the body, and does not outlive the closure.
        return try unsafe body.withUnsafeBufferPointer { (bytes) throws(SerializationError) in
            let reader = try unsafe TIFFReader(bytes, memory: limits.outputBytes)
            return try Self.decode(reader, pages: header.pageCount ?? 1, options, limits)
        }
    }

    private static func decode(
        _ reader: TIFFReader,
        pages: Int,
        _ options: ImageReadingOptions,
        _ limits: DecodingLimits
    ) throws(SerializationError) -> Image {
        var imageLimits = ImageLimits(limits)
        var frames: [ImageFrame] = []
        var metadata = ImageMetadata()
        var failure: SerializationError?
        for index in 0..<max(1, pages) {
            do throws(SerializationError) {
                if index > 0 { try reader.nextPage() }
                let page = TIFFPage(try reader.page())
                try page.reserve(options, &imageLimits)
                if index == 0 { metadata = reader.metadata(page, options) }
                let (frame, damage) = try page.decode(reader)
                failure = damage
                frames.append(options.appliesOrientation ? frame.turned(page.orientation) : frame)
            } catch {
                failure = error
            }
            if failure != nil { break }
        }
        if let failure, !options.allowsPartialImages || frames.isEmpty || ![.syntax, .truncated].contains(failure.code)
        {
            throw failure
        }
        var image = Image(unchecked: frames, metadata: metadata)
        image.isPartial = failure != nil
        image.source = .tiff
        return image
    }
}

extension ImageCodec where Self == TIFFCodec {
    /// A codec for TIFF.
    public static var tiff: TIFFCodec { TIFFCodec() }
}

extension ImageFormat {
    /// Tagged Image File Format, and BigTIFF. Source: RFC 3302 (`image/tiff`); TIFF 6.0 §2.
    public static let tiff = ImageFormat(
        "TIFF",
        mediaTypes: [.tiff, "image/tiff-fx"],
        signatures: [
            Signature(.tiff, [0x49, 0x49, 42, 0]), Signature(.tiff, [0x4D, 0x4D, 0, 42]),
            Signature(.tiff, [0x49, 0x49, 43, 0]), Signature(.tiff, [0x4D, 0x4D, 0, 43]),
        ],
        fileExtensions: ["tiff", "tif"]
    )
}
