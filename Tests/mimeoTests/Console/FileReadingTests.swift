import Testing

@testable import mimeo

@Suite struct FileReadingTests {
    @Test(arguments: [(0, ""), (3, "abc"), (6, "abcdef"), (7, "abcdef"), (1 << 20, "abcdef")])
    func limit(_ limit: Int, _ expected: String) throws {
        try Samples.withFile("f", "abcdef") { path in
            let bytes = try FileReading.read(path: path, atMost: limit)
            #expect(bytes == Array(expected.utf8))
        }
    }

    @Test func moreThanOneChunk() throws {
        let text = String(repeating: "0123456789", count: 20_000)
        try Samples.withFile("f", text) { path in
            let whole = try FileReading.read(path: path, atMost: .max)
            #expect(whole == Array(text.utf8))
            let part = try FileReading.read(path: path, atMost: 65_537)
            #expect(part.count == 65_537)
        }
    }

    @Test func errorsNameFileAndReason() throws {
        let missing = "/nonexistent/file"
        #expect(throws: FileError(path: missing, reason: "No such file or directory")) {
            try FileReading.read(path: missing, atMost: 1)
        }
        #expect(throws: FileError.self) { try FileReading.read(path: "/", atMost: 1) }
    }
}
