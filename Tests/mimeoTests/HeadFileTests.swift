import Mimeograph
import TestSupport
import Testing

@testable import mimeo

@Suite struct HeadFileTests {
    private func parse(_ text: String) throws -> ResponseHead { try HeadFile.parse(Array(text.utf8), path: "h") }

    @Test(arguments: ["\n", "\r\n"]) func statusAndFields(_ lineEnd: String) throws {
        let lines = ["HTTP/1.1 404 Not Found", "Content-Type: text/plain", "X-A:  b: c ", "", "ignored"]
        let head = try parse(lines.joined(separator: lineEnd))
        #expect(head.status == 404)
        #expect(head.contentType == "text/plain")
        #expect(head.fields["x-a"] == "b: c")
        #expect(head.fields.lines.count == 2)
    }

    @Test(arguments: ["HTTP/2 204", "HTTP/1.1 204 \n", "HTTP/1.1 204 No Content"]) func statusLines(_ line: String)
        throws
    {
        #expect(try parse(line).status == 204)
    }

    @Test(arguments: [
        "", "\n", "200 OK", "HTTP/1.1", "HTTP/1.1 20", "HTTP/1.1 2000", "HTTP/1.1 099", "HTTP/1.1 600", "HTTP/1.1 -20",
        "HTTP/1.1 200 OK\nno colon", "HTTP/1.1 200 OK\nbad name: x", "HTTP/1.1 200 OK\n: x",
        "HTTP/1.1 200 OK\nA: b\rc", "HTTP/1.1 200 OK\nA: b\u{0}c",
    ])
    func refused(_ text: String) {
        #expect(throws: FileError.self) { try parse(text) }
    }

    @Test func tooLarge() {
        let text = "HTTP/1.1 200 OK\nA: " + String(repeating: "x", count: HeadFile.limit)
        #expect(throws: FileError.self) { try parse(text) }
    }

    @Test func mutationsNeverTrap() throws {
        var generator = SeededGenerator(seed: 4)
        let seed = Array("HTTP/1.1 200 OK\r\nContent-Type: text/plain; a=\"b\"\r\nX: y\r\n\r\n".utf8)
        for _ in 0..<2_000 {
            _ = try? HeadFile.parse(Mutation.mutate(seed, using: &generator), path: "h")
        }
    }
}
