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

    /// The updates of a body that is cut so, and the error that ended them.
    static func updates(
        _ body: [UInt8],
        cuts: [Int],
        options: ImageReadingOptions = .rgba8,
        budget: DecodeBudget = .standard
    ) -> ([ImageUpdate], SerializationError.Code?) {
        var decoder = ImageDecoder(options: options, budget: budget)
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

    /// A cut within the header of a scan that is out of order: the rows of the scan before it are told, or not, all the same.
    @Test func whereAScanOutOfOrderIsCutChangesNothing() throws {
        let gray = try Image(width: 8, height: 8, format: .gray8, pixels: [UInt8](repeating: 128, count: 64))
        var body = try gray.encoded(as: .jpeg(isProgressive: true))
        let scans = body.indices.dropLast().filter { body[$0] == 0xFF && body[$0 + 1] == 0xDA }
        try #require(scans.count > 1)
        body[scans[1] + 7] = 0x20
        let (whole, failure) = Self.updates(body, cuts: [])
        #expect(failure == .syntax)
        for cut in 1..<body.count {
            let (parts, other) = Self.updates(body, cuts: [cut])
            #expect(parts == whole && other == failure, "cut at \(cut)")
        }
    }

    /// What follows the image costs nothing, and what is too much is noticed at the same byte, however the body is cut.
    @Test(arguments: [false, true]) func whereALimitIsMetTheCutsChangeNothing(asJPEG: Bool) throws {
        let gray = try Image(width: 8, height: 40, format: .gray8, pixels: [UInt8](repeating: 128, count: 320))
        let image = try asJPEG ? gray.encoded(as: .jpeg) : gray.encoded(as: .png)
        let body = image + [1, 2, 3]
        for limit in [image.count - 20, image.count - 1, image.count] {
            var budget = DecodeBudget.standard
            budget.inputBytes = limit
            let (whole, failure) = Self.updates(body, cuts: [], budget: budget)
            #expect(failure == (limit < image.count ? .limitExceeded : nil))
            for cuts in [Array(1..<body.count), [limit], [limit + 1], [40]] {
                let (parts, other) = Self.updates(body, cuts: cuts, budget: budget)
                #expect(parts == whole && other == failure, "a limit of \(limit), cut at \(cuts.count) places")
            }
        }
    }

    @Test(.needsCorpora, arguments: files) func whereItIsCutChangesNothing(_ path: String) throws {
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

    /// The rows of the last pass, put together, are the picture; of several passes there are several.
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
        // An image of non-interleaved scans is gathered as a progressive one is.
        if info.isProgressive { #expect(passes.count > 1) } else { #expect(passes.count == 1) }
    }

    /// zlib sees damage earlier the more it is given at once: the rows that are told before it must not hang on that.
    @Test(.needsCorpora) func whereADamagedPNGIsCutChangesNothing() throws {
        var generator = SeededGenerator(seed: 13)
        for name in ["basn0g02", "basn2c08", "basi3p08", "basn6a16"] {
            let body = try Corpora.read("png-pngsuite/png/\(name).png")
            let pixels = try #require(body.indices.dropLast(8).first { body[$0...].starts(with: "IDAT".utf8) })
            for _ in 0..<12 {
                var damaged = body
                damaged[.random(in: pixels + 6..<body.count - 16, using: &generator)] ^= 0x55
                let (whole, failure) = Self.updates(damaged, cuts: [])
                let (cut, other) = Self.updates(damaged, cuts: Array(1..<body.count))
                let isSame = whole == cut && failure == other
                #expect(isSame, "\(name)")
            }
        }
    }

    /// libjpeg-turbo notices a bad Huffman code only where few bytes are there.
    @Test func whereADamagedJPEGIsCutChangesNothing() throws {
        let body = try Pictures.photo(48, 48).encoded(as: .jpeg(quality: 95))
        let scan = try #require(body.indices.dropLast().last { body[$0] == 0xFF && body[$0 + 1] == 0xDA })
        var generator = SeededGenerator(seed: 17)
        for _ in 0..<24 {
            var damaged = body
            damaged[.random(in: scan + 14..<body.count - 2, using: &generator)] ^= 0x5A
            let (whole, failure) = Self.updates(damaged, cuts: [])
            let (cut, other) = Self.updates(damaged, cuts: Array(stride(from: 1, to: body.count, by: 3)))
            let isSame = whole == cut && failure == other
            #expect(isSame)
            #expect(((try? ImageResponseSerializer().read(damaged)) == nil) == (failure != nil))
        }
    }

    /// Where bytes are missing, libjpeg waits up to eight bytes before the last, as the pieces before were.
    @Test func rowsBeforeTheEndOfATruncatedJPEGDoNotHangOnCuts() throws {
        let body = try Pictures.noise(24, 96, format: .gray8).encoded(as: .jpeg(quality: 95))
        var rows: Set<Int> = []
        try #require(body.count > 1200)
        for count in stride(from: body.count - 900, to: body.count, by: 2) {
            let prefix = Array(body.prefix(count))
            let (whole, failure) = Self.updates(prefix, cuts: [])
            let (cut, other) = Self.updates(prefix, cuts: Array(count - 100..<count))
            let isSame = whole == cut
            #expect(isSame && failure == .truncated && other == .truncated, "\(count)")
            rows.insert(whole.count)
        }
        #expect(rows.count > 2)
    }

    /// libjpeg cannot wait within arithmetic codes, and so such a JPEG is decoded at its end.
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

    /// To smooth a preview libjpeg reads on, as far as the header of the next scan says, of which it may have one half.
    @Test(arguments: [false, true]) func whereABadTableFollowsAPreviewIsCutChangesNothing(_ allowsPartial: Bool) throws
    {
        let body = try Pictures.photo(32, 32).encoded(as: .jpeg(isProgressive: true))
        let scans = body.indices.dropLast().filter { body[$0] == 0xFF && body[$0 + 1] == 0xDA }
        let first = try #require(scans.first)
        let second = try #require(scans.dropFirst().first)
        let tables = try #require((first..<second).first { body[$0] == 0xFF && body[$0 + 1] == 0xC4 })
        var damaged = body
        // All codes are of one bit, though there can be but two: libjpeg sees it when the scan starts, not before.
        let codes = body[tables + 5..<tables + 21].reduce(0, &+)
        try #require(codes > 2)
        damaged.replaceSubrange(tables + 5..<tables + 21, with: [codes] + Array(repeating: 0, count: 15))
        let options = ImageReadingOptions(allowsPartialImages: allowsPartial)
        let (whole, failure) = Self.updates(damaged, cuts: [], options: options)
        #expect(failure == .syntax)
        for cut in first..<second + 16 {
            let (updates, other) = Self.updates(damaged, cuts: [cut], options: options)
            let isSame = updates == whole && other == failure
            #expect(isSame, "\(cut)")
        }
    }

    /// What is damaged before the first pixel is no partial image, in pieces as at once.
    @Test func withoutQuantizationTablesThereIsNoPicture() throws {
        var body = try Pictures.photo(16, 16).encoded(as: .jpeg)
        // The segments stay, as ones that nobody reads.
        for index in body.indices.dropLast() where body[index] == 0xFF && body[index + 1] == 0xDB {
            body[index + 1] = 0xEF
        }
        let partial = ImageReadingOptions(allowsPartialImages: true)
        let error = #expect(throws: SerializationError.self) {
            try ImageResponseSerializer(options: partial).read(body)
        }
        #expect(error?.code == .syntax)
        for cuts in [[], Array(1..<body.count), [body.count / 2]] {
            let (updates, failure) = Self.updates(body, cuts: cuts, options: partial)
            #expect(failure == .syntax && updates.count == 1)
        }
    }

    /// libpng's progressive reader passes over Exif data, which its other reader knows.
    @Test(arguments: [true, false]) func whatIsSaidBesideThePixelsComesToo(_ isPNG: Bool) throws {
        var image = try Pictures.photo(9, 5)
        image.metadata.orientation = .right
        image.metadata.resolution = ImageResolution(horizontal: 72, vertical: 72, unit: .inch)
        image.metadata.texts = [ImageText("Comment", "said")]
        let body = isPNG ? try image.encoded(as: .png) : try image.encoded(as: .jpeg)
        let (updates, _) = Self.updates(body, cuts: [40], options: .standard)
        let whole = try ImageResponseSerializer().read(body)
        #expect(whole.width == 5 && whole.metadata.exif != nil && whole.metadata.texts.count == 1)
        let isSame = updates.last == .image(whole)
        #expect(isSame)
    }

    @Test(.needsCorpora) func rowsAreToldAsFarAsThereIsRoom() throws {
        let body = try Corpora.read("png-pngsuite/png/basi2c08.png")
        var budget = DecodeBudget.standard
        for (images, expected) in [(1, 0), (2, 1), (4, 3), (8, 7)] {
            budget.outputBytes = 32 * 32 * 4 * images
            let (updates, failure) = Self.updates(body, cuts: [], budget: budget)
            #expect(failure == nil)
            let passes = Set(updates.compactMap { if case .rows(let rows) = $0 { rows.pass } else { nil } })
            #expect(passes.count == expected && (expected == 0 || passes.contains(6)))
        }
        budget.outputBytes -= 32 * 32 * 4 * 7 + 1
        #expect(Self.updates(body, cuts: [], budget: budget).1 == .limitExceeded)
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
        var budget = DecodeBudget.standard
        budget.pixels = 1 << 18
        for _ in 0..<60 {
            let mutated = Mutation.mutate(body, using: &generator)
            let whole = try? ImageResponseSerializer(options: .rgba8)
                .read(mutated, head: ResponseHead(status: 200), budget: budget)
            let cut = Int.random(in: 0...mutated.count, using: &generator)
            let (updates, failure) = Self.updates(mutated, cuts: [cut], budget: budget)
            let uncut = Self.updates(mutated, cuts: [], budget: budget).1
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
                budget: budget
            )
            _ = Self.updates(mutated, cuts: [cut], options: partial, budget: budget)
            _ = try? ImageInfo.read(from: mutated, isWhole: true)
        }
    }
}
