import CLibWebP
import Mimeograph
import MimeographImage

/// A writer that assembles the chunks of a WebP around the pictures that libwebp encodes.
///
/// Source: RFC 9649 §2.
struct WebPWriter {
    private let encoding: WebPEncoding

    init(_ encoding: WebPEncoding) { self.encoding = encoding }

    /// Source: RFC 6386 §9.1 and RFC 9649 §3.4: 14 bits. libwebp does not use the largest value.
    private static let longestSide = 16_383
    /// Source: RFC 9649 §2.7.1.1: 24 bits of milliseconds.
    private static let longestDuration = 1 << 24 - 1

    func write(_ image: Image) throws(SerializationError) -> [UInt8] {
        guard max(image.width, image.height) <= Self.longestSide else {
            throw SerializationError(
                .unencodableValue,
                "The image is \(image.width) by \(image.height) pixels, but a WebP has at most 16,383 columns and rows.",
                remedy: "Make the image smaller first, or write a PNG."
            )
        }
        let frames = image.frames.map { $0.converted(to: $0.format.channels.hasAlpha ? .rgba8 : .rgb8) }
        var body: [UInt8] = []
        var flags: WebPContainer.Flags = []
        if frames.count == 1 {
            let picture = try WebPPicture(encoding).encode(frames[0], frames[0].wholeArea)
            if picture.hasAlpha { flags.insert(.alpha) }
            body = picture.chunks
        } else {
            flags.insert(.animation)
            body = try animation(image, frames, &flags)
        }
        let (before, behind) = metadata(image, &flags)
        var file = Self.chunk([0x52, 0x49, 0x46, 0x46], [])
        file += Array("WEBP".utf8)
        if !(frames.count == 1 && before.isEmpty && behind.isEmpty && body.starts(with: Self.plain)) {
            let size = Self.bytes24(image.width - 1) + Self.bytes24(image.height - 1)
            file += Self.chunk(.extended, [flags.rawValue, 0, 0, 0] + size)
        }
        file += before + body + behind
        return try Self.sized(file)
    }

    /// The first letters of a picture chunk that needs no chunk before it.
    private static let plain = Array("VP8".utf8)

    /// Writes the length of the file into its header.
    private static func sized(_ file: [UInt8]) throws(SerializationError) -> [UInt8] {
        guard file.count - 8 <= Int(UInt32.max) - 9 else {
            throw SerializationError(
                .unencodableValue,
                "The image takes \(file.count) bytes, but a WebP has at most 4 GiB.",
                remedy: "Write fewer frames, or compress them more."
            )
        }
        var file = file
        for index in 0..<4 { file[4 + index] = UInt8(truncatingIfNeeded: (file.count - 8) >> (8 * index)) }
        return file
    }

    /// Returns the chunks of an animation.
    private func animation(
        _ image: Image,
        _ frames: [ImageFrame],
        _ flags: inout WebPContainer.Flags
    ) throws(SerializationError) -> [UInt8] {
        let loops = image.loopCount ?? 1
        guard (0...0xFFFF).contains(loops) else {
            throw SerializationError(
                .unencodableValue,
                "The animation runs \(loops) times, but a WebP can repeat one at most 65,535 times.",
                remedy: "Set loopCount to 0 for an animation without end."
            )
        }
        // The background is transparent. Source: RFC 9649 §2.7.1.1, figure 8.
        var chunks = Self.chunk(.animation, [0, 0, 0, 0] + Self.bytes24(loops).prefix(2))
        var shown: ImageFrame?
        for (index, frame) in frames.enumerated() {
            guard frame.width == image.width, frame.height == image.height else {
                throw SerializationError(
                    .unencodableValue,
                    "Frame \(index) is \(frame.width) by \(frame.height), but the first is \(image.width) by \(image.height) pixels.",
                    remedy: "Write each of image.frames as a separate picture, or make all frames the same size."
                )
            }
            let duration = try Self.milliseconds(image.frames[index].duration, of: index)
            let area = frame.areaThatChanges(from: shown)
            let picture = try WebPPicture(encoding).encode(frame, area)
            if picture.hasAlpha { flags.insert(.alpha) }
            var content = Self.bytes24(area.columns.lowerBound / 2) + Self.bytes24(area.rows.lowerBound / 2)
            content += Self.bytes24(area.columns.count - 1) + Self.bytes24(area.rows.count - 1)
            // Each frame stays, and the next one replaces the pixels that it covers.
            content += Self.bytes24(duration) + [0x02] + picture.chunks
            chunks += Self.chunk(.frame, content)
            shown = frame
        }
        return chunks
    }

    private static func milliseconds(_ duration: Duration?, of index: Int) throws(SerializationError) -> Int {
        guard let duration else {
            throw SerializationError(
                .unencodableValue,
                "Frame \(index) has no duration, which each frame of an animation needs.",
                remedy: "Give each frame a duration, or write image.firstFrame."
            )
        }
        let (seconds, attoseconds) = duration.components
        let isRight = seconds >= 0 && attoseconds >= 0 && seconds < 1 << 24
        let milliseconds =
            isRight ? Int(seconds) * 1_000 + Int((attoseconds + 500_000_000_000_000) / 1_000_000_000_000_000) : -1
        guard (0...longestDuration).contains(milliseconds) else {
            throw SerializationError(
                .unencodableValue,
                "Frame \(index) is shown for \(duration), but a WebP allows only 0 to 16,777,215 ms.",
                remedy: "Show the frame for a shorter time."
            )
        }
        return milliseconds
    }

    /// Returns the chunks before and after the pixels.
    private func metadata(_ image: Image, _ flags: inout WebPContainer.Flags) -> (before: [UInt8], behind: [UInt8]) {
        var before: [UInt8] = []
        var behind: [UInt8] = []
        guard encoding.includesMetadata else { return ([], []) }
        if let profile = image.metadata.iccProfile, !profile.isEmpty, ICCProfile.fits(profile, color: true) {
            flags.insert(.profile)
            before = Self.chunk(.profile, profile)
        }
        if let exif = image.exifToWrite(atMost: Self.longestChunk) {
            flags.insert(.exif)
            behind = Self.chunk(.exif, exif)
        }
        if let text = image.metadata.texts.first(where: { $0.keyword.hasSameBytes(as: .xmp) }) {
            flags.insert(.xmp)
            behind += Self.chunk(.xmp, Array(text.value.utf8))
        }
        return (before, behind)
    }

    private static let longestChunk = 1 << 30

    private static func chunk(_ name: WebPChunk.Name, _ content: [UInt8]) -> [UInt8] { chunk(name.letters, content) }

    private static func chunk(_ letters: [UInt8], _ content: [UInt8]) -> [UInt8] {
        var chunk = letters
        for index in 0..<4 { chunk.append(UInt8(truncatingIfNeeded: content.count >> (8 * index))) }
        chunk += content
        if content.count % 2 == 1 { chunk.append(0) }
        return chunk
    }

    private static func bytes24(_ number: Int) -> [UInt8] {
        [0, 8, 16].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}

/// A part of a frame.
struct WebPArea {
    let columns: Range<Int>
    let rows: Range<Int>
}

extension ImageFrame {
    var wholeArea: WebPArea { WebPArea(columns: 0..<width, rows: 0..<height) }

    /// Returns the smallest area that contains all pixels that differ from the frame before. It begins at even coordinates, as
    /// WebP requires.
    ///
    /// Both frames have 8 bits a sample and the same size. If only one has alpha, the whole area is returned.
    func areaThatChanges(from previous: ImageFrame?) -> WebPArea {
        guard let previous, previous.format == format else { return wholeArea }
        let size = format.bytesPerPixel
        let (new, old) = (pixels.span, previous.pixels.span)
        var (left, right, top, bottom) = (width, 0, height, 0)
        for row in 0..<height {
            let (newRow, oldRow) = (row * bytesPerRow, row * previous.bytesPerRow)
            var first = 0
            while first < width * size, new[newRow + first] == old[oldRow + first] { first += 1 }
            if first == width * size { continue }
            var last = width * size - 1
            while new[newRow + last] == old[oldRow + last] { last -= 1 }
            left = min(left, first / size)
            right = max(right, last / size + 1)
            top = min(top, row)
            bottom = row + 1
        }
        // A frame has at least one pixel.
        guard left < right else { return WebPArea(columns: 0..<1, rows: 0..<1) }
        return WebPArea(columns: left & ~1..<right, rows: top & ~1..<bottom)
    }
}

/// An encoder of one picture with libwebp. Only this type calls its encoder.
struct WebPPicture {
    private let encoding: WebPEncoding

    init(_ encoding: WebPEncoding) { self.encoding = encoding }

    /// Encodes a part of a frame with 8 bits a sample.
    ///
    /// - Returns: The chunk of the picture, after its alpha chunk if it has one, and whether any pixel is transparent.
    func encode(_ frame: ImageFrame, _ area: WebPArea) throws(SerializationError) -> (chunks: [UInt8], hasAlpha: Bool) {
        let file = try encoded(frame, area)
        let container = try WebPContainer(file.span, .all) { (_, _) throws(SerializationError) in }
        guard let container, let picture = container.frames.first else { throw Self.failure("an empty result") }
        // The padding byte after an odd length is a part of the chunk.
        let end = min(file.count, picture.data.upperBound + picture.data.count % 2)
        return (Array(file[picture.data.lowerBound..<end]), container.hasAlpha)
    }

    private func encoded(_ frame: ImageFrame, _ area: WebPArea) throws(SerializationError) -> [UInt8] {
        var configuration = WebPConfig()
        var picture = unsafe CLibWebP.WebPPicture()
        var writer = unsafe WebPMemoryWriter()
        guard unsafe WebPConfigInit(&configuration) != 0, unsafe WebPPictureInit(&picture) != 0 else {
            throw .imageNeedsMemory(.webp)
        }
        configure(&configuration)
        unsafe picture.use_argb = configuration.lossless
        unsafe picture.width = Int32(clamping: area.columns.count)
        unsafe picture.height = Int32(clamping: area.rows.count)
        let start = area.rows.lowerBound * frame.bytesPerRow + area.columns.lowerBound * frame.format.bytesPerPixel
        let stride = Int32(clamping: frame.bytesPerRow)
        // SAFETY: the area lies within the frame, libwebp copies its rows, and the writer is used only during the call. Both own
        // memory, which is released here.
        return try unsafe withUnsafeMutablePointer(to: &writer) { (writer) throws(SerializationError) in
            unsafe WebPMemoryWriterInit(writer)
            defer {
                unsafe WebPMemoryWriterClear(writer)
                unsafe WebPPictureFree(&picture)
            }
            let isImported = unsafe frame.pixels.withUnsafeBufferPointer { rows in
                guard let first = rows.baseAddress else { return Int32(0) }
                return frame.format.channels.hasAlpha
                    ? unsafe WebPPictureImportRGBA(&picture, first + start, stride)
                    : unsafe WebPPictureImportRGB(&picture, first + start, stride)
            }
            unsafe picture.writer = WebPMemoryWrite
            unsafe picture.custom_ptr = UnsafeMutableRawPointer(writer)
            guard isImported != 0, unsafe WebPEncode(&configuration, &picture) != 0 else {
                throw Self.failure(unsafe picture.error_code)
            }
            return unsafe [UInt8](UnsafeBufferPointer(start: writer.pointee.mem, count: writer.pointee.size))
        }
    }

    private func configure(_ configuration: inout WebPConfig) {
        configuration.method = Int32(min(max(encoding.effort, 0), 6))
        switch encoding.compression {
        case .lossy(let quality): configuration.quality = Float(min(max(quality, 0), 100))
        case .lossless:
            configuration.lossless = 1
            // The effort of lossless compression; `cwebp -lossless` uses the same value.
            configuration.quality = 75
            configuration.exact = encoding.keepsHiddenColors ? 1 : 0
        }
    }

    private static func failure(_ code: WebPEncodingError) -> SerializationError {
        switch code {
        case VP8_ENC_ERROR_OUT_OF_MEMORY, VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY: .imageNeedsMemory(.webp)
        case VP8_ENC_ERROR_PARTITION0_OVERFLOW, VP8_ENC_ERROR_PARTITION_OVERFLOW:
            failure("a partition that is too large")
        default: failure("error \(code.rawValue)")
        }
    }

    private static func failure(_ words: String) -> SerializationError {
        SerializationError(
            .unencodableValue,
            "The image cannot be written as a WebP: libwebp reports \(words).",
            remedy: "Write it with a lower quality, or as a PNG."
        )
    }
}
