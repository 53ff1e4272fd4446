import Mimeograph
import MimeographImage
import MimeographImageGIF
import Testing
import TestSupport

/// Animations made by Pillow have the frames that Pillow reads. If areas are cleared, they have the frames that Pillow was given:
/// Pillow fills a cleared area with the background color when it reads, but browsers do not.
@Suite struct GIFPillowTests {
    @Test(.needsPython("PIL")) func animations() throws {
        let fixtures = try PictureFixture.make(
            """
            from PIL import ImageDraw
            def emit_drawn(name, data, drawn):
                opened = Image.open(io.BytesIO(data))
                # What does not change becomes no frame.
                shown = [frame for index, frame in enumerate(drawn)
                         if index == 0 or frame.tobytes() != drawn[index - 1].tobytes()]
                block(name.encode()); block(data)
                sys.stdout.buffer.write(struct.pack("<I", len(shown)))
                for index, frame in enumerate(shown):
                    opened.seek(index)
                    duration = int(opened.info.get("duration", -1)) + 1
                    sys.stdout.buffer.write(struct.pack("<III", frame.size[0], frame.size[1], duration))
                    block(frame.tobytes())
            for size in [(1, 1), (17, 9), (40, 33)]:
                image = photo(*size)
                for interlace in [0, 1]:
                    emit(f"P {size} {interlace}", saved(image.convert("P"), "GIF", interlace=interlace))
                emit(f"L {size}", saved(image.convert("L"), "GIF"))
                frames = [photo(*size, shift).convert("P", palette=Image.ADAPTIVE, colors=30) for shift in range(5)]
                for disposal in [0, 1, 2]:
                    emit(f"frames {size} {disposal}",
                         saved(frames[0], "GIF", save_all=True, append_images=frames[1:], duration=[40, 50, 60, 70, 80],
                               loop=3, disposal=disposal))
                drawn = []
                for step in range(4):
                    frame = Image.new("RGBA", size)
                    ImageDraw.Draw(frame).rectangle([step * 3, step, step * 3 + 6, step + 5], fill=(200, 40 * step, 0, 255))
                    drawn.append(frame)
                for disposal in [1, 2]:
                    data = saved(drawn[0], "GIF", save_all=True, append_images=drawn[1:], duration=30, disposal=disposal)
                    if disposal == 2: emit_drawn(f"transparent {size} {disposal}", data, drawn)
                    else: emit(f"transparent {size} {disposal}", data)
            """
        )
        #expect(fixtures.count == 24)
        for fixture in fixtures {
            let image = try ImageResponseSerializer(options: .rgba8, codecs: [.gif]).read(fixture.bytes)
            #expect(image.frames.count == fixture.frames.count, "\(fixture)")
            for (index, (ours, theirs)) in zip(image.frames, fixture.frames).enumerated() {
                #expect(ours.width == theirs.width && ours.height == theirs.height, "\(fixture)")
                let isSame = shown(ours.pixels) == shown(theirs.rgba)
                #expect(isSame, "\(fixture), frame \(index)")
                if fixture.frames.count > 1 {
                    #expect(ours.duration == .milliseconds(max(0, theirs.duration)), "\(fixture), frame \(index)")
                }
            }
            #expect(
                try ImageInfo.read(from: fixture.bytes, isWhole: true, codecs: [.gif])?.frameCount
                    == fixture.frames.count
            )
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
}
