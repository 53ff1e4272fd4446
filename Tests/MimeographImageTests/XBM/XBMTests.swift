import Mimeograph
import MimeographImage
import Testing
import TestSupport

@Suite struct XBMTests {
    static let start = "#define dot_width 10\n#define dot_height 2\nstatic char dot_bits[] = {\n"

    private func read(_ text: String, _ options: ImageReadingOptions = .standard) throws -> Image {
        let head = ResponseHead(status: 200, fields: ["Content-Type": "image/x-xbitmap"])
        return try ImageResponseSerializer(options: options).read(Array(text.utf8), head: head)
    }

    private func picture(_ image: Image) -> [String] {
        (0..<image.height).map { row in
            image.pixels[row * image.width..<(row + 1) * image.width].map { $0 == 255 ? "#" : "." }.joined()
        }
    }

    @Test(arguments: [
        start + "0x05, 0x02, 0xff, 0x00};",
        "/* a dot */\n" + start + "5,2,255,0}",
        start + "05, 02, 0377, 0 }",
        "#define width 10\n#define dot_x_hot 3\n#define height 2\n#define other 7\nstatic unsigned char bits[4] = {0X5,0X2,0XFF,0X0};",
        "#define dot_width 10\n#define dot_height 2\nstatic short dot_bits[] = { 0x0205, 0x00ff };",
    ]) func everyFormIsRead(_ text: String) throws {
        let image = try read(text)
        #expect(picture(image) == ["#.#......#", "########.."])
        #expect(image.format == .gray8 && image.source == .xbm)
        let info = try ImageInfo.read(from: Array(text.utf8), type: "image/x-xbitmap")
        #expect(info?.width == 10 && info?.height == 2 && info?.bitsPerSample == 1)
    }

    /// A slash at the end may begin a comment. It was rejected as invalid.
    @Test func aCommentMayBeCutAnywhere() throws {
        let text =
            "#define dot_width /* */ 10\n/* dots */\n#define dot_height /* */ 2\n/* */ static/* */char/* */dot_bits/* */["
            + "/* */]/* */=/* */{ 5,/* */2,255,0};"
        let body = Array(text.utf8)
        #expect(try picture(read(text)) == ["#.#......#", "########.."])
        let info = try ImageInfo.read(from: body, isWhole: true)
        let whole = try #require(info)
        for length in 12..<body.count {
            let info = try ImageInfo.read(from: body[..<length])
            #expect(info == nil || info == whole, "\(length)")
        }
    }

    @Test(arguments: [
        ("#define a 1\nint main", SerializationError.Code.syntax),
        ("#define a_width x\n#define a_height 1\n", .syntax),
        ("#define a_width 99999999999\n#define a_height 1\n", .syntax),
        (start + "0x105, 0x02, 0xff, 0x00};", .syntax), (start + "0x05, 0x02};", .syntax),
        (start + "0x05, z, 0xff, 0x00};", .syntax), (start + "0x05, 0x02, ", .truncated), (start, .truncated),
        ("#define a_width 2147483647\n#define a_height 2147483647\nstatic char a_bits[] = {0};", .limitExceeded),
    ]) func invalidBitmapsAreErrors(_ text: String, _ code: SerializationError.Code) {
        let error = #expect(throws: SerializationError.self) { try read(text) }
        #expect(error?.code == code)
    }

    @Test func theForegroundMayBeBlack() throws {
        let bytes = Array((Self.start + "0x05, 0x02, 0xff, 0x00};").utf8)
        let white = try ImageResponseSerializer(codecs: [.xbm]).read(bytes).pixels
        let black = try ImageResponseSerializer(codecs: [.xbm(foreground: .black)]).read(bytes).pixels
        #expect(black == white.map { ~$0 } && white[0] == 255)
    }

    @Test func mediaTypeSufficesAfterALongComment() throws {
        let text = "/* " + String(repeating: "x", count: 100) + " */" + Self.start + "0x05, 0x02, 0xff, 0x00};"
        let serializers = try SerializerRegistry { ImagePlugin() }
        for type in ["image/x-xbitmap", "image/x-win-bitmap"] {
            let head = ResponseHead(status: 200, fields: ["Content-Type": type])
            #expect(try serializers.read(Image.self, from: Array(text.utf8), head: head).width == 10)
        }
    }

    @Test func missingBitsAreBackground() throws {
        let image = try read(Self.start + "0x05, 0x02, 0xff, ", .init(allowsPartialImages: true))
        #expect(image.isPartial && picture(image) == ["#.#......#", "########.."])
        #expect(throws: SerializationError.self) { try read(Self.start + "0x05,", .standard) }
    }

    @Test func everyPrefixAndMutationIsAnErrorOrAnImage() {
        let bytes = Array((Self.start + "0x05, 0x02, 0xff, 0x00};").utf8)
        var generator = SeededGenerator(seed: 8)
        let pieces = ["/*", "*/", "0x", "#define", "_width", "short", "99999999999999999999"].map { Array($0.utf8) }
        let changed = (0..<800).map { _ in Mutation.mutate(bytes, dictionary: pieces, using: &generator) }
        for input in bytes.indices.map({ Array(bytes[..<$0]) }) + changed {
            do throws(SerializationError) {
                let limits = DecodingLimits(outputBytes: 1 << 16, pixels: 1 << 14)
                let image = try XBMCodec().decode(input.span, options: .standard, limits: limits)
                #expect(image.pixels.count == image.width * image.height)
            } catch {
                #expect([.syntax, .truncated, .limitExceeded].contains(error.code))
            }
        }
        for length in bytes.indices.dropLast(2) {
            #expect(throws: SerializationError.self) {
                try XBMCodec().decode(Array(bytes[..<length]).span, options: .standard, limits: .standard)
            }
        }
    }
}
