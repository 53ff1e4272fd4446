import Mimeograph
import MimeographImage
import MimeographImageWebP
import Testing
import TestSupport

/// Files from Pillow, `cwebp` and `webpmux` give the pixels that Pillow reads, and Pillow reads the pixels that we write.
@Suite struct WebPPillowTests {
    @Test(.needsPython("PIL")) func stillPictures() throws {
        let fixtures = try PictureFixture.make(
            """
            for size in [(1, 1), (17, 9), (120, 67)]:
                image = photo(*size)
                clear = image.convert("RGBA")
                clear.putalpha(Image.linear_gradient("L").resize(size))
                for name, picture in [("RGB", image), ("RGBA", clear), ("L", image.convert("L"))]:
                    for options in [dict(lossless=True), dict(lossless=True, exact=True), dict(quality=80), dict(quality=3),
                                    dict(quality=90, method=6), dict(quality=70, icc_profile=b"p" * 99, xmp=b"x")]:
                        emit(f"{name} {size} {options}", saved(picture, "WEBP", **options))
            """
        )
        #expect(fixtures.count == 54)
        for fixture in fixtures {
            let image = try ImageResponseSerializer(options: .rgba8, codecs: [.webp]).read(fixture.bytes)
            #expect(image.width == fixture.frames[0].width && image.height == fixture.frames[0].height, "\(fixture)")
            let isSame = image.pixels == fixture.frames[0].rgba
            #expect(isSame && image.frames.count == 1, "\(fixture)")
        }
    }

    /// Pillow draws frames with libwebp's WebPAnimDecoder.
    @Test(.needsPython("PIL")) func animations() throws {
        let fixtures = try PictureFixture.make(
            """
            from PIL import ImageDraw
            def u24(value): return struct.pack("<I", value)[:3]
            def chunk(name, data): return name + struct.pack("<I", len(data)) + data + b"\\0" * (len(data) % 2)
            def picture(image, hint=True, **options):
                data = saved(image, "WEBP", **options)
                # What stands behind the chunk that announces the others.
                data = bytearray(data[30:] if data[12:16] == b"VP8X" else data[12:])
                # The bit that says whether a lossless picture has alpha decides nothing.
                if not hint and data[:4] == b"VP8L": data[12] &= 0xEF
                return bytes(data)
            def animation(size, frames, flags=0x12):
                body = chunk(b"VP8X", bytes([flags, 0, 0, 0]) + u24(size[0] - 1) + u24(size[1] - 1))
                body += chunk(b"ANIM", bytes([1, 2, 3, 200, 0, 0]))
                for image, (left, top), duration, flag, options in frames:
                    head = u24(left // 2) + u24(top // 2) + u24(image.size[0] - 1) + u24(image.size[1] - 1)
                    body += chunk(b"ANMF", head + u24(duration) + bytes([flag]) + picture(image, **options))
                return b"RIFF" + struct.pack("<I", len(body) + 4) + b"WEBP" + body
            def soft(size, shift):
                image = photo(*size, shift).convert("RGBA")
                image.putalpha(Image.radial_gradient("L").resize(size).rotate(shift))
                return image
            for size in [(1, 1), (17, 9), (40, 33)]:
                frames = [soft(size, 40 * shift) for shift in range(4)]
                for options in [dict(lossless=True), dict(quality=60), dict(lossless=True, minimize_size=True),
                                dict(quality=50, allow_mixed=True)]:
                    emit(f"frames {size} {options}", saved(frames[0], "WEBP", save_all=True, append_images=frames[1:],
                                                           duration=[40, 50, 60, 70], loop=3, **options))
            for seed in range(36):
                random.seed(seed)
                size = (random.randint(2, 24), random.randint(2, 24))
                frames = []
                for index in range(7):
                    left, top = random.randrange(0, size[0], 2), random.randrange(0, size[1], 2)
                    area = (random.randint(1, size[0] - left), random.randint(1, size[1] - top))
                    if random.random() < 0.3: left, top, area = 0, 0, size
                    image = soft(area, 50 * index) if random.random() < 0.8 else photo(*area, index)
                    options = dict(lossless=True, exact=True) if random.random() < 0.7 else dict(quality=50)
                    if seed >= 24 and random.random() < 0.5: options["hint"] = False
                    frames.append((image, (left, top), 10 + index, random.randrange(4), options))
                emit(f"areas {seed} {size} {[(f[0].size, f[1], f[3]) for f in frames]}", animation(size, frames))
            """
        )
        #expect(fixtures.count == 48)
        for fixture in fixtures {
            let image = try ImageResponseSerializer(options: .rgba8, codecs: [.webp]).read(fixture.bytes)
            #expect(image.frames.count == fixture.frames.count, "\(fixture)")
            for (index, (ours, theirs)) in zip(image.frames, fixture.frames).enumerated() {
                #expect(ours.width == theirs.width && ours.height == theirs.height, "\(fixture)")
                let isSame = shown(ours.pixels) == shown(theirs.rgba)
                #expect(isSame, "\(fixture), frame \(index)")
                // Pillow 9 does not report the duration of a file with one frame.
                if fixture.frames.count > 1 {
                    #expect(ours.duration == .milliseconds(theirs.duration), "\(fixture), frame \(index)")
                }
            }
        }
    }

    /// Clears the color of transparent pixels.
    private func shown(_ rgba: [UInt8]) -> [UInt8] {
        var pixels = rgba
        for at in stride(from: 0, to: pixels.count, by: 4) where pixels[at + 3] == 0 {
            pixels.replaceSubrange(at..<at + 3, with: [0, 0, 0])
        }
        return pixels
    }

    @Test(.needsPython("PIL")) func orientationAndMetadata() throws {
        let fixtures = try PictureFixture.make(
            """
            for orientation in range(1, 9):
                exif = Image.Exif()
                exif[0x0112] = orientation
                data = saved(photo(5, 3), "WEBP", lossless=True, exif=exif, icc_profile=b"q" * 77, xmp=b"<xmp/>")
                emit(str(orientation), data, False)
            """
        )
        let upright = try ImageResponseSerializer(codecs: [.webp]).read(fixtures[0].bytes)
        for (index, fixture) in fixtures.enumerated() {
            let stored = ImageReadingOptions(appliesOrientation: false)
            let image = try ImageResponseSerializer(options: stored, codecs: [.webp]).read(fixture.bytes)
            #expect(
                image.metadata.orientation == ImageOrientation(rawValue: index + 1) && image.pixels == upright.pixels
            )
            #expect(image.metadata.iccProfile == [UInt8](repeating: UInt8(ascii: "q"), count: 77))
            #expect(image.metadata.texts == [ImageText("XML:com.adobe.xmp", "<xmp/>")])
            let turned = try ImageResponseSerializer(codecs: [.webp]).read(fixture.bytes)
            #expect(turned.width == (index < 4 ? 5 : 3) && turned == image.upright())
        }
    }

    /// Pillow reads our files with their metadata.
    @Test(.needsPython("PIL")) func whatIsWrittenIsReadByPillow() throws {
        var still = Pictures.made(31, 18, .rgba8)
        still.metadata.iccProfile = [UInt8](repeating: 65, count: 31)
        still.metadata.orientation = .down
        let animation = try Pictures.animation(20, 15, frames: 5)
        for (image, encoding) in [
            (still, WebPEncoding.webp(.lossless)), (animation, .webp(.lossless)), (still, .webp(quality: 40)),
            (try Pictures.animation(20, 15, frames: 3, .rgb8), .webp(.lossless)), (animation, .webp(quality: 40)),
        ] {
            let bytes = try image.encoded(as: encoding)
            let hexadecimal = bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
            let fixtures = try PictureFixture.make(
                """
                data = bytes.fromhex("\(hexadecimal)")
                opened = Image.open(io.BytesIO(data))
                about = f'{opened.info.get("loop")} {len(opened.info.get("icc_profile") or b"")} {opened.getexif().get(0x0112)}'
                emit(about, data)
                """
            )
            let theirs = fixtures[0]
            let ours = try ImageResponseSerializer(
                options: .init(pixelFormat: .exactly(.rgba8), appliesOrientation: false),
                codecs: [.webp]
            ).read(bytes)
            #expect(theirs.name == (image.frames.count > 1 ? "3 0 None" : "1 31 3") || theirs.name == "0 31 3")
            #expect(theirs.frames.map { shown($0.rgba) } == ours.frames.map { shown($0.pixels) })
            if encoding.compression == .lossless {
                #expect(image.frames.map { $0.converted(to: .rgba8).pixels } == ours.frames.map(\.pixels))
                #expect(ours.frames.map(\.duration) == image.frames.map(\.duration))
            }
        }
    }
}
