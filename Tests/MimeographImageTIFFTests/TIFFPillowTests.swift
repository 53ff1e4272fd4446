import Foundation
import Mimeograph
import MimeographImage
import MimeographImageTIFF
import Testing
import TestSupport

/// Files made by Pillow and ImageMagick give the pixels that Pillow reads.
@Suite struct TIFFPillowTests {
    @Test(.needsPython("PIL")) func pages() throws {
        let fixtures = try PictureFixture.make(
            """
            for size in [(1, 1), (33, 17)]:
                image = photo(*size)
                for mode in ["1", "L", "P", "RGB", "RGBA", "CMYK"]:
                    for compression in [None, "tiff_lzw", "tiff_adobe_deflate", "packbits"]:
                        emit(f"{mode} {size} {compression}", saved(image.convert(mode), "TIFF", compression=compression))
                emit(f"LA {size}", saved(image.convert("LA"), "TIFF"))
                emit(f"fax {size}", saved(image.convert("1"), "TIFF", compression="group4"))
                emit(f"pages {size}", saved(image, "TIFF", save_all=True,
                                            append_images=[image.convert("L").rotate(90, expand=True)]))
            image = photo(40, 35)
            for arguments in [["-define", "tiff:tile-geometry=16x32"], ["-interlace", "plane"], ["-endian", "msb"],
                              ["-depth", "4", "-colorspace", "gray"], ["-depth", "2", "-colorspace", "gray"],
                              ["-depth", "16"], ["-depth", "16", "-define", "tiff:tile-geometry=32x16"],
                              ["-compress", "zip", "-define", "tiff:rows-per-strip=7"], ["-colors", "13", "-type", "palette"],
                              ["-define", "quantum:polarity=min-is-white", "-colorspace", "gray"],
                              ["-define", "tiff:fill-order=lsb", "-monochrome"]]:
                if imagemagick():
                    data = magick(["PNG:-"] + arguments + ["TIFF:-"], saved(image, "PNG"))
                    try:
                        Image.open(io.BytesIO(data)).load()
                    except Exception:
                        continue
                    emit("convert " + " ".join(arguments), data)
            """
        )
        // There are more if ImageMagick is installed, as it is in CI.
        #expect(fixtures.count >= 54)
        for fixture in fixtures {
            let image = try ImageResponseSerializer(codecs: [.tiff]).read(fixture.bytes)
            #expect(image.frames.count == fixture.frames.count, "\(fixture)")
            for (ours, theirs) in zip(image.frames, fixture.frames) {
                #expect(ours.width == theirs.width && ours.height == theirs.height, "\(fixture)")
                let isSame = truncated(ours) == theirs.rgba
                #expect(isSame, "\(fixture), \(ours.format)")
            }
        }
    }

    /// Returns the upper 8 bits of 16-bit samples, as Pillow does.
    private func truncated(_ frame: ImageFrame) -> [UInt8] {
        guard frame.format.depth == .sixteen else { return frame.converted(to: .rgba8).pixels }
        let wide = frame.converted(to: .rgba16)
        return wide.withSamples16 { span in span.indices.map { UInt8(span[$0] >> 8) } } ?? []
    }

    /// The same library with the same settings upsamples the chroma.
    @Test(.needsPython("PIL")) func jpegInside() throws {
        let fixtures = try PictureFixture.make(
            """
            for mode in ["RGB", "L"]:
                emit(mode, saved(photo(40, 30).convert(mode), "TIFF", compression="jpeg"))
            """
        )
        for fixture in fixtures {
            let image = try ImageResponseSerializer(options: .rgba8, codecs: [.tiff]).read(fixture.bytes)
            let isSame = image.pixels == fixture.frames[0].rgba
            #expect(isSame, "\(fixture)")
        }
    }

    /// Pictures that Pillow does not read, or rounds differently, are close to ImageMagick's.
    @Test(.needsPython("PIL")) func otherKindsAreNearToImageMagicks() throws {
        let fixtures = try PictureFixture.make(
            """
            image = photo(48, 32).convert("RGBA")
            image.putalpha(Image.linear_gradient("L").resize((48, 32)))
            for arguments in [["TIFF64:-"], ["-depth", "12", "TIFF:-"], ["-compress", "zstd", "TIFF:-"],
                              ["-alpha", "off", "-colorspace", "CMYK", "-depth", "16", "TIFF:-"],
                              ["-define", "tiff:alpha=associated", "TIFF:-"], ["-alpha", "off", "-compress", "jpeg",
                              "-sampling-factor", "4:2:0", "TIFF:-"], ["-depth", "16", "-interlace", "plane", "TIFF:-"]]:
                if imagemagick():
                    data = magick(["PNG:-"] + arguments, saved(image, "PNG"))
                    emit(" ".join(arguments), data, False)
                    emit("pixels", magick(["TIFF:-", "-colorspace", "sRGB", "-depth", "8", "RGBA:-"], data), False)
            """
        )
        #expect(!fixtures.isEmpty || !Corpora.isContinuousIntegration, "ImageMagick is not installed")
        for index in stride(from: 0, to: fixtures.count, by: 2) {
            let image = try ImageResponseSerializer(options: .rgba8, codecs: [.tiff]).read(fixtures[index].bytes)
            let expected = fixtures[index + 1].bytes
            #expect(image.pixels.count == expected.count, "\(fixtures[index])")
            let isAssociated = fixtures[index].name.contains("associated")
            var furthest = 0
            for at in stride(from: 0, to: min(image.pixels.count, expected.count), by: 4) {
                // Dividing by a small alpha makes a color inexact.
                if isAssociated, expected[at + 3] < 128 { continue }
                for byte in at..<at + 4 {
                    furthest = max(furthest, abs(Int(image.pixels[byte]) - Int(expected[byte])))
                }
            }
            #expect(furthest <= 2, "\(fixtures[index])")
        }
    }

    @Test(.needsPython("PIL")) func metadata() throws {
        let fixtures = try PictureFixture.make(
            """
            emit("metadata", saved(photo(4, 3), "TIFF", dpi=(300, 150), icc_profile=b"p" * 200, description="A scan",
                                   software="None"))
            """
        )
        let image = try ImageResponseSerializer(codecs: [.tiff]).read(fixtures[0].bytes)
        #expect(image.metadata.resolution == ImageResolution(horizontal: 300, vertical: 150, unit: .inch))
        #expect(image.metadata.iccProfile == [UInt8](repeating: UInt8(ascii: "p"), count: 200))
        #expect(image.metadata.texts == [ImageText("Description", "A scan"), ImageText("Software", "None")])
        let none = ImageResponseSerializer(options: .init(metadataBytes: 0), codecs: [.tiff])
        #expect(try none.read(fixtures[0].bytes).metadata.texts.isEmpty)
    }

    /// A library that prints its errors would fill a program's log.
    @Test func nothingIsPrinted() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        let saved = dup(2)
        // SAFETY: Swift passes a C string that lives through the call.
        let log = unsafe open(file.path, O_CREAT | O_WRONLY, 0o600)
        dup2(log, 2)
        var broken = TIFFFixture(width: 4, height: 4, strip: [1, 2, 3])
        broken.set(259, 5, type: 3)
        broken.set(60_000, 1)
        for options in [ImageReadingOptions.standard, .init(allowsPartialImages: true)] {
            _ = try? ImageResponseSerializer(options: options, codecs: [.tiff]).read(broken.bytes)
        }
        dup2(saved, 2)
        close(saved)
        close(log)
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(!text.contains("TIFF"))
    }
}
