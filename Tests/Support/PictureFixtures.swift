import Foundation

/// Files that Python makes with Pillow or ImageMagick, and the pixels that Pillow reads from them.
public struct PictureFixture: Sendable, CustomStringConvertible {
    /// The name of the picture.
    public let name: String
    /// The file.
    public let bytes: [UInt8]
    /// The frames as Pillow reads them, with RGBA pixels of 8 bits. It is empty if Pillow was not asked.
    public let frames: [Frame]

    /// A frame as Pillow reads it.
    public struct Frame: Sendable {
        /// The width in pixels.
        public let width: Int
        /// The height in pixels.
        public let height: Int
        /// The duration of the frame in milliseconds, or -1 if Pillow does not report one.
        public let duration: Int
        /// The pixels as RGBA, 8 bits.
        public let rgba: [UInt8]
    }

    /// The name.
    public var description: String { name }

    /// Runs a Python program that calls `emit(name, data)` for each file. It may use `photo(width, height)`, an RGB image,
    /// `magick(arguments, data)`, ImageMagick's `convert` from standard input to standard output, and `imagemagick()`, which is
    /// None if that is not installed.
    public static func make(_ program: String) throws -> [PictureFixture] {
        let output = [UInt8](try Python.run(prelude + program, []))
        var fixtures: [PictureFixture] = []
        var at = 0
        func number() -> Int {
            defer { at += 4 }
            return (0..<4).reduce(0) { $0 | Int(output[at + $1]) << (8 * $1) }
        }
        func block() -> [UInt8] {
            let count = number()
            defer { at += count }
            return Array(output[at..<at + count])
        }
        while at < output.count {
            let name = String(decoding: block(), as: UTF8.self)
            let bytes = block()
            let frames = (0..<number()).map { _ in
                Frame(width: number(), height: number(), duration: number() - 1, rgba: block())
            }
            fixtures.append(PictureFixture(name: name, bytes: bytes, frames: frames))
        }
        return fixtures
    }

    private static let prelude = """
        import io, shutil, struct, subprocess, sys, random
        from PIL import Image, ImageSequence
        random.seed(7)
        def block(data):
            sys.stdout.buffer.write(struct.pack("<I", len(data)) + data)
        def emit(name, data, peer=True):
            block(name.encode()); block(data)
            frames = []
            if peer:
                opened = Image.open(io.BytesIO(data))
                for index in range(getattr(opened, "n_frames", 1)):
                    if index: opened.seek(index)
                    opened.load()
                    frames.append((opened.size, opened.info.get("duration", -1), opened.convert("RGBA").tobytes()))
            sys.stdout.buffer.write(struct.pack("<I", len(frames)))
            for size, duration, pixels in frames:
                sys.stdout.buffer.write(struct.pack("<III", size[0], size[1], int(duration) + 1))
                block(pixels)
        def photo(width, height, shift=0):
            image = Image.new("RGB", (width, height))
            image.putdata([((x * 9 + shift) % 256, (y * 13 + x) % 256, (x * y + shift * 3) % 256)
                           for y in range(height) for x in range(width)])
            return image
        def saved(image, format, **options):
            out = io.BytesIO()
            image.save(out, format, **options)
            return out.getvalue()
        def imagemagick():
            # Other programs are called convert, too.
            for name in ["magick", "convert-im6.q16", "convert"]:
                path = shutil.which(name)
                if path and b"ImageMagick" in subprocess.run([path, "-version"], stdout=subprocess.PIPE).stdout:
                    return path
        def magick(arguments, data):
            return subprocess.run([imagemagick()] + arguments, input=data, stdout=subprocess.PIPE, check=True).stdout

        """
}
