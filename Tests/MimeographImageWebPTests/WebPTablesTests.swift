import ImageTestSupport
import Mimeograph
import MimeographImage
import MimeographImageWebP
import TestSupport
import Testing

/// The memory that libwebp would allocate for the prefix codes of a lossless picture is checked before libwebp reads the picture.
@Suite struct WebPTablesTests {
    private enum Verdict: Equatable {
        case pixels([[UInt8]], isPartial: Bool)
        case error(SerializationError.Code)
    }

    private func verdict(
        _ bytes: [UInt8],
        _ limits: DecodingLimits = .standard,
        _ options: ImageReadingOptions = .standard
    ) -> Verdict {
        do throws(SerializationError) {
            let image = try WebPCodec().decode(bytes.span, options: options, limits: limits)
            return .pixels(image.frames.map(\.pixels), isPartial: image.isPartial)
        } catch {
            if error.code == .limitExceeded { #expect(error.limit?.limit == .outputBytes && error.location != nil) }
            return .error(error.code)
        }
    }

    /// Returns the verdict for a body that arrives in chunks.
    private func verdict(_ bytes: [UInt8], in size: Int, _ limits: DecodingLimits = .standard) -> Verdict {
        do throws(SerializationError) {
            var updates: [ImageUpdate] = []
            guard var decoder = try WebPCodec().makeDecoder(options: .standard, limits: limits) else {
                return .error(.syntax)
            }
            var start = 0
            while start < bytes.count {
                let end = min(start + size, bytes.count)
                try decoder.consume(bytes.span.extracting(start..<end), into: &updates)
                start = end
            }
            try decoder.finish(into: &updates)
            for case .image(let image) in updates {
                return .pixels(image.frames.map(\.pixels), isPartial: image.isPartial)
            }
            return .error(.syntax)
        } catch {
            return .error(error.code)
        }
    }

    private func still(_ width: Int, _ height: Int, groups: Int, isWhole: Bool = true) -> [UInt8] {
        let stream = LosslessStream(width: width, height: height, groups: groups, isWhole: isWhole)
        return WebPFile([.init("VP8L", stream.bytes)]).bytes
    }

    /// For 131 KB libwebp would allocate 1.3 GB, whether the codes follow or not.
    @Test func groupsBeyondTheLimitsAreRefused() {
        for isWhole in [false, true] {
            let bytes = still(1024, 1024, groups: 1 << 16, isWhole: isWhole)
            #expect(verdict(bytes) == .error(.limitExceeded))
            #expect(verdict(bytes, .standard, .init(allowsPartialImages: true)) == .error(.limitExceeded))
            for size in [10_000, 1 << 20] { #expect(verdict(bytes, in: size) == .error(.limitExceeded)) }
        }
    }

    @Test func groupsWithinTheLimitsAreDecoded() {
        let bytes = still(256, 256, groups: 4_096)
        #expect(verdict(bytes) == .error(.limitExceeded))
        let large = DecodingLimits(outputBytes: 128 << 20)
        let pixels = [UInt8]((0..<256 * 256).flatMap { _ in [0x30, 0x20, 0x50] as [UInt8] })
        #expect(verdict(bytes, large) == .pixels([pixels], isPartial: false))
        #expect(verdict(bytes, in: 1_000, large) == .pixels([pixels], isPartial: false))
        // Few groups with many pixels each, and many groups with few.
        let small = DecodingLimits(outputBytes: 1 << 20)
        for (groups, isAllowed) in [(1, true), (10, true), (100, false), (255, false)] {
            let found = verdict(still(64, 64, groups: groups), small)
            #expect((found == .error(.limitExceeded)) == !isAllowed, "\(groups)")
        }
    }

    @Test func framesAndAlphaAreHeldToTheSame() {
        for (groups, isAllowed) in [(2_000, true), (4_096, false)] {
            let stream = LosslessStream(width: 256, height: 256, groups: groups).bytes
            let frame = WebPFile.frame([.init("VP8L", stream)], width: 256, height: 256)
            let moving = WebPFile([WebPFile.extended(2, width: 256, height: 256), WebPFile.loops(0), frame, frame])
            let alpha = LosslessStream(width: 256, height: 256, groups: groups, isAlpha: true).bytes
            let lossy = WebPFile.picture(Pictures.made(256, 256), .lossy(quality: 50))
            let canvas = WebPFile.extended(0x10, width: 256, height: 256)
            let still = WebPFile([canvas, .init("ALPH", alpha)] + lossy)
            // libwebp reads the last of several ALPH chunks.
            let both = [WebPFile.Chunk("ALPH", [0, 1]), .init("ALPH", alpha)] + lossy
            let hidden = WebPFile([
                WebPFile.extended(0x12, width: 256, height: 256), WebPFile.loops(0),
                WebPFile.frame(both, width: 256, height: 256),
            ])
            for file in [moving, still, hidden] {
                let whole = verdict(file.bytes)
                if case .pixels = whole {
                    #expect(isAllowed)
                } else {
                    #expect(!isAllowed && whole == .error(.limitExceeded))
                }
                #expect(verdict(file.bytes, in: 5_000) == whole)
            }
        }
    }

    /// A copy from before the first pixel is invalid. For each of 120 codes a table gives the distance of the copy.
    @Test func copiesBeginWhereLibwebpHasThem() {
        let tight = DecodingLimits(outputBytes: 1_200_000)
        var good = 0
        for code in 1...140 {
            for count in 0..<12 * 9 {
                let bytes = WebPFile([.init("VP8L", LosslessStream(copyingAfter: count, from: code).bytes)]).bytes
                let found = verdict(bytes, tight)
                if found != .error(.syntax) { good += 1 }
                if found != verdict(bytes) { Issue.record("code \(code) after \(count) pixels") }
            }
        }
        #expect(good > 5_000 && good < 140 * 12 * 9)
    }

    /// libwebp's encoder chooses different transforms, color tables and groups for pictures of many kinds.
    @Test(arguments: [(320, 240), (37, 211), (512, 9)]) func whatLibwebpWritesIsRead(width: Int, height: Int) {
        var generator = SeededGenerator(seed: 3)
        let kinds: [(_ x: Int, _ y: Int) -> [UInt8]] = [
            { x, y in [UInt8(x / 9 % 2) &* 200, UInt8(y / 7 % 2) &* 90, 7] },
            { x, y in [UInt8(truncatingIfNeeded: x), UInt8(truncatingIfNeeded: y), UInt8(truncatingIfNeeded: x + y)] },
            { x, y in
                // Parts with one color, a gradient, a few colors, and noise.
                switch (x * 4 / width + y * 3 / height) % 4 {
                case 0: [9, 9, 9]
                case 1: [UInt8(truncatingIfNeeded: x * 2), UInt8(truncatingIfNeeded: y), 40]
                case 2: [UInt8(x * y % 5) &* 50, 0, 0]
                default: (0..<3).map { _ in UInt8.random(in: 0...255, using: &generator) }
                }
            },
        ]
        for kind in kinds {
            let pixels = (0..<width * height).flatMap { kind($0 % width, $0 / width) }
            let frame = ImageFrame(unchecked: pixels, width: width, height: height, format: .rgb8)
            let bytes = WebPFile.encoded(Image(frame, metadata: ImageMetadata()), .webp(.lossless))
            // The limit is lower than the upper bound for the tables, so the tables are parsed.
            let tight = DecodingLimits(outputBytes: width * height * 7 + width * 128 + 2_000_000)
            #expect(verdict(bytes, tight) == .pixels([pixels], isPartial: false))
            #expect(verdict(bytes, in: 777, tight) == .pixels([pixels], isPartial: false))
        }
    }

    /// Our parser reads transforms and groups as libwebp does: both reject the same damage, and nothing else.
    ///
    /// With the tight limits our parser reads every picture; with the standard limits it reads none.
    @Test(arguments: 0..<8) func damageIsFoundWhereLibwebpFindsIt(_ index: Int) throws {
        let pictures = [
            Pictures.made(40, 30, .rgba8), Pictures.noise(33, 17), Pictures.made(64, 64), Pictures.noise(60, 50),
        ]
        let bytes =
            index < 4
            ? WebPFile.encoded(pictures[index], .webp(.lossless))
            : WebPFile(
                [.init("VP8L", LosslessStream(width: 40, height: 40, groups: 3 * index, cacheBits: index % 3).bytes)]
            ).bytes
        // Room for the pixels and some groups of the smallest kind.
        let tight = DecodingLimits(outputBytes: 1_200_000)
        #expect(verdict(bytes, tight) == verdict(bytes))
        var generator = SeededGenerator(seed: UInt64(index))
        var refused = 0
        for _ in 0..<600 {
            var mutant = bytes
            // Most of the parsed bits are at the beginning.
            let end = Bool.random(using: &generator) ? min(bytes.count, 120) : bytes.count
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                mutant[Int.random(in: 25..<end, using: &generator)] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            }
            let found = verdict(mutant, tight)
            if found == .error(.limitExceeded) {
                refused += 1
            } else {
                #expect(found == verdict(mutant), "\(mutant)")
                let partial = verdict(mutant, tight, .init(allowsPartialImages: true))
                if case .pixels = found { #expect(partial == found) }
                #expect(verdict(mutant, in: 50, tight) == found)
            }
        }
        #expect(refused < 300)
    }
}
