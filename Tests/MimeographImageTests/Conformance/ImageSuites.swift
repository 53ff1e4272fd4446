package import Mimeograph
package import MimeographConformance
package import MimeographImage
import SuiteSupport

/// The suites of images: reading, writing PNG and JPEG, streaming, and the formats that can only be read.
package enum ImageSuites {
    package static var all: [ConformanceSuite] { [image, png, jpeg, updates, others] }

    private static let types: [MediaRange] = [
        "image/png", "image/jpeg", "image/jpg", "image/pjpeg", "image/bmp", "image/x-bmp", "image/x-ms-bmp",
        "image/vnd.microsoft.icon", "image/x-icon", "image/ico", "image/x-xbitmap", "image/x-xbm", "image/x-win-bitmap",
    ]
    private static let noText = "an image is not text"

    /// A few rows in which all pixels differ.
    private static let picture = made(width: 5, height: 4, .rgba8) { UInt8(truncatingIfNeeded: $0 * 37) }
    /// Rows of more than one group, for readers that report rows as they arrive.
    private static let tall = made(width: 3, height: 40, .gray8) { UInt8(truncatingIfNeeded: $0 * 5) }
    /// A gray picture that JPEG keeps exactly, because its coefficients are all zero.
    private static let flat = made(width: 8, height: 8, .gray8) { _ in 128 }
    private static let animation = Image(unchecked: picture.frames + picture.frames, metadata: ImageMetadata())

    private static var image: ConformanceSuite {
        ConformanceSuite(
            "image",
            reading: ImageResponseSerializer(),
            types: types,
            fixtures: [
                .reads("a PNG", encoded(picture, as: .png)) { isSame($0, picture) && $0.source == .png },
                .reads("interlaced", encoded(picture, as: .png(isInterlaced: true))) { isSame($0, picture) },
                .reads("16 bits", encoded(made(width: 2, height: 2, .gray16) { UInt8($0) }, as: .png)) {
                    $0.format == .gray16
                },
                .reads("a JPEG", encoded(flat, as: .jpeg)) { isSame($0, flat) && $0.source == .jpeg },
                .reads("a progressive JPEG", encoded(flat, as: .jpeg(isProgressive: true))) { isSame($0, flat) },
                .refuses("half a PNG", Array(encoded(picture, as: .png).dropLast(30)), .truncated),
                .refuses("half a JPEG", Array(encoded(flat, as: .jpeg).dropLast(30)), .truncated),
                .refuses("a wrong checksum", damaged(encoded(picture, as: .png), at: 20), .syntax),
                .declines("a page", Array("<html></html>".utf8), type: "text/html"),
            ],
            capabilities: [
                .comparing { $0.frames },
                .writer(ImageRequestSerializer(.png)),
                unwritable,
                .large { size in .reads("large", encoded(noise(size), as: .png)) { isSame($0, noise(size)) } },
                .limit(.outputBytes, at: 100) { encoded(line($0), as: .png) },
            ] + shared()
        )
    }

    private static var png: ConformanceSuite {
        ConformanceSuite(
            "png-writer",
            writing: ImageRequestSerializer(.png),
            types: ["image/png"],
            fixtures: [.writes("a picture", picture), .writes("rows", tall), .writes("flat gray", flat)],
            capabilities: writing()
        )
    }

    private static var jpeg: ConformanceSuite {
        ConformanceSuite(
            "jpeg-writer",
            writing: ImageRequestSerializer(.jpeg),
            types: ["image/jpeg"],
            fixtures: [.writes("flat gray", flat)],
            capabilities: writing()
        )
    }

    private static var updates: ConformanceSuite {
        ConformanceSuite(
            "image-updates",
            streaming: ImageStreamSerializer(),
            types: types,
            fixtures: [
                .reads("a PNG", encoded(tall, as: .png)) { isWhole($0, tall) },
                .reads("interlaced", encoded(tall, as: .png(isInterlaced: true))) { isWhole($0, tall) },
                .reads("a JPEG", encoded(flat, as: .jpeg)) { isWhole($0, flat) },
                .reads("a progressive JPEG", encoded(flat, as: .jpeg(isProgressive: true))) { isWhole($0, flat) },
                .refuses("half a PNG", Array(encoded(tall, as: .png).dropLast(30)), .truncated),
                .refuses("half a JPEG", Array(encoded(flat, as: .jpeg).dropLast(30)), .truncated),
                .refuses("scans out of order", outOfOrder, .syntax),
                .refuses("a page", Array("<html><body></body></html>".utf8)),
            ],
            capabilities: [
                .large { size in .reads("large", encoded(noise(size), as: .png)) { isWhole($0, noise(size)) } },
                .limit(.inputBytes, at: 2000) { padded(encoded(flat, as: .jpeg), to: $0) },
                .limit(.outputBytes, at: 100) { encoded(line($0), as: .png) },
                .notApplicable(.roundTrip, because: "nothing writes streams"),
            ] + shared()
        )
    }

    /// BMP, icons and XBM.
    private static var others: ConformanceSuite {
        suite(
            "image-others",
            fixtures: [
                .reads("a BMP", ImageBodies.bmp) { isOnePixel($0, .bmp) },
                .reads("an icon with a PNG", ImageBodies.icon(of: encoded(picture, as: .png), width: 5, height: 4)) {
                    isSame($0, picture) && $0.source == .ico
                },
                .reads("an XBM", ImageBodies.xbm, type: "image/x-xbitmap") { $0.width == 8 && $0.source == .xbm },
                .refuses("half a BMP", Array(ImageBodies.bmp.dropLast(3)), .truncated),
            ],
            large: { size in
                .reads("large", ImageBodies.bmp(pixels: size / 3)) { $0.width == 1 && $0.height == size / 3 }
            }
        )
    }

    /// Returns the suite of formats that can only be read.
    ///
    /// - Parameters:
    ///   - codecs: The codecs that another plugin adds.
    ///   - types: The media types of these codecs.
    ///   - large: Makes a fixture of about that many bytes.
    package static func suite(
        _ name: String,
        with codecs: [any ImageCodec] = [],
        types others: [MediaRange] = [],
        fixtures: [ConformanceFixture<Image>],
        large: @escaping @Sendable (Int) -> ConformanceFixture<Image>
    ) -> ConformanceSuite {
        ConformanceSuite(
            name,
            reading: ImageResponseSerializer(codecs: .standard + codecs),
            types: types + others,
            fixtures: fixtures + [.declines("a page", Array("<html></html>".utf8), type: "text/html")],
            capabilities: [
                .comparing { $0.frames },
                .large(large),
                .limit(.outputBytes, at: 100) { encoded(line($0), as: .png) },
                .notApplicable(.roundTrip, because: "nothing writes these formats"),
            ] + shared(ImagePlugin(codecs: .standard + codecs))
        )
    }

    /// Returns the suite of a writer of another format without loss.
    ///
    /// - Parameters:
    ///   - codec: The codec that reads the format.
    ///   - others: Images that the format cannot hold.
    package static func writing(
        _ name: String,
        _ encoding: some ImageEncoding,
        readBy codec: some ImageCodec,
        types: [MediaRange]
    ) -> ConformanceSuite {
        let (picture, tall) = (picture.converted(to: .rgba8), tall.converted(to: .rgb8))
        return ConformanceSuite(
            name,
            writing: ImageRequestSerializer(encoding),
            types: types,
            fixtures: [.writes("a picture", picture), .writes("rows", tall)],
            capabilities: [
                .comparing { $0.frames }, .reader(ImageResponseSerializer(codecs: [codec])), unwritable, .noOracle,
            ]
        )
    }

    /// Whether an image of that format has one pixel.
    package static func isOnePixel(_ image: Image, _ format: ImageFormat) -> Bool {
        image.width == 1 && image.height == 1 && image.source == format
    }

    private static var unwritable: ConformanceCapability<Image> { .unwritable(animation) }

    /// The capabilities of writers of every format.
    private static func writing() -> [ConformanceCapability<Image>] {
        [
            .comparing { $0.frames }, .reader(ImageResponseSerializer()), unwritable,
            .noOracle,
        ]
    }

    /// The capabilities of readers of every kind.
    private static func shared<Value: Sendable>(
        _ plugin: ImagePlugin = ImagePlugin()
    ) -> [ConformanceCapability<Value>] {
        [
            .limit(.pixels, at: 100) { encoded(line($0), as: .png) },
            .emptyBodyIsRefused,
            .plugin(plugin),
            .vocabulary([
                "IHDR", "IDAT", "IEND", "PLTE", "tRNS", "zTXt", "eXIf", "JFIF\u{0}", "Exif\u{0}\u{0}", "\u{0}",
            ]),
            .notApplicable(.charsets, because: noText),
            .notApplicable(.depth, .elements, because: "pixels do not nest, and have a limit of their own"),
            .notApplicable(.expansionRatio, because: "pixels and outputBytes bound what it makes"),
            .noOracle,
        ]
    }

    private static func isSame(_ image: Image, _ other: Image) -> Bool { image.frames == other.frames }

    /// Whether the updates begin with the header, have rows, and end with that picture.
    private static func isWhole(_ updates: [ImageUpdate], _ picture: Image) -> Bool {
        guard case .info(let info) = updates.first, case .image(let image) = updates.last else { return false }
        return info.width == picture.width && updates.count > 2 && isSame(image, picture)
    }
}

extension ImageSuites {
    /// Returns one row of gray pixels.
    private static func line(_ width: Int) -> Image {
        made(width: width, height: 1, .gray8) { UInt8(truncatingIfNeeded: $0) }
    }

    /// Returns a picture whose bytes are computed from their indices.
    private static func made(width: Int, height: Int, _ format: PixelFormat, _ byte: (Int) -> UInt8) -> Image {
        let pixels = (0..<width * height * format.bytesPerPixel).map(byte)
        return Image(ImageFrame(unchecked: pixels, width: width, height: height, format: format))
    }

    /// Returns a picture of about that many bytes that cannot be compressed.
    package static func noise(_ size: Int) -> Image {
        var number: UInt32 = 1
        return made(width: 64, height: 3 + size / 64, .gray8) { _ in
            number = number &* 1_664_525 &+ 1_013_904_223
            return UInt8(truncatingIfNeeded: number >> 24)
        }
    }

    private static func encoded(_ image: Image, as encoding: some ImageEncoding) -> [UInt8] {
        (try? image.encoded(as: encoding)) ?? []
    }

    /// A progressive JPEG whose second scan begins with a higher coefficient than it ends with. Source: ITU-T T.81 §B.2.3.
    private static var outOfOrder: [UInt8] {
        var bytes = encoded(flat, as: .jpeg(isProgressive: true))
        let scans = bytes.indices.dropLast().filter { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA }
        bytes[scans[1] + 7] = 0x20
        return bytes
    }

    private static func damaged(_ bytes: [UInt8], at index: Int) -> [UInt8] {
        var bytes = bytes
        bytes[index] ^= 1
        return bytes
    }

    /// Returns a JPEG with a comment after its first marker that gives it that length. Source: ITU-T T.81 §B.2.4.5.
    private static func padded(_ jpeg: [UInt8], to count: Int) -> [UInt8] {
        let length = count - jpeg.count - 2
        let comment =
            [0xFF, 0xFE, UInt8(length >> 8), UInt8(length & 0xFF)] + [UInt8](repeating: 0x20, count: length - 2)
        return Array(jpeg.prefix(2)) + comment + Array(jpeg.dropFirst(2))
    }
}
