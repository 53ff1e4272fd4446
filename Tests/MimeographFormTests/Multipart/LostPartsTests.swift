import Mimeograph
import MimeographForm
import Testing

/// Checks that a body without a boundary at the beginning of a line is not read as a body without parts.
@Suite struct LostPartsTests {
    private func read(_ body: String, inPiecesOf size: Int) throws(SerializationError) -> [MultipartElement] {
        var parser = try MultipartParser(type: "multipart/form-data;boundary=B")
        var elements: [MultipartElement] = []
        var rest = Array(body.utf8)[...]
        while !rest.isEmpty {
            try parser.consume(Array(rest.prefix(size)).span, into: &elements)
            rest = rest.dropFirst(size)
        }
        try parser.finish(into: &elements)
        return elements
    }

    /// The offset points to the closing boundary, or to the line end before it.
    @Test(arguments: [
        "x--B\r\na: b\r\n\r\n1\r\n--B--", " --B\r\n\r\n1\r\n--B--\r\n", "x--B--x\r\n--B--", "preamble\r\n--B--",
        "\n--B\r\n\r\n1\r\n--B--",
        "--Bx\r\n\r\n1\r\n--B--", "-\r\n--B--",
    ])
    func isRefused(_ body: String) throws {
        for size in [1, 7, 1000] {
            do {
                _ = try read(body, inPiecesOf: size)
                Issue.record("read \(body)")
            } catch {
                #expect(error.code == .syntax)
                #expect(error.message.contains("byte"))
            }
        }
        do {
            _ = try Multipart(parsing: body.utf8, type: "multipart/form-data;boundary=B")
            Issue.record("read \(body)")
        } catch {
            #expect(error.code == .syntax)
            #expect(error.location != nil)
        }
    }

    @Test(arguments: [
        ("--B--", 0), ("--B--\r\n", 0), ("\r\n--B--\r\n", 0), ("--B--\r\nafter", 0), ("x\r\n--B\r\n\r\n1\r\n--B--", 1),
    ])
    func isRead(_ body: String, _ count: Int) throws {
        for size in [1, 7, 1000] {
            let ends = try read(body, inPiecesOf: size).count { $0 == .end }
            #expect(ends == count)
        }
    }
}
