import ImageTestSupport
import Mimeograph
import MimeographImage
import MimeographImageWebP
import TestSupport

/// A WebP as a list of chunks, of any kind and in any order.
///
/// Source: RFC 9649 §2.
struct WebPFile {
    struct Chunk: PicturePart {
        var name: String
        var content: [UInt8]

        init(_ name: String, _ content: [UInt8] = []) {
            self.name = name
            self.content = content
        }

        var bytes: [UInt8] {
            Array(name.utf8) + little(content.count, 4) + content + (content.count % 2 == 1 ? [0] : [])
        }
    }

    var chunks: [Chunk]
    /// The difference between the size in the RIFF header and the size of the chunks, in bytes.
    var excess = 0

    init(_ chunks: [Chunk]) { self.chunks = chunks }

    /// Parses the chunks of a file, or of a frame after its header.
    init(parsing bytes: [UInt8], from start: Int = 12) {
        chunks = []
        var at = start
        while at + 8 <= bytes.count {
            let length = (0..<4).reduce(0) { $0 | Int(bytes[at + 4 + $1]) << (8 * $1) }
            let name = String(decoding: bytes[at..<at + 4], as: UTF8.self)
            chunks.append(Chunk(name, Array(bytes[at + 8..<at + 8 + length])))
            at += 8 + length + length % 2
        }
    }

    var bytes: [UInt8] {
        let body = chunks.flatMap(\.bytes)
        return Array("RIFF".utf8) + little(4 + body.count + excess, 4) + Array("WEBP".utf8) + body
    }

    static func extended(_ flags: UInt8, width: Int, height: Int) -> Chunk {
        Chunk("VP8X", [flags, 0, 0, 0] + little(width - 1, 3) + little(height - 1, 3))
    }

    static func loops(_ count: Int) -> Chunk { Chunk("ANIM", [9, 8, 7, 6] + little(count, 2)) }

    /// Returns a frame of an animation.
    ///
    /// - Parameter flags: 1 if its area is cleared after it, 2 if it replaces the pixels under it.
    static func frame(
        _ picture: [Chunk],
        left: Int = 0,
        top: Int = 0,
        width: Int,
        height: Int,
        duration: Int = 0,
        flags: UInt8 = 0
    ) -> Chunk {
        let head = little(left / 2, 3) + little(top / 2, 3) + little(width - 1, 3) + little(height - 1, 3)
        return Chunk("ANMF", head + little(duration, 3) + [flags] + picture.flatMap(\.bytes))
    }

    /// Returns the chunks of a lossless picture with one color.
    static func plain(_ color: [UInt8], width: Int, height: Int) -> [Chunk] {
        let pixels = (0..<width * height).flatMap { _ in color }
        let frame = ImageFrame(
            unchecked: pixels,
            width: width,
            height: height,
            format: color.count == 4 ? .rgba8 : .rgb8
        )
        return picture(Image(frame, metadata: ImageMetadata()), .lossless)
    }

    /// Returns the chunks of a picture, without the VP8X chunk.
    static func picture(_ image: Image, _ compression: WebPEncoding.Compression) -> [Chunk] {
        WebPFile(parsing: encoded(image, .webp(compression))).chunks.filter {
            $0.name.utf8.first != 0x56 || $0.name.utf8.last != 0x58
        }
    }

    static func encoded(_ image: Image, _ encoding: WebPEncoding) -> [UInt8] {
        do throws(SerializationError) { return try image.encoded(as: encoding) } catch { return [] }
    }
}

/// Returns a number as `count` bytes, the lowest first.
func little(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
}

/// Pictures with bytes computed from their indices.
enum Pictures {
    static func made(_ width: Int, _ height: Int, _ format: PixelFormat = .rgb8) -> Image {
        let count = width * height * format.bytesPerPixel
        let pixels = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7 + $0 / 13 * 5 + $0 / (width * 3) * 3) }
        return Image(
            ImageFrame(unchecked: pixels, width: width, height: height, format: format),
            metadata: ImageMetadata()
        )
    }

    /// Returns a picture that hardly compresses.
    static func noise(_ width: Int, _ height: Int) -> Image {
        var generator = SeededGenerator(seed: 5)
        let pixels = (0..<width * height * 3).map { _ in UInt8.random(in: 0...255, using: &generator) }
        return Image(
            ImageFrame(unchecked: pixels, width: width, height: height, format: .rgb8),
            metadata: ImageMetadata()
        )
    }

    static func animation(_ width: Int, _ height: Int, frames: Int, _ format: PixelFormat = .rgba8) throws -> Image {
        let first = made(width, height, format).frames[0].pixels
        let all = (0..<frames).map { index in
            var pixels = first
            let at = (height / 2 * width + min(index, width - 1)) * format.bytesPerPixel
            for byte in at..<at + format.bytesPerPixel { pixels[byte] ^= UInt8(truncatingIfNeeded: 31 * index) }
            var frame = ImageFrame(unchecked: pixels, width: width, height: height, format: format)
            frame.duration = .milliseconds(10 * index + 5)
            return frame
        }
        return try Image(frames: all, loopCount: 3)
    }
}
