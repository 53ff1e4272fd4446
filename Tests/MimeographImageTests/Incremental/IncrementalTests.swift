import Mimeograph
import MimeographImage
import Testing
import TestSupport

@Suite struct IncrementalTests {
    static let files = [
        "png-pngsuite/png/basi0g01.png", "png-pngsuite/png/basi6a16.png", "png-pngsuite/png/basn3p08.png",
        "png-pngsuite/png/tbbn2c16.png", "png-pngsuite/png/ctzn0g04.png", "png-pngsuite/png/oi9n2c16.png",
        "png-pngsuite/png/s01i3p01.png", "png-pngsuite/png/s09i3p02.png",
        "jpeg-imagers/images/mozilla/jpg-size-33x33.jpg", "jpeg-imagers/images/mozilla/jpg-progressive.jpg",
        "jpeg-imagers/images/mozilla/jpg-cmyk-1.jpg", "jpeg-imagers/images/mozilla/jpg-gray.jpg",
        "jpeg-imagers/images/restarts.jpg", "jpeg-imagers/images/non-interleaved-mcu.jpg",
    ]

    /// Returns the updates of a body that is split at `cuts`, and the error that ended them.
    static func updates(
        _ body: [UInt8],
        cuts: [Int],
        options: ImageReadingOptions = .rgba8,
        limits: DecodingLimits = .standard
    ) -> ([ImageUpdate], SerializationError.Code?) {
        var decoder = ImageDecoder(options: options, limits: limits)
        var updates: [ImageUpdate] = []
        do throws(SerializationError) {
            var start = 0
            for end in cuts + [body.count] {
                try decoder.consume(body[start..<end].span, into: &updates)
                start = end
            }
            try decoder.finish(into: &updates)
            return (updates, nil)
        } catch {
            return (updates, error.code)
        }
    }

    /// Bytes after the image cost nothing, and a limit is reached at the same byte however the body is split.
    @Test(arguments: [false, true]) func limitsDoNotDependOnSplits(asJPEG: Bool) throws {
        let gray = try Image(width: 8, height: 40, format: .gray8, pixels: [UInt8](repeating: 128, count: 320))
        let image = try asJPEG ? gray.encoded(as: .jpeg) : gray.encoded(as: .png)
        let body = image + [1, 2, 3]
        for limit in [image.count - 20, image.count - 1, image.count] {
            var limits = DecodingLimits.standard
            limits.inputBytes = limit
            let (whole, failure) = Self.updates(body, cuts: [], limits: limits)
            #expect(failure == (limit < image.count ? .limitExceeded : nil))
            for cuts in [Array(1..<body.count), [limit], [limit + 1], [40]] {
                let (parts, other) = Self.updates(body, cuts: cuts, limits: limits)
                #expect(parts == whole && other == failure, "a limit of \(limit), cut at \(cuts.count) places")
            }
        }
    }

    @Test(.needsCorpora, arguments: files) func updatesDoNotDependOnSplits(_ path: String) throws {
        let body = try Corpora.read(path)
        let (whole, failure) = Self.updates(body, cuts: [])
        #expect(failure == nil)
        guard case .info(let info)? = whole.first, case .image(let image)? = whole.last else {
            Issue.record("no image")
            return
        }
        #expect(info.width == image.width)
        let isRead = try ImageResponseSerializer(options: .rgba8).read(body) == image
        #expect(isRead)
        let isSameByteByByte = Self.updates(body, cuts: Array(1..<body.count)).0 == whole
        #expect(isSameByteByByte)
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<20 {
            let cuts = (0..<3).map { _ in Int.random(in: 0...body.count, using: &generator) }.sorted()
            let isSame = Self.updates(body, cuts: cuts).0 == whole
            #expect(isSame, "\(cuts)")
        }
    }

    /// The rows of the last pass form the picture. A picture with several passes reports several.
    @Test(.needsCorpora, arguments: files) func rowsMakeThePicture(_ path: String) throws {
        let (updates, _) = Self.updates(try Corpora.read(path), cuts: [])
        guard case .image(let image)? = updates.last, case .info(let info)? = updates.first else { return }
        var canvas = [UInt8](repeating: 0, count: image.pixels.count)
        var passes: Set<Int> = []
        for case .rows(let rows) in updates {
            let start = rows.first * image.bytesPerRow
            canvas.replaceSubrange(start..<start + rows.pixels.count, with: rows.pixels)
            passes.insert(rows.pass)
            #expect(rows.pixels.count == rows.count * image.bytesPerRow && rows.count <= 16)
        }
        let isSame = canvas == image.pixels
        #expect(isSame)
        // An image of non-interleaved scans is buffered like a progressive one.
        if info.isProgressive { #expect(passes.count > 1) } else { #expect(passes.count == 1) }
    }

    /// libjpeg cannot suspend within arithmetic codes, so such a JPEG is decoded at its end.
    @Test(.needsTool("jpegtran"), arguments: [[], ["-progressive"]])
    func anArithmeticJPEGComesInPieces(_ switches: [String]) throws {
        let plain = try Pictures.photo(40, 24).encoded(as: .jpeg)
        let body = try #require(try Tool.run("jpegtran", ["-arithmetic"] + switches, on: plain))
        let image = try ImageResponseSerializer().read(body)
        #expect(image.pixels == (try ImageResponseSerializer().read(plain)).pixels)
        for cuts in [[], [200], Array(1..<body.count)] {
            let (updates, failure) = Self.updates(body, cuts: cuts, options: .standard)
            let isSame = updates.count == 2 && updates.last == .image(image)
            #expect(isSame && failure == nil)
            let (partial, end) = Self.updates(Array(body.dropLast(40)), cuts: Array(cuts.prefix(200)))
            #expect(partial.count == 1 && end == .truncated)
        }
    }

    @Test(.needsCorpora) func rowsAreReportedIfTheyFit() throws {
        let body = try Corpora.read("png-pngsuite/png/basi2c08.png")
        var limits = DecodingLimits.standard
        let size = 32 * 32 * 4
        // Two groups of rows. Each is an element of an array with up to twice the capacity, and the header of its pixel array.
        let pass = size + 2 * (2 * MemoryLayout<ImageUpdate>.stride + 32)
        for (room, expected) in [(0, 0), (pass - 1, 0), (pass, 1), (3 * pass, 3), (7 * pass, 7)] {
            limits.outputBytes = size + room
            let (updates, failure) = Self.updates(body, cuts: [], limits: limits)
            #expect(failure == nil)
            let passes = Set(updates.compactMap { if case .rows(let rows) = $0 { rows.pass } else { nil } })
            #expect(passes.count == expected && (expected == 0 || passes.contains(6)))
        }
        limits.outputBytes = size - 1
        #expect(Self.updates(body, cuts: [], limits: limits).1 == .limitExceeded)
    }

    @Test(.needsCorpora, arguments: files) func everyPrefixIsTruncatedOrPartial(_ path: String) throws {
        let body = try Corpora.read(path)
        let partial = ImageReadingOptions(pixelFormat: .exactly(.rgba8), allowsPartialImages: true)
        for count in stride(from: 0, to: body.count, by: max(1, body.count / 150)) {
            let prefix = Array(body.prefix(count))
            let isUnknown = count < 3 || (path.hasSuffix("png") && count < 8)
            let code = Self.updates(prefix, cuts: []).1
            #expect(code == .truncated || code == .syntax || (isUnknown && code == .unsupportedMediaType), "\(count)")
            let error = #expect(throws: SerializationError.self, "\(count)") {
                try ImageResponseSerializer().read(prefix)
            }
            #expect(
                error?.code == .truncated || error?.code == .syntax || isUnknown,
                "\(count): \(String(describing: error))"
            )
            if let image = try? ImageResponseSerializer(options: partial).read(prefix) {
                #expect(image.isPartial)
                let (updates, _) = Self.updates(prefix, cuts: [count / 2], options: partial)
                if case .image(let other)? = updates.last { #expect(other.isPartial) } else { Issue.record("\(count)") }
            }
            #expect(throws: Never.self) {
                if count >= 12 { _ = try ImageInfo.read(from: prefix) }
            }
        }
    }

    @Test(.needsCorpora, arguments: files) func mutationsNeitherTrapNorDiffer(_ path: String) throws {
        let body = try Corpora.read(path)
        var generator = SeededGenerator(seed: 11)
        let partial = ImageReadingOptions(pixelFormat: .exactly(.rgba8), allowsPartialImages: true)
        var limits = DecodingLimits.standard
        limits.pixels = 1 << 18
        for _ in 0..<60 {
            let mutated = Mutation.mutate(body, using: &generator)
            let whole = try? ImageResponseSerializer(options: .rgba8)
                .read(mutated, head: ResponseHead(status: 200), limits: limits)
            let cut = Int.random(in: 0...mutated.count, using: &generator)
            let (updates, failure) = Self.updates(mutated, cuts: [cut], limits: limits)
            let uncut = Self.updates(mutated, cuts: [], limits: limits).1
            #expect(uncut == failure)
            if let whole {
                if case .image(let image)? = updates.last {
                    let isSame = image == whole
                    #expect(isSame)
                } else {
                    Issue.record("decoded as a whole, and not in pieces: \(String(describing: failure))")
                }
            } else {
                #expect(failure != nil)
            }
            _ = try? ImageResponseSerializer(options: partial).read(
                mutated,
                head: ResponseHead(status: 200),
                limits: limits
            )
            _ = Self.updates(mutated, cuts: [cut], options: partial, limits: limits)
            _ = try? ImageInfo.read(from: mutated, isWhole: true)
        }
    }
}
