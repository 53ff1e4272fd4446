import Mimeograph
import MimeographImage

/// The chunks of a WebP, read without decoding a pixel: the offsets of the pictures, and the fields that describe them.
///
/// The limits must be checked before libwebp allocates. So each length is compared with its surroundings: a chunk with the file,
/// a frame with its chunk and the canvas, and the size of a picture with its announced size.
///
/// Source: RFC 9649 §2.
struct WebPContainer {
    private(set) var width = 0
    private(set) var height = 0
    /// Whether the file announces alpha. If not, alpha in a picture is not shown.
    private(set) var hasAlpha = false
    private(set) var isAnimation = false
    /// The picture, or the requested frames of an animation.
    private(set) var frames: [WebPFrame] = []
    private(set) var frameCount = 0
    /// The number of times the animation runs, 0 for without end.
    private(set) var loopCount = 1
    private(set) var profile: Range<Int>?
    private(set) var exif: Range<Int>?
    private(set) var xmp: Range<Int>?
    /// The error after the beginning of the first picture: the file ends early, or a chunk is not valid.
    private(set) var damage: SerializationError?
    /// The offset at which the file ends according to its first bytes.
    let end: Int

    private var flags: Flags = []
    private var hasLoops = false

    /// The cost of a frame besides its pixels, in bytes. It bounds a million frames of one pixel.
    static let bytesPerFrame = 256
    /// The limit for the pixels of a canvas, exclusive. Its longest side is 2^24 pixels. Source: RFC 9649 §2.7.
    private static let mostPixels = 1 << 32
    static let chunkHead = 8
    private static let fileHead = 12

    /// The flags in the chunk VP8X. Source: RFC 9649 §2.7, figure 7.
    struct Flags: OptionSet {
        let rawValue: UInt8
        static let animation = Flags(rawValue: 0x02)
        static let xmp = Flags(rawValue: 0x04)
        static let exif = Flags(rawValue: 0x08)
        static let alpha = Flags(rawValue: 0x10)
        static let profile = Flags(rawValue: 0x20)
    }

    enum Extent {
        /// Up to the beginning of the first picture.
        case firstPicture
        /// All chunks, but only the first frame of an animation. Errors in the other frames are ignored.
        case firstFrame
        /// All chunks, but only the first frame is kept.
        case count
        case all
    }

    var pixelFormat: PixelFormat { hasAlpha ? .rgba8 : .rgb8 }

    /// Reads the chunks. Returns nil if the bytes end before the first picture begins.
    ///
    /// - Parameter reserve: Is called with each frame before it is recorded, and may reject it.
    /// - Throws: ``SerializationError/Code/syntax``, and the errors of `reserve`.
    init?(
        _ body: Span<UInt8>,
        _ extent: Extent,
        _ reserve: (inout WebPFrame, WebPContainer) throws(SerializationError) -> Void
    ) throws(SerializationError) {
        guard let end = try Self.end(body) else { return nil }
        self.end = end
        guard let first = try WebPChunk(body, at: Self.fileHead, before: end) else { return nil }
        switch first.name {
        case .extended:
            guard try readCanvas(first, body) else { return nil }
            try readChunks(body, from: first.next, extent, reserve)
        case .lossy, .lossless:
            guard let frame = try WebPFrame(first.content, first.name, from: first.start, body) else { return nil }
            (width, height, hasAlpha) = (frame.width, frame.height, frame.hasAlpha)
            try add(frame, extent, reserve)
            if end > body.count { damage = .truncatedImage(.webp, at: SourceLocation(offset: body.count)) }
        default:
            throw Self.corrupt("The first chunk of the WebP is not a picture", at: Self.fileHead)
        }
        guard frameCount > 0 else {
            if let damage, damage.code != .truncated { throw damage }
            if body.count >= end { throw Self.corrupt("The WebP contains no pictures", at: end) }
            return nil
        }
    }

    /// Returns the end of the file according to its RIFF header, or nil if the header is incomplete.
    private static func end(_ body: Span<UInt8>) throws(SerializationError) -> Int? {
        for (index, letter) in "RIFF\0\0\0\0WEBP".utf8.enumerated() where index < body.count && letter > 0 {
            guard body[index] == letter else {
                throw corrupt("The body lacks the signature of a WebP", at: index)
            }
        }
        guard body.count >= fileHead else { return nil }
        let size = body.littleEndian32(4)
        // The letters `WEBP`, and at least one chunk.
        guard size >= 4 + chunkHead, size <= Int(UInt32.max) - 9 else {
            throw corrupt("The WebP has a length field of \(size) bytes, which is not valid", at: 4)
        }
        return size + 8
    }

    static func corrupt(_ sentence: String, at offset: Int) -> SerializationError {
        .corruptImage(.webp, sentence + ".", at: SourceLocation(offset: offset))
    }

    /// Reads the chunk that announces the others. Returns whether it was complete.
    private mutating func readCanvas(_ chunk: WebPChunk, _ body: Span<UInt8>) throws(SerializationError) -> Bool {
        let start = chunk.content.lowerBound
        guard chunk.content.count >= 10 else {
            throw Self.corrupt("The chunk VP8X has \(chunk.content.count) bytes, but needs 10", at: chunk.start)
        }
        guard start + 10 <= body.count else { return false }
        flags = Flags(rawValue: body[start])
        width = 1 + body.littleEndian24(start + 4)
        height = 1 + body.littleEndian24(start + 7)
        guard width * height < Self.mostPixels else {
            throw Self.corrupt(
                "The canvas of the WebP is \(width) by \(height) pixels, which is too large",
                at: start + 4
            )
        }
        hasAlpha = flags.contains(.alpha)
        isAnimation = flags.contains(.animation)
        return true
    }

    private mutating func readChunks(
        _ body: Span<UInt8>,
        from start: Int,
        _ extent: Extent,
        _ reserve: (inout WebPFrame, WebPContainer) throws(SerializationError) -> Void
    ) throws(SerializationError) {
        var at = start
        var alpha: WebPChunk?
        while at < end {
            do throws(SerializationError) {
                guard let chunk = try WebPChunk(body, at: at, before: end) else {
                    throw .truncatedImage(.webp, at: SourceLocation(offset: body.count))
                }
                at = chunk.next
                try read(chunk, body, &alpha, extent, reserve)
                if extent == .firstPicture, frameCount > 0 { return }
                if chunk.content.upperBound > body.count {
                    throw .truncatedImage(.webp, at: SourceLocation(offset: body.count))
                }
            } catch {
                if error.code == .limitExceeded || (frameCount == 0 && error.code != .truncated) { throw error }
                let isBehind = extent == .firstFrame && isAnimation && isFirstWhole
                damage = isBehind ? nil : error
                return
            }
        }
    }

    private var isFirstWhole: Bool { frames.first?.isWhole ?? false }

    private mutating func read(
        _ chunk: WebPChunk,
        _ body: Span<UInt8>,
        _ alpha: inout WebPChunk?,
        _ extent: Extent,
        _ reserve: (inout WebPFrame, WebPContainer) throws(SerializationError) -> Void
    ) throws(SerializationError) {
        switch chunk.name {
        case .alpha where !isAnimation && frameCount == 0: alpha = chunk
        case .lossy where !isAnimation && frameCount == 0, .lossless where !isAnimation && frameCount == 0:
            let alpha = chunk.name == .lossy ? alpha : nil
            let start = alpha?.start ?? chunk.start
            let found = try WebPFrame(chunk.content, chunk.name, from: start, alpha: alpha?.content, body)
            guard let frame = found else { return }
            guard frame.width == width, frame.height == height else {
                let sizes = "\(frame.width) by \(frame.height) pixels, but its canvas is \(width) by \(height)"
                throw Self.corrupt("The picture of the WebP is \(sizes)", at: chunk.start)
            }
            try add(frame, extent, reserve)
        case .animation where isAnimation && !hasLoops && frameCount == 0:
            guard chunk.content.count >= 6 else {
                throw Self.corrupt("The chunk ANIM has \(chunk.content.count) bytes, but needs 6", at: chunk.start)
            }
            guard chunk.content.lowerBound + 6 <= body.count else { return }
            loopCount = body.littleEndian16(chunk.content.lowerBound + 4)
            hasLoops = true
        case .frame where isAnimation:
            if extent == .firstFrame, frameCount > 0 { return }
            guard hasLoops else {
                throw Self.corrupt("A frame of the WebP comes before its chunk ANIM", at: chunk.start)
            }
            guard let frame = try WebPFrame(animated: chunk, of: (width, height), body) else { return }
            try add(frame, extent, reserve)
        case .profile where flags.contains(.profile): profile = profile ?? chunk.content
        case .exif where flags.contains(.exif): exif = exif ?? chunk.content
        case .xmp where flags.contains(.xmp): xmp = xmp ?? chunk.content
        default: break
        }
    }

    private mutating func add(
        _ frame: WebPFrame,
        _ extent: Extent,
        _ reserve: (inout WebPFrame, WebPContainer) throws(SerializationError) -> Void
    ) throws(SerializationError) {
        var frame = frame
        try reserve(&frame, self)
        frameCount += 1
        if extent != .count || frameCount == 1 { frames.append(frame) }
    }
}

extension WebPContainer {
    /// Returns the metadata in the file, as much as fits.
    ///
    /// XMP becomes a text with the keyword that it has in PNG. Source: XMP specification part 3 §1.1.5.
    func metadata(_ body: Span<UInt8>, atMost limit: Int) -> ImageMetadata {
        var metadata = ImageMetadata()
        var left = limit
        func whole(_ range: Range<Int>?) -> Range<Int>? {
            guard let range, !range.isEmpty, range.upperBound <= body.count else { return nil }
            return range
        }
        func bytes(_ range: Range<Int>?) -> [UInt8]? {
            guard let range = whole(range), range.count <= left else { return nil }
            left -= range.count
            return [UInt8](body.extracting(range))
        }
        metadata.iccProfile = bytes(profile)
        if let exif = whole(exif) {
            metadata.orientation = Exif.orientation(body.extracting(exif)) ?? .up
            metadata.resolution = Exif.resolution(body.extracting(exif))
            metadata.exif = bytes(exif).map(Exif.withoutMark)
        }
        if let xmp = bytes(xmp) { metadata.texts = [ImageText(.xmp, String(decoding: xmp, as: UTF8.self))] }
        return metadata
    }

    /// Returns the public information.
    ///
    /// - Parameter isWhole: Whether the frames have been counted and the chunks after the pixels are read.
    func info(_ body: Span<UInt8>, isWhole: Bool) -> ImageInfo {
        let metadata = isWhole ? metadata(body, atMost: 0) : ImageMetadata()
        return ImageInfo(
            format: .webp,
            width: width,
            height: height,
            pixelFormat: pixelFormat,
            orientation: metadata.orientation,
            frameCount: !isAnimation ? 1 : isWhole && damage == nil ? frameCount : nil,
            resolution: metadata.resolution
        )
    }
}

extension String {
    /// The keyword of a text that contains XMP. Source: XMP specification part 3 §1.1.5, which defines it for PNG.
    static let xmp = "XML:com.adobe.xmp"
}

extension Span where Element == UInt8 {
    func littleEndian24(_ at: Int) -> Int { littleEndian16(at) | Int(self[at + 2]) << 16 }
}
