import Mimeograph
import TestSupport
import Testing

/// Content-Type lines and their result, from the examples and steps of Fetch §2.2.2 "extract a MIME type".
@Suite struct ContentTypeFieldTests {
    @Test(
        arguments: [
            ([], nil),
            ([""], nil),
            (["application/json; charset=utf-8"], "application/json;charset=utf-8"),
            (["text/plain;charset=gbk, text/html"], "text/html"),
            (["text/html;charset=gbk;a=b, text/html;x=y"], "text/html;x=y;charset=gbk"),
            (["text/html;charset=gbk;a=b", "text/html;x=y"], "text/html;x=y;charset=gbk"),
            (["text/html;charset=gbk", "x/x", "text/html;x=y"], "text/html;x=y"),
            (["text/html", "cannot-parse"], "text/html"),
            (["text/html", "*/*"], "text/html"),
            (["*/*"], nil),
            (["text/html", ""], "text/html"),
            (["", "text/html"], "text/html"),
            (["text/html;charset=gbk", "text/html;charset=utf-8", "text/html"], "text/html;charset=gbk"),
            (["text/html;charset=gbk", "text/html;charset=utf-8"], "text/html;charset=utf-8"),
            ([#"text/html;a=",text/plain""#], #"text/html;a=",text/plain""#),
            ([#"text/html;a=""#, #"",text/plain"#], "text/plain"),
            ([#"text/html;a="\","#, #""#, #"",a/b"#], "a/b"),
            (["CSV"], nil),
        ] as [([String], String?)]
    )
    func extract(lines: [String], expected: String?) throws {
        var fields: HeaderFields = ["Content-Typ": "image/png"]
        for (index, line) in lines.enumerated() {
            try fields.append(index % 2 == 0 ? "Content-Type" : "content-type", line)
            try fields.append("X", "image/png")
        }
        #expect(fields.contentType?.description == expected)
        #expect(ResponseHead(status: 200, fields: fields).contentType == fields.contentType)
    }

    @Test func noMutationTraps() {
        var generator = SeededGenerator(seed: 0x4669_656C)
        let seed = Array(#"text/html;charset=gbk;a="x, y", x/x, text/html;x=y"#.utf8)
        let dictionary = ["\"", "\\", ",", ";charset=", "*/*", "text/html"].map { Array($0.utf8) }
        var readCount = 0
        for _ in 0..<20_000 {
            var fields = HeaderFields()
            for _ in 0..<2 {
                let bytes = Mutation.mutate(seed, dictionary: dictionary, using: &generator)
                try? fields.append("Content-Type", String(decoding: bytes, as: UTF8.self))
            }
            guard let type = fields.contentType else { continue }
            readCount += 1
            if MediaType(parsing: type.description) != type || type.essence == "*/*" {
                Issue.record("\(type.description.debugDescription)")
                return
            }
        }
        #expect(readCount > 10_000)
    }
}
