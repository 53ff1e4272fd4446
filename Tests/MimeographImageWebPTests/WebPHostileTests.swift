import Mimeograph
import MimeographImage
import MimeographImageWebP
import Testing
import TestSupport

@Suite struct WebPHostileTests {
    private func error(
        _ bytes: [UInt8],
        _ options: ImageReadingOptions = .standard,
        _ limits: DecodingLimits = .standard
    ) -> SerializationError? {
        do throws(SerializationError) {
            _ = try WebPCodec().decode(bytes.span, options: options, limits: limits)
            return nil
        } catch {
            return error
        }
    }

    private static let picture = WebPFile.picture(Pictures.made(9, 7, .rgba8), .lossless)

    private static var files: [[UInt8]] {
        get throws {
            var still = Pictures.made(23, 11, .rgba8)
            still.metadata.orientation = .left
            still.metadata.iccProfile = [1, 2, 3]
            let animation = try Pictures.animation(12, 9, frames: 3)
            return try [WebPEncoding.webp(.lossless), .webp(quality: 60)].flatMap { encoding in
                [try still.encoded(as: encoding), try animation.encoded(as: encoding)]
            }
        }
    }

    @Test func sizesThatAreLiesCostNothing() {
        // Bodies as short as a header.
        for body: [UInt8] in [
            [0x2F, 0xFE, 0xFF, 0xFF, 0x1F], [0x2F, 0xFE, 0xBF, 0xFF, 0x0F] + [UInt8](repeating: 0, count: 60),
        ] {
            #expect(error(WebPFile([.init("VP8L", body)]).bytes)?.limit?.limit == .pixels)
        }
        let lossy: [UInt8] = [0x10, 0, 0, 0x9D, 1, 0x2A, 0xFF, 0x3F, 0xFF, 0x3F]
        #expect(error(WebPFile([.init("VP8 ", lossy)]).bytes)?.limit?.limit == .pixels)
        let large = WebPFile.extended(2, width: 1 << 24, height: 255)
        let frame = WebPFile.frame(Self.picture, width: 9, height: 7)
        #expect(error(WebPFile([large, WebPFile.loops(0), frame]).bytes)?.limit?.limit == .pixels)
        #expect(
            error(WebPFile([WebPFile.extended(2, width: 1 << 24, height: 1 << 24)] + Self.picture).bytes)?.code
                == .syntax
        )
        // Within the limit of pixels, but beyond the limit of memory.
        let wide = [UInt8]([0x2F, 0xFF, 0xDF, 0xFF, 0x07, 0, 0, 0])
        #expect(error(WebPFile([.init("VP8L", wide)]).bytes)?.limit?.limit == .outputBytes)
    }

    /// Sizes that disagree are rejected, and the file is not read in another way.
    @Test func sizesThatDisagreeAreSyntaxErrors() throws {
        let canvas = WebPFile.extended(0x10, width: 9, height: 7)
        #expect(error(WebPFile([canvas] + Self.picture).bytes) == nil)
        var files: [WebPFile] = [
            WebPFile([WebPFile.extended(0x10, width: 9, height: 8)] + Self.picture),
            WebPFile([WebPFile.extended(0x10, width: 8, height: 7)] + Self.picture),
            WebPFile([.init("VP8X", [0x10, 0, 0, 0, 8, 0, 0, 6, 0])] + Self.picture),
            WebPFile([.init("ABCD", [1, 2])] + Self.picture),
            WebPFile([canvas, .init("EXIF", [1])]),
            WebPFile([canvas, .init("VP8L", [0x2F])]),
            WebPFile([canvas, .init("VP8 ", [UInt8](repeating: 0, count: 30))]),
        ]
        let moving = WebPFile.extended(0x12, width: 12, height: 9)
        let loops = WebPFile.loops(1)
        let frames: [[WebPFile.Chunk]] = [
            [loops, WebPFile.frame(Self.picture, left: 4, width: 9, height: 7)],
            [loops, WebPFile.frame(Self.picture, top: 4, width: 9, height: 7)],
            [loops, WebPFile.frame(Self.picture, left: 2 * 0xFFFFFF, width: 9, height: 7)],
            [loops, WebPFile.frame(Self.picture, width: 8, height: 7)],
            [loops, .init("ANMF", [0, 0, 0])], [loops, WebPFile.frame([], width: 9, height: 7)],
            [loops, WebPFile.frame([.init("EXIF", [1, 2])], width: 9, height: 7)],
            [WebPFile.frame(Self.picture, width: 9, height: 7)], [.init("ANIM", [0, 0]), loops],
            [loops],
        ]
        files += frames.map { WebPFile([moving] + $0) }
        for file in files {
            let found = try #require(error(file.bytes), "\(file.chunks)")
            #expect(found.code == .syntax && found.location != nil && found.remedy != nil, "\(found) of \(file.chunks)")
            #expect(error(file.bytes, .init(allowsPartialImages: true))?.code == .syntax)
        }
        // After the first frame they count as damage.
        let good = WebPFile.frame(Self.picture, width: 9, height: 7)
        for chunks in frames.prefix(7) {
            let bytes = WebPFile([moving, loops, good] + chunks).bytes
            #expect(error(bytes)?.code == .syntax)
            let partial = try WebPCodec().decode(
                bytes.span,
                options: .init(allowsPartialImages: true),
                limits: .standard
            )
            #expect(partial.isPartial && partial.frames.count == 1)
            #expect(error(bytes, .init(frames: .first)) == nil)
        }
    }

    /// A wrong length within the file, in any chunk.
    @Test func lengthsThatAreLiesAreErrors() throws {
        for bytes in try Self.files {
            let ends = WebPFile(parsing: bytes).chunks
            var at = 12
            for chunk in ends {
                for length in [0, 1, chunk.content.count + 2, 0x7FFF_FFFF, 0xFFFF_FFFF] {
                    var broken = bytes
                    broken.replaceSubrange(at + 4..<at + 8, with: little(length, 4))
                    for options in [ImageReadingOptions.standard, .init(allowsPartialImages: true)] {
                        if let code = error(broken, options)?.code { #expect([.syntax, .truncated].contains(code)) }
                    }
                }
                at += chunk.bytes.count
            }
            for (size, code) in [
                (0, SerializationError.Code.syntax), (4, .syntax), (11, .syntax), (bytes.count - 9, .syntax),
                (bytes.count, .truncated),
                (0x7FFF_FFFF, .truncated), (0xFFFF_FFFF, .syntax),
            ] {
                var broken = bytes
                broken.replaceSubrange(4..<8, with: little(size, 4))
                #expect(error(broken)?.code == code, "\(size) of \(bytes.count)")
            }
            #expect(error(bytes + [1, 2, 3]) == nil)
        }
    }

    @Test func everyPrefixIsTruncated() throws {
        for bytes in try Self.files {
            for length in bytes.indices {
                let prefix = Array(bytes[..<length])
                #expect(error(prefix)?.code == .truncated, "\(length)")
                if let found = error(prefix, .init(allowsPartialImages: true)) { #expect(found.code == .truncated) }
            }
        }
    }

    @Test func framesAreHeldToTheLimitsTogether() throws {
        let bytes = try Pictures.animation(10, 10, frames: 5).encoded(as: .webp(.lossless))
        #expect(error(bytes, .standard, DecodingLimits(pixels: 500)) == nil)
        #expect(error(bytes, .standard, DecodingLimits(pixels: 499))?.limit?.limit == .pixels)
        #expect(error(bytes, .init(frames: .first), DecodingLimits(pixels: 100)) == nil)
        // Thousands of frames of one pixel each on a large canvas.
        let dot = WebPFile.frame(WebPFile.plain([1, 2, 3], width: 1, height: 1), width: 1, height: 1)
        let many = [WebPFile.Chunk](repeating: dot, count: 5_000)
        let wide = WebPFile([WebPFile.extended(2, width: 4_000, height: 4_000), WebPFile.loops(0)] + many)
        #expect(error(wide.bytes)?.limit?.limit == .outputBytes)
        let small = WebPFile([WebPFile.extended(2, width: 1, height: 1), WebPFile.loops(0)] + many)
        #expect(try WebPCodec().decode(small.bytes.span, options: .standard, limits: .standard).frames.count == 5_000)
        #expect(error(small.bytes, .standard, DecodingLimits(outputBytes: 1 << 20))?.limit?.limit == .outputBytes)
    }

    @Test func damagedPixelsAreErrorsOrPartial() throws {
        for bytes in try Self.files {
            var broken = bytes
            // The middle of each file is in the pixels.
            for at in bytes.count / 2..<bytes.count * 3 / 4 { broken[at] = UInt8(truncatingIfNeeded: at * 89) }
            let found = error(broken)
            #expect(found == nil || found?.code == .syntax)
            let partial = error(broken, .init(allowsPartialImages: true))
            #expect(partial == nil || partial?.code == .syntax)
        }
    }

    @Test(arguments: 0..<4) func everyByteMayBeAnother(_ index: Int) throws {
        let bytes = try Self.files[index]
        let limits = DecodingLimits(outputBytes: 1 << 19, pixels: 1 << 13)
        var generator = SeededGenerator(seed: 9)
        for at in bytes.indices {
            for value in [bytes[at] ^ 1, bytes[at] ^ 0x80, .random(in: 0...255, using: &generator)] {
                var mutant = bytes
                mutant[at] = value
                do throws(SerializationError) {
                    let image = try WebPCodec().decode(mutant.span, options: .standard, limits: limits)
                    #expect(image.frames.allSatisfy { $0.pixels.count == $0.height * $0.bytesPerRow })
                } catch {
                    #expect([.syntax, .truncated, .limitExceeded].contains(error.code))
                }
            }
        }
    }
}
