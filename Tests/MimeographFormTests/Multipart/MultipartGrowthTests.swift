import Mimeograph
import MimeographForm
import MimeographText
import TestSupport
import Testing

/// The cost of a body of several parts is in proportion to its size, whatever is in it and however it arrives.
@Suite struct MultipartGrowthTests {
    static let bodies: [(String, @Sendable (Int) -> String)] = [
        ("small parts", { size in (0..<size).map { part("name=\"f\($0)\"", "") }.joined() + end }),
        ("parts of one name", { size in String(repeating: part("name=\"a\"", "x"), count: size) + end }),
        ("one long part", { size in part("name=\"a\"", String(repeating: "x", count: 16 * size)) + end }),
        ("line ends", { size in part("name=\"a\"", String(repeating: "\r\n", count: size)) + end }),
        ("beginnings of a boundary", { size in part("name=\"a\"", String(repeating: "\r\n--", count: size)) + end }),
        ("longer boundaries", { size in part("name=\"a\"", String(repeating: "\r\n--Bx", count: size)) + end }),
        ("boundaries with dashes", { size in part("name=\"a\"", String(repeating: "\r\n--B-x", count: size)) + end }),
        (
            "a preamble of boundaries",
            { size in String(repeating: "\r\n--Bx", count: size) + "\r\n" + part("name=\"a\"", "x") + end }
        ),
        ("a long preamble", { size in String(repeating: "x", count: size) + "\r\n" + part("name=\"a\"", "x") + end }),
        ("a long epilogue", { size in part("name=\"a\"", "x") + end + String(repeating: "\r\n--B", count: size) }),
        (
            "fields of a part",
            { size in
                "--B\r\n" + (0..<size).map { "X\($0): 1\r\n" }.joined()
                    + "Content-Disposition: form-data; name=\"a\"\r\n\r\nx\r\n" + end
            }
        ),
        (
            "fields of one name",
            { size in
                "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n"
                    + String(repeating: "Content-Type: a/b\r\n", count: size) + "\r\nx\r\n" + end
            }
        ),
        (
            "a long field",
            { size in
                "--B\r\nContent-Disposition: form-data; name=\"" + String(repeating: "a", count: size)
                    + "\"\r\n\r\nx\r\n" + end
            }
        ),
        (
            "a folded field",
            { size in
                "--B\r\nContent-Disposition: form-data" + String(repeating: ";\r\n a=b", count: size)
                    + "; name=\"a\"\r\n\r\nx\r\n" + end
            }
        ),
        (
            "escapes in a name",
            { size in part("name=\"" + String(repeating: "%22\\\"", count: size) + "\"", "x") + end }
        ),
        (
            "quotation marks in a name",
            { size in part("name=\"" + String(repeating: "\"a", count: size) + "\"", "x") + end }
        ),
        (
            "combining marks in a name",
            { size in
                let name = "a" + String(repeating: "\u{300}\u{316}", count: size)
                return part("name=\"\(name)\"; filename=\"\(name)\"; filename*=\(name)'\(name)", name)
                    + "--B\r\nContent-ID: <\(name)>\r\nContent-Range: \(name) 0-1/\(name)\r\n\r\nx\r\n" + end
            }
        ),
    ]

    static func part(_ parameters: String, _ content: String) -> String {
        "--B\r\nContent-Disposition: form-data; \(parameters)\r\n\r\n\(content)\r\n"
    }
    static let end = "--B--\r\n"
    static let type: MediaType = "multipart/form-data;boundary=B"
    static let options = MultipartReadingOptions(partCount: .max, headBytes: .max)
    static let limits = DecodingLimits(inputBytes: .max, elements: .max)

    @Test(arguments: bodies.indices)
    func ofReading(_ index: Int) throws {
        let (name, body) = Self.bodies[index]
        let whole = try GrowthOfWork.perDoubling(from: 128, upTo: 1 << 14) {
            Array(body($0).utf8)
        } work: { body in
            let form = try Multipart(parsing: body, type: Self.type, options: Self.options, limits: Self.limits)
            _ = form["no such name"]
            _ = form.parts(named: "a").count
            _ = form.root
            _ = form == form
            for part in form.parts {
                _ = (part.head.contentID, part.contentType, part.fileName, part.text)
                _ = part.head.disposition == part.head.disposition
                _ = part.head.disposition?.fileNameWithoutFolders
            }
        }
        #expect(whole < GrowthOfWork.inProportion, "\(name), whole")
        for size in [1, 7] {
            let chunks = try GrowthOfWork.perDoubling(from: 128, upTo: 1 << 13) {
                Array(body($0).utf8)
            } work: { body in
                let parser = try MultipartParser(type: Self.type, options: Self.options, limits: Self.limits)
                _ = try parser.parse(body, inChunksOf: size)
            }
            #expect(chunks < GrowthOfWork.inProportion, "\(name), in chunks of \(size)")
        }
    }

    /// Parts that a registry reads, put together from small chunks.
    @Test(arguments: [1, 7, 1 << 20]) func ofReadingValues(_ chunk: Int) throws {
        for (name, body) in Self.bodies {
            let growth = try GrowthOfWork.perDoubling(from: 64, upTo: 1 << 12) {
                Array(body($0).utf8)
            } work: { body in
                let serializers = try SerializerRegistry { TextPlugin() }
                let serializer = MultipartValueSerializer(of: String.self, by: serializers, options: Self.options)
                let head = ResponseHead(status: 200, fields: ["Content-Type": "multipart/form-data;boundary=B"])
                var parser = try serializer.makeParser(for: head, limits: Self.limits)
                var elements: [MultipartValue<String>] = []
                var start = 0
                while start < body.count {
                    let end = min(start + chunk, body.count)
                    // A part of another type, or without content, ends the others: what matters is the cost.
                    guard (try? parser.consume(body.span.extracting(start..<end), into: &elements)) != nil else {
                        break
                    }
                    start = end
                }
            }
            #expect(growth < GrowthOfWork.inProportion, "\(name)")
        }
    }

    @Test func ofWriting() throws {
        for (name, text) in [
            ("\n", "x"), ("a", String(repeating: "\n\r\"", count: 64)), ("\r\n--B", "\r\n--"), ("e\u{301}", "\u{300}"),
        ] {
            let growth = try GrowthOfWork.perDoubling(from: 64, upTo: 1 << 13) { size in
                var form = MultipartFormData()
                for number in 0..<size { form.append(text, name: "\(name)\(number)") }
                form.append(String(repeating: text, count: size), name: String(repeating: name, count: size))
                return form
            } work: { form in
                var message = RequestMessage(method: .post)
                try MultipartRequestSerializer().write(form, into: &message)
            }
            #expect(growth < GrowthOfWork.inProportion, "\(name.debugDescription)")
        }
    }
}
