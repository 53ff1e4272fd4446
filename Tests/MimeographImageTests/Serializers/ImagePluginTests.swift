import Mimeograph
import MimeographImage
import Testing

@Suite struct ImagePluginTests {
    private func registry() throws -> SerializerRegistry { try SerializerRegistry { ImagePlugin() } }

    private func head(_ type: String) -> ResponseHead { ResponseHead(status: 200, fields: ["Content-Type": type]) }

    @Test(arguments: ["image/png", "image/jpeg", "image/jpg", "image/webp"]) func signaturesOverrideMediaTypes(
        _ type: String
    )
        throws
    {
        let picture = try Pictures.photo(9, 5)
        let image = try registry().read(Image.self, from: picture.encoded(as: .png), head: head(type))
        #expect(image.source == .png && image.pixels == picture.pixels)
    }

    @Test func imagesAreNative() throws {
        let bytes = try Pictures.photo(9, 5).encoded(as: .jpeg)
        #expect(try registry().anyValue(from: bytes, head: head("image/jpeg")) is Image)
        #expect(try registry().anyValue(from: bytes, head: ResponseHead(status: 200)) is Image)
    }

    @Test func writingPrefersPNG() throws {
        let image = try Pictures.photo(9, 5)
        let (type, bytes) = try registry().encode(image, as: nil)
        #expect(type == .png && bytes.starts(with: [0x89, 0x50]))
        let jpeg = try registry().encode(image, as: .jpeg)
        #expect(jpeg.contentType == .jpeg && jpeg.bytes.starts(with: [0xFF, 0xD8]))
    }

    @Test func requestsCarryTheirType() throws {
        var message = RequestMessage(method: .put, url: "/avatar")
        try ImageRequestSerializer(.jpeg(quality: 70)).write(Pictures.photo(4, 4), into: &message)
        #expect(message.fields["Content-Type"] == "image/jpeg")
        #expect((message.body.knownLength ?? 0) > 100)
        // A caller that sets the type knows the server.
        message.fields["Content-Type"] = "image/pjpeg"
        try ImageRequestSerializer(.jpeg(quality: 70)).write(Pictures.photo(4, 4), into: &message)
        #expect(message.fields["Content-Type"] == "image/pjpeg")
    }

    @Test func registryStreamsUpdates() throws {
        var parser = try registry().parser(of: ImageUpdate.self, for: head("image/png"))
        var updates: [ImageUpdate] = []
        let bytes = try Pictures.photo(9, 5).encoded(as: .png)
        try parser.consume(bytes.span, into: &updates)
        guard case .image(let image)? = updates.last else {
            Issue.record("no image")
            return
        }
        #expect(image.width == 9)
    }

    @Test func optionsOfThePluginApply() throws {
        let serializers = try SerializerRegistry { ImagePlugin(reading: .thumbnail(3)) }
        let image = try serializers.read(
            Image.self,
            from: Pictures.photo(9, 6).encoded(as: .png),
            head: head("image/png")
        )
        #expect(image.width == 3 && image.height == 2)
        #expect(image.sizeInPoints == (3, 2))
    }

    @Test func acceptNamesTheFormats() throws {
        let accept = try registry().accept(for: Image.self)
        #expect("\(accept)".contains("image/png") && "\(accept)".contains("image/jpeg"))
    }
}
