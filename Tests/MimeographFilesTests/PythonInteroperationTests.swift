import Foundation
import Mimeograph
import MimeographFiles
import MimeographForm
import TestSupport
import Testing

/// Python's libraries read our bodies, and we read theirs.
@Suite struct PythonInteroperationTests {
    /// A part, in a description that both sides share.
    struct Description: Codable, Equatable {
        var name: String?
        var fileName: String?
        var type: String?
        var bytes: Data
    }

    private static let parts: [Description] = [
        Description(name: "plain", bytes: Data("text".utf8)),
        Description(name: "größe 😃", bytes: Data("é\r\n\r\nè".utf8)),
        Description(name: "empty", bytes: Data()),
        Description(
            name: "quote \" semicolon ; =",
            fileName: "a \"b\".png",
            type: "image/png",
            bytes: Data([0, 13, 10, 255])
        ),
        Description(
            name: "lines",
            fileName: "x.txt",
            type: "text/plain;charset=utf-8",
            bytes: Data("\r\n--\r\n--B\r".utf8)
        ),
        Description(name: "percent %41", fileName: "日本.bin", type: "application/octet-stream", bytes: Data(0...255)),
    ]

    private func write(in folder: TemporaryFolder) async throws -> (path: String, type: String) {
        var form = MultipartFormData()
        for (number, part) in Self.parts.enumerated() {
            let type = part.type.flatMap { MediaType(parsing: $0) }
            let name = part.name ?? ""
            if let fileName = part.fileName, number % 2 == 1 {
                let path = try folder.write(Array(part.bytes), to: "part\(number)")
                try form.append(file: path, name: name, fileName: fileName, contentType: type)
            } else {
                form.append(part.bytes, name: name, fileName: part.fileName, contentType: type)
            }
        }
        var message = RequestMessage(method: .post)
        try MultipartRequestSerializer().write(form, into: &message)
        try await message.body.write(toFile: folder.path("body"))
        return (folder.path("body"), try #require(message.fields["Content-Type"]))
    }

    private func decoded(_ json: Data) throws -> [Description] {
        try JSONDecoder().decode([Description].self, from: json)
    }

    @Test(.needsPython("werkzeug")) func werkzeugReadsWhatWeWrite() async throws {
        try await TemporaryFolder.with { folder in
            let (path, type) = try await write(in: folder)
            let program = """
                import base64, json, sys
                from werkzeug.formparser import parse_form_data
                body = open(sys.argv[1], "rb")
                length = len(body.read()); body.seek(0)
                environ = {"wsgi.input": body, "CONTENT_TYPE": sys.argv[2], "CONTENT_LENGTH": str(length),
                           "REQUEST_METHOD": "POST"}
                _, form, files = parse_form_data(environ, silent=False)
                parts = [dict(name=n, bytes=base64.b64encode(v.encode()).decode()) for n, v in form.items(multi=True)]
                for n, f in files.items(multi=True):
                    parts.append(dict(name=n, fileName=f.filename, type=f.content_type,
                                      bytes=base64.b64encode(f.read()).decode()))
                print(json.dumps(parts))
                """
            let read = try decoded(Python.run(program, [path, type]))
            // Fields come first, then files. Older releases leave the browsers' %22 as it is.
            let expected = Self.parts.filter { $0.fileName == nil } + Self.parts.filter { $0.fileName != nil }
            #expect(read.count == expected.count)
            for (one, other) in zip(read, expected) {
                #expect(one.name?.replacingOccurrences(of: "%22", with: "\"") == other.name)
                #expect(one.fileName?.replacingOccurrences(of: "%22", with: "\"") == other.fileName)
                #expect(one.bytes == other.bytes)
                #expect(one.type == other.type)
            }
        }
    }

    @Test(.needsPython("email")) func theEmailParserReadsWhatWeWrite() async throws {
        try await TemporaryFolder.with { folder in
            let (path, type) = try await write(in: folder)
            let program = """
                import base64, email.parser, email.policy, json, sys
                text = b"Content-Type: " + sys.argv[2].encode() + b"\\r\\n\\r\\n" + open(sys.argv[1], "rb").read()
                message = email.parser.BytesParser(policy=email.policy.compat32).parsebytes(text)
                parts = []
                for part in message.get_payload():
                    parts.append(dict(bytes=base64.b64encode(part.get_payload(decode=True)).decode(),
                                      type=part.get("Content-Type")))
                print(json.dumps(parts))
                """
            let read = try decoded(Python.run(program, [path, type]))
            #expect(read.map(\.bytes) == Self.parts.map(\.bytes))
            #expect(read.map(\.type) == Self.parts.map(\.type))
        }
    }

    /// The library, and a program that writes the parts with it.
    @Test(
        .needsPython("requests", "urllib3"),
        arguments: [
            """
            from urllib3.filepost import encode_multipart_formdata
            body, kind = encode_multipart_formdata([(p["name"], (p.get("fileName"), p["raw"], p.get("type"))
                if p.get("fileName") else p["raw"]) for p in parts])
            """,
            """
            import requests
            request = requests.Request("POST", "http://localhost/", files=[(p["name"], (p.get("fileName"), p["raw"],
                p.get("type"))) for p in parts]).prepare()
            body, kind = request.body, request.headers["Content-Type"]
            """,
        ]
    )
    func weReadWhatPythonWrites(program: String) throws {
        try TemporaryFolder.with { folder in
            let description = try JSONEncoder().encode(Self.parts)
            let input = try folder.write(Array(description), to: "parts.json")
            let whole = """
                import base64, json, sys
                parts = json.load(open(sys.argv[1]))
                for p in parts: p["raw"] = base64.b64decode(p["bytes"])
                \(program)
                open(sys.argv[2], "wb").write(body)
                print(kind, end="")
                """
            let output = try Python.run(whole, [input, folder.path("body")])
            let type = try #require(MediaType(parsing: String(decoding: output, as: UTF8.self)))
            let form = try Multipart(parsing: try folder.read("body"), type: type)
            #expect(form.parts.map(\.name) == Self.parts.map(\.name))
            #expect(form.parts.map(\.fileName) == Self.parts.map(\.fileName))
            #expect(form.parts.map { Data($0.bytes) } == Self.parts.map(\.bytes))
            #expect(form.parts.map(\.contentType?.description) == Self.parts.map(\.type))
        }
    }
}
