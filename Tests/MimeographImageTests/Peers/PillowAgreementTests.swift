import Mimeograph
import MimeographImage
import Testing
import TestSupport

/// Files made by Pillow and ImageMagick have the pixels that Pillow reads from them.
@Suite struct PillowAgreementTests {
    private func expectAgreement(_ fixtures: [PictureFixture], _ format: ImageFormat) throws {
        for fixture in fixtures {
            let image = try ImageResponseSerializer(options: .rgba8).read(fixture.bytes)
            let frame = try #require(fixture.frames.first)
            #expect(image.source == format, "\(fixture)")
            #expect(image.width == frame.width && image.height == frame.height, "\(fixture)")
            let isSame = image.pixels == frame.rgba
            #expect(isSame, "\(fixture)")
            #expect(try ImageInfo.read(from: fixture.bytes, isWhole: true)?.width == frame.width, "\(fixture)")
        }
    }

    /// The first bytes decide the format, whichever of AFNetworking's media types a body has.
    @Test(arguments: [
        "image/ico", "image/x-icon", "image/vnd.microsoft.icon", "image/bmp", "image/x-bmp", "image/x-xbitmap",
        "image/x-win-bitmap", "image/png", "image/jpeg",
    ]) func everyMediaTypeIsAccepted(_ type: String) throws {
        let serializers = try SerializerRegistry { ImagePlugin() }
        let head = ResponseHead(status: 200, fields: ["Content-Type": type])
        let bytes = BMPFixture(width: 1, height: 1, pixels: [1, 2, 3, 0]).file
        #expect(try serializers.read(Image.self, from: bytes, head: head).source == .bmp)
    }

    @Test(.needsPython("PIL"), .needsTool("convert")) func bitmaps() throws {
        let fixtures = try PictureFixture.make(
            """
            for width, height in [(1, 1), (7, 5), (31, 9), (33, 3)]:
                image = photo(width, height)
                size = "%dx%d" % (width, height)
                for mode in ["1", "L", "P", "RGB", "RGBA"]:
                    emit(f"{mode} {size}", saved(image.convert(mode), "BMP"))
                if width not in (7, 33): continue
                png = saved(image, "PNG")
                for arguments in [["-type", "palette", "-compress", "rle"], ["-type", "bilevel"],
                                  ["-colors", "16", "-type", "palette"], ["-define", "bmp:subtype=RGB565"],
                                  ["-define", "bmp:subtype=RGB555"], ["-define", "bmp:subtype=ARGB4444"],
                                  ["-alpha", "set", "-channel", "A", "-evaluate", "set", "40%"],
                                  ["-define", "bmp:format=bmp2"], ["-define", "bmp:format=bmp3"]]:
                    out = "BMP:-"
                    if arguments[-1].endswith("bmp2"): out = "BMP2:-"
                    if arguments[-1].endswith("bmp3"): out = "BMP3:-"
                    data = magick(["PNG:-"] + arguments + [out], png)
                    try:
                        Image.open(io.BytesIO(data)).load()
                    except Exception:
                        continue
                    emit(" ".join(arguments) + " " + size, data)
            """
        )
        #expect(fixtures.count >= 34)
        try expectAgreement(fixtures, .bmp)
    }

    @Test(.needsPython("PIL"), .needsTool("convert")) func icons() throws {
        let fixtures = try PictureFixture.make(
            """
            plain = photo(96, 96)
            image = plain.convert("RGBA")
            image.putalpha(Image.linear_gradient("L").resize((96, 96)))
            # Pillow writes masks without padding, so only widths of 32 are right; and of a PNG in an icon it forgets which
            # colours of a palette are transparent.
            for format in ["png", "bmp"]:
                for sizes in [[(32, 32)], [(32, 32), (96, 96), (64, 64)]]:
                    for source in [image, plain, plain.convert("P")]:
                        emit(f"{format} {sizes} {source.mode}",
                             saved(source, "ICO", sizes=sizes, bitmap_format=format))
            for arguments in [[], ["-colors", "200"], ["-colors", "12"], ["-monochrome"]]:
                for size in ["17x17", "32x20"]:
                    data = magick(["PNG:-", "-resize", size + "!"] + arguments + ["ICO:-"], saved(image, "PNG"))
                    emit("convert " + " ".join(arguments) + size, data)
            """
        )
        #expect(fixtures.count >= 18)
        try expectAgreement(fixtures, .ico)
    }

    @Test(.needsPython("PIL"), .needsTool("convert")) func xBitmaps() throws {
        let fixtures = try PictureFixture.make(
            """
            for width, height in [(1, 1), (8, 8), (9, 3), (37, 11)]:
                image = photo(width, height).convert("1")
                emit(f"Pillow {width}", saved(image, "XBM"))
                emit(f"hot {width}", saved(image, "XBM", hotspot=(0, 0)))
                emit(f"convert {width}", magick(["PNG:-", "XBM:-"], saved(image, "PNG")))
            """
        )
        try expectAgreement(fixtures, .xbm)
    }
}
