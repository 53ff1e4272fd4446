import Mimeograph
import MimeographForm
import TestSupport
import Testing

@Suite struct MultipartTests {
    let serializers = try? SerializerRegistry { MultipartPlugin() }

    @Test func whatIsWrittenIsReadBackByTheRegistry() throws {
        let serializers = try #require(serializers)
        var generator = SeededGenerator(seed: 10)
        let alphabet: [UInt8] = [13, 10, 45, 66, 0, 255, 58, 32]
        for _ in 0..<200 {
            var form = MultipartFormData()
            var contents: [[UInt8]] = []
            for number in 0..<Int.random(in: 0...4, using: &generator) {
                let content = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
                    alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
                }
                contents.append(content)
                form.append(content, name: "a\"\(number)", fileName: "größe", contentType: "image/png")
            }
            let (type, bytes) = try serializers.encode(form)
            let head = RequestHead(method: .post, fields: ["Content-Type": type.description])
            let read = try serializers.read(Multipart.self, from: bytes, request: head)
            #expect(read.parts.map(\.bytes) == contents)
            #expect(read.parts.allSatisfy { $0.fileName == "größe" && $0.contentType == .png })
            #expect(read.parts.enumerated().allSatisfy { $1.name == "a\"\($0)" })
        }
    }

    @Test func fieldsByName() throws {
        let body = """
            --B\r
            Content-Disposition: form-data; name="a"\r
            \r
            1\r
            --B\r
            Content-Disposition: form-data; name="a"\r
            Content-Type: text/plain; charset=iso-8859-1\r
            \r
            2\r
            --B--
            """
        let form = try Multipart(parsing: body.utf8, type: "multipart/form-data;boundary=B")
        #expect(form["a"]?.text == "1")
        #expect(form.parts(named: "a").map(\.text) == ["1", "2"])
        #expect(form["b"] == nil)
    }

    @Test func rangesOfAFile() throws {
        let body = """
            \r
            --B\r
            Content-Type: text/plain\r
            Content-Range: bytes 0-4/30\r
            \r
            first\r
            --B\r
            Content-Range: bytes 10-15/*\r
            \r
            second\r
            --B--
            """
        let form = try Multipart(parsing: body.utf8, type: "multipart/byteranges;boundary=B")
        #expect(form.parts.map { $0.head.fields["Content-Range"] } == ["bytes 0-4/30", "bytes 10-15/*"])
    }

    @Test func theRootOfRelatedParts() throws {
        let body = "--B\r\nContent-ID: <a@x>\r\n\r\n1\r\n--B\r\nContent-ID: <b@x>\r\n\r\n2\r\n--B--"
        let first = try Multipart(parsing: body.utf8, type: "multipart/related;boundary=B")
        #expect(first.root?.text == "1")
        let named = try Multipart(parsing: body.utf8, type: #"multipart/related;start="<b@x>";boundary=B"#)
        #expect(named.root?.text == "2")
    }

    @Test func aStreamOfElements() async throws {
        let serializers = try #require(serializers)
        let body = Array("--B\r\nA: b\r\n\r\nhello\r\n--B--".utf8)
        let chunks = AsyncStream<[UInt8]> { continuation in
            for byte in body { continuation.yield([byte]) }
            continuation.finish()
        }
        let head = ResponseHead(status: 200, fields: ["Content-Type": "multipart/mixed; boundary=B"])
        var elements: [MultipartElement] = []
        for try await element in try serializers.stream(MultipartElement.self, from: chunks, head: head) {
            elements.append(element)
        }
        #expect(elements == [.head(MultipartHead(fields: ["A": "b"])), .bytes(Array("hello".utf8)), .end])
    }

    @Test func aMessageWithoutATypeIsRefused() {
        #expect(throws: SerializationError.self) {
            try MultipartResponseSerializer().read([UInt8]().span, head: ResponseHead(status: 200), limits: .standard)
        }
    }
}
