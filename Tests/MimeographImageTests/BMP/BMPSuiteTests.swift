import Mimeograph
import MimeographImage
import Testing
import TestSupport

/// The files of BMP Suite.
///
/// A picture of the suite shows the right result of each file that is good or questionable. Pillow's result must be the same, if
/// it reads the file.
///
/// Source: jsummers/bmpsuite, html/bmpsuite.html.
@Suite struct BMPSuiteTests {
    @Test(.needsCorpora) func theSuiteIsWhole() throws {
        let counts = try ["g", "q", "b"].map { folder in try results(in: folder).count }
        #expect(counts == [27, 43, 20])
    }

    @Test(.needsCorpora) func goodFilesHaveTheirPixels() throws {
        let record = SuiteRecord("bmp-suite", part: "good files")
        for (name, result) in try results(in: "g") { try checkPixels(of: name, result, record) }
        try record.write()
    }

    @Test(.needsCorpora) func questionableFilesHaveTheirPixelsOrAnError() throws {
        let record = SuiteRecord("bmp-suite", part: "questionable files")
        for (name, result) in try results(in: "q") {
            if let reason = Self.unsupported[name] {
                let code = code(of: name)
                record.expect(code == .unsupportedMediaType, name, String(describing: code))
                record.differs(name, because: reason)
            } else if name == "q/rgb24prof2.bmp" {
                let image = try read(name)
                record.expect(SHA256.hexDigest(of: image.pixels) == result["rgba8"] as? String, name, "other pixels")
                record.expect(image.metadata.iccProfile?.isEmpty == false, name, "no profile")
                record.differs(name, because: "The color profile is returned with the picture, but not applied to it.")
            } else if name == "q/rgb32-111110.bmp" {
                // Its picture is the one from which it was made, so samples of 10 and 11 bits differ from it by rounding.
                let (ours, original) = (try read(name).pixels, try read("g/rgb24.bmp").pixels)
                let isClose =
                    ours.count == original.count && zip(ours, original).allSatisfy { abs(Int($0) - Int($1)) <= 1 }
                record.expect(isClose, name, "other pixels")
            } else {
                try checkPixels(of: name, result, record)
            }
        }
        try record.write()
    }

    /// A bad file is an error or a picture of the size in its header. Harmless damage changes no pixel.
    @Test(.needsCorpora) func badFilesAreErrorsOrPictures() throws {
        let record = SuiteRecord("bmp-suite", part: "bad files")
        for (name, result) in try results(in: "b") {
            if let expected = Self.errors[name] {
                let code = code(of: name)
                record.expect(code == expected, name, String(describing: code))
            } else if Self.shownBy[name] != nil || Self.pictures[stem(of: name)] != nil {
                try checkPixels(of: name, result, record)
            } else {
                let image = try read(name)
                record.expect(image.width == 127 && image.height == 64 && !image.isPartial, name, "not a whole picture")
            }
        }
        let partial = try ImageResponseSerializer(
            options: .init(pixelFormat: .exactly(.rgba8), allowsPartialImages: true)
        )
        .read(try Corpora.read("bmp-suite/b/shortfile.bmp"))
        record.expect(partial.isPartial && partial.height == 64, "b/shortfile.bmp", "not a partial picture")
        try record.write()
    }

    // MARK: Expectations

    /// The pictures of the suite in which the files with other names are shown. If the suite shows several pictures, it is the
    /// one in which pixels that a run skips have the first color, unused bits are not alpha, and pixels are not stretched.
    private static let shownBy: [String: String] = {
        var found: [String: String] = [:]
        for (picture, files) in [
            ("pal1", ["g/pal1wb", "b/badbitssize", "b/baddens1", "b/baddens2", "b/badfilesize", "b/badplanes"]),
            ("pal4", ["g/pal4rle"]), ("pal4rletrns-0", ["q/pal4rletrns"]), ("pal4rlecut-0", ["q/pal4rlecut"]),
            (
                "pal8",
                [
                    "g/pal8-0", "g/pal8rle", "g/pal8topdown", "g/pal8os2", "g/pal8v4", "g/pal8v5", "q/pal8offs",
                    "q/pal8oversizepal", "q/pal8os2-sz", "q/pal8os2-hs", "q/pal8os2sp", "q/pal8os2v2", "q/pal8os2v2-16",
                    "q/pal8os2v2-sz", "q/pal8os2v2-40sz", "b/badpalettesize", "b/rletopdown",
                ]
            ), ("pal8rletrns-0", ["q/pal8rletrns"]), ("pal8rlecut-0", ["q/pal8rlecut"]),
            ("pal8nonsquare-e", ["g/pal8nonsquare"]), ("rgb16", ["g/rgb16bfdef", "q/rgb16faketrns"]),
            ("rgb16-565", ["g/rgb16-565pal"]),
            (
                "rgb24",
                [
                    "g/rgb24pal", "g/rgb32", "g/rgb32bfdef", "g/rgb32bf", "q/rgb24largepal", "q/rgb24prof",
                    "q/rgb24lprof", "q/rgb32h52", "q/rgb32-xbgr", "q/rgb32fakealpha",
                ]
            ), ("rgba32", ["q/rgba32-1", "q/rgba32-2", "q/rgba32abf", "q/rgba32h56"]),
        ] as [(String, [String])] {
            for file in files { found["\(file).bmp"] = picture }
        }
        return found
    }()

    /// The SHA-256 of the suite's pictures as RGBA, in which pixels that are wholly transparent are black.
    private static let pictures = [
        "pal1": "54483daf3c817e923ab0c4fa54f15b81e8d515522319e616be5477542ad9ae8a",
        "pal1bg": "e1f6f0b4b6dcbc8a12399ff252b870cec77e693891e8cce2e6ce222fb39d54d7",
        "pal1p1": "492d975b93cc62a5d07c74a3a8dd76063eb7a22b3d1b0447562c80fabd12854c",
        "pal2": "bc7e318d7a5e8b215bd67a85fae422cc121d06c97a74d31c6b6bd5b3f91779c1",
        "pal2color": "4456fcd6af728b89a7810f6c15b7dcd8a5b052586196f454df3e0c53d75bf291",
        "pal4": "2b322fe79adba0175a70554025496bcb2140a63a08121e977c6027a1ef2161d6",
        "pal4gs": "0b54a312c54be1942741384a0c8b2c61f084db20631791f0bb3af82b9574a328",
        "pal4rletrns-0": "96af5cadfdca8cec5fc716a4df9cf1944f811c3a94c624aa5c5f49a20502b386",
        "pal4rlecut-0": "a872594d8717d5a328d106a2880ae96e5fc57b2afdd4ea4a0dd131d45da5d2d5",
        "pal8": "9f33d52c158d285928d5c27e5b59b84aaa26a53ab5d204383d72889c6f6d9051",
        "pal8gs": "62b91414106a0a222da82f42f229f7f5af9d5c36ff8d560c4dfe68382a77f309",
        "pal8rletrns-0": "3ad1063223b00fff22578752d662b5cfeda16a0430bb2a0d2c9af0ef04455b73",
        "pal8rlecut-0": "b8f123a4e805d83bdfe56ea0186e5950ca8463e941982f7a93cbf75cd9e084ea",
        "pal8w126": "4f138661b2c5b934dd9fca0b7e719b2237d316c979400b325e9c03b713e0c4e0",
        "pal8w125": "cf4d45fe07f4e82ecfbcba4fdcb450cfad35fdae515ae3977732725ed309f2f8",
        "pal8w124": "a7484507638b3c9f9865b46d56b12d35b9207ec6ed7bd71df5fb1476375ccdaa",
        "pal8nonsquare-e": "07c8f0b189542cbf6304bd0072971e637fc3e37e7ac3e11c40868a4be0b5d2a9",
        "rgb16": "d6f27086a528ceb4c6cc731c067730f936c7d760470c5e05d3d79c5a4b711929",
        "rgb16-231": "658effd0494b902d5ad5c10e8e74e52894671f8c61115be9a21f491cf5438139",
        "rgb16-3103": "95f36e4ab435205eff15cb165b5e299b2e23394940b2813ad4d0b1bb6aa5f2f8",
        "rgb16-565": "2a018aed0053eb0783adb970dbcb7f6c373459fdfbdb16ad855d407bf33e754e",
        "rgb16-880": "1d59bddfa5820426da9b8e79e84f42af8ddca360c0478e500d44ef08188fdc36",
        "rgba16-1924": "dfd80df9150e13aba8bcc55ed940166489b8f799974df325ddf1ce66b75784d9",
        "rgba16-4444": "9b5afa2c715bbf9c666d00fd14b9c067b6209eb1f6b33c05e0925fbd5110f6ad",
        "rgba16-5551": "1e48bbeb8c706e862add205fa0006a9331cd52189cce32806684d8a990a8e2a8",
        "rgb24": "ac4dbaf6110c3f2c88edb4221e90dd2567525b25cd1c1c736aafd584b206d053",
        "rgb32-7187": "3ef4d0a2ee2069b7a779541e0a683c784a0161221dbbadc5e150364877c9a2c4",
        "rgba32": "ee3cd3c840db8eb7d581a94b07b7d4398c7d3ce2a8537d108d349fc1b11def85",
        "rgba32-1010102": "1cf9757846c237cbdd4eddf16fb7bf87d752af7a8faa23821956fbdcc8fb71a9",
        "rgba32-61754": "0032b2f4447dd64cc653780bdd93bcf70e5cbd24ee0489a5a6d25dd434287cec",
        "rgba32-81284": "0803906939d4d43fa56fc79ce9c0e8b2e4652f0adfc0c3c16974462b7f9ac959",
    ]

    /// The pictures whose channels have fewer than 8 bits, with those bits. The suite rounds them to the nearest value. The codec
    /// rounds down, as Pillow does.
    private static let narrow = [
        "rgb16": [5, 5, 5], "rgb16-565": [5, 6, 5], "rgb16-231": [2, 3, 1], "rgba16-5551": [5, 5, 5],
    ]

    /// The pictures for which the suite drops the lower 8 of 16 bits. It rounds for the others.
    private static let dropping = ["rgb32-7187", "rgba32-81284", "rgba32-61754"]

    private static let unsupported = [
        "q/pal1huffmsb.bmp": "The Huffman code of OS/2 is not supported.",
        "q/rgb24rle24.bmp": "Runs of 24 bits, which only OS/2 has, are not supported.",
        "q/rgb24jpeg.bmp": "A JPEG or PNG inside of a BMP, which only printers accept, is not supported.",
        "q/rgb24png.bmp": "A JPEG or PNG inside of a BMP, which only printers accept, is not supported.",
        "q/rgba64.bmp": "Pixels of 64 bits are not supported.",
    ]

    private static let errors: [String: SerializationError.Code] = [
        "b/badbitcount.bmp": .syntax, "b/badheadersize.bmp": .syntax, "b/badwidth.bmp": .syntax,
        "b/reallybig.bmp": .limitExceeded, "b/shortfile.bmp": .truncated,
    ]

    // MARK: Reading

    /// Returns the files of a folder, with the result of Pillow for each.
    private func results(in folder: String) throws -> [(name: String, result: [String: Any])] {
        let json = try #require(try Corpora.json("bmp-suite/expected.json") as? [String: Any])
        let files = try #require(json["files"] as? [String: [String: Any]])
        return files.filter { $0.key.hasPrefix("\(folder)/") }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    private func read(_ name: String, as format: PixelFormat = .rgba8) throws -> Image {
        try ImageResponseSerializer(options: .init(pixelFormat: .exactly(format))).read(
            try Corpora.read("bmp-suite/\(name)")
        )
    }

    /// Returns the code of the error for a file, or nil if it is read.
    private func code(of name: String) -> SerializationError.Code? {
        do {
            _ = try read(name)
            return nil
        } catch {
            return (error as? SerializationError)?.code
        }
    }

    private func stem(of name: String) -> String { String(name.dropFirst(2).dropLast(4)) }

    private func checkPixels(of name: String, _ result: [String: Any], _ record: SuiteRecord) throws {
        let bytes = try Corpora.read("bmp-suite/\(name)")
        let image = try read(name)
        let picture = Self.shownBy[name] ?? stem(of: name)
        let digest = SHA256.hexDigest(of: image.pixels)
        // Pillow ignores the alpha of this file.
        if let pillow = result["rgba8"] as? String, name != "q/rgba16-5551.bmp" {
            record.expect(digest == pillow, name, "other pixels than Pillow's")
            let isAsLarge = image.width == result["width"] as? Int && image.height == result["height"] as? Int
            record.expect(isAsLarge, name, "another size")
        }
        if digest != Self.pictures[picture] {
            let pixels = try pixelsOfTheSuite(name, picture, image)
            record.expect(SHA256.hexDigest(of: pixels) == Self.pictures[picture], name, "other pixels than the suite's")
        }
        record.expect(image.source == .bmp && !image.isPartial, name, "not a whole BMP")
        let info = try ImageInfo.read(from: bytes)
        record.expect(info?.width == image.width && info?.height == image.height, name, "other information")
    }

    /// Returns the pixels, rounded as the suite does, with pixels that are wholly transparent in black.
    private func pixelsOfTheSuite(_ name: String, _ picture: String, _ image: Image) throws -> [UInt8] {
        var pixels = image.pixels
        if Self.dropping.contains(picture) {
            let wide = try read(name, as: .rgba16).frames[0]
            pixels = try #require(wide.withSamples16 { span in span.indices.map { UInt8(span[$0] >> 8) } })
        }
        for start in stride(from: 0, to: pixels.count, by: 4) {
            if pixels[start + 3] == 0 {
                for channel in 0..<3 { pixels[start + channel] = 0 }
                continue
            }
            for (channel, bits) in (Self.narrow[picture] ?? []).enumerated() {
                let most = 1 << bits - 1
                let stored = (Int(pixels[start + channel]) * most + 254) / 255
                pixels[start + channel] = UInt8((stored * 510 + most) / (2 * most))
            }
        }
        return pixels
    }
}
