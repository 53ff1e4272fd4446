import Foundation
import Mimeograph
import MimeographFiles
import MimeographSession
import MimeographSessionTesting
import TestSupport
import Testing

private func code(_ bytes: [UInt8], _ limits: DecodingLimits = HAR.limits) -> SerializationError.Code? {
    do throws(SerializationError) {
        _ = try ScriptedTransport(replaying: HAR(bytes: bytes, limits: limits))
        return nil
    } catch {
        return error.code
    }
}

@Test func everyPrefixOfAFileIsTruncated() {
    let bytes = Array(browserFile.utf8)
    for count in bytes.indices {
        #expect(code(Array(bytes[..<count])) == .truncated, "\(count) bytes")
    }
    #expect(code(bytes) == nil)
}

@Test(.within(minutes: 5))
func mutatedFilesAreReadOrRejected() async throws {
    var generator = SeededGenerator(seed: 12)
    let dictionary = ["{", "}", "[", "]", "\"", "null", "-1", "1e999", "\\ud800", "base64", "\u{0}"].map {
        Array($0.utf8)
    }
    var accepted = 0
    for _ in 0..<3000 {
        let bytes = Mutation.mutate(Array(browserFile.utf8), dictionary: dictionary, using: &generator)
        guard let har = try? HAR(bytes: bytes) else { continue }
        accepted += 1
        #expect(try HAR(bytes: har.bytes()) == har)
        guard let transport = try? ScriptedTransport(replaying: har) else { continue }
        for entry in har.entries {
            _ = try? await transport.send(TransportRequest(method: .get, url: entry.request.url))
        }
    }
    // Otherwise the loop tests nothing but the decoder.
    #expect(accepted > 300)
}

@Test(
    arguments: [
        ("", .truncated), ("null", .dataShape), ("[]", .dataShape), ("{}", .dataShape), (#"{"log":[]}"#, .dataShape),
        (#"{"log":{}}"#, .dataShape), (#"{"log":{"entries":{}}}"#, .dataShape),
        (#"{"log":{"entries":[null]}}"#, .dataShape),
        (#"{"log":{"entries":[{}]}}"#, .dataShape), (#"{"log":{"entries":[}}]"#, .syntax), ("x", .syntax),
        (#"{"log":{"entries":[{"request":{"method":"GET","url":"u"},"response":{"status":1e99}}]}}"#, .syntax),
        (#"{"log":{"entries":[{"request":{"method":"GET","url":"u"},"response":{"status":"200"}}]}}"#, .dataShape),
        (#"{"log":{"entries":[{"request":{"method":"GET","url":7},"response":{"status":200}}]}}"#, .dataShape),
    ] as [(String, SerializationError.Code)]
)
func otherTextIsNotARecording(text: String, expected: SerializationError.Code) throws {
    let error = #expect(throws: SerializationError.self) { try HAR(bytes: Array(text.utf8)) }
    let found = try #require(error)
    #expect(found.code == expected, "\(found)")
    #expect(found.remedy != nil)
}

@Test func absurdFiguresAreIgnored() throws {
    let text = #"""
        {"log": {"entries": [{"time": "long", "startedDateTime": 7, "timings": [], "comment": {},
        "request": {"method": "GET", "url": "https://h/", "bodySize": 1e300, "headersSize": null},
        "response": {"status": 204, "bodySize": 99999999999999999999, "content": {"size": -5, "mimeType": null}}}]}}
        """#
    let entry = try #require(try HAR(bytes: Array(text.utf8)).entries.first)
    #expect(entry.time == 0 && entry.response.bodySize == -1 && entry.timings == HAR.Timings())
}

@Test func limitsAreCheckedBeforeDecoding() {
    let deep = Array(String(repeating: "[", count: 100_000).utf8) + Array(String(repeating: "]", count: 100_000).utf8)
    #expect(code(deep) == .limitExceeded)
    let wide =
        Array("{\"log\":{\"entries\":[".utf8) + Array(repeatElement(Array("{},".utf8), count: 1000).joined())
        + Array("{}]}}".utf8)
    #expect(code(wide, DecodingLimits(elements: 100)) == .limitExceeded)
    #expect(code(wide, DecodingLimits(elements: 3000)) == .dataShape)
    #expect(code(Array(browserFile.utf8), DecodingLimits(inputBytes: 100)) == .limitExceeded)
}

@Test func aLargeFileIsNotRead() throws {
    let file = try RecordedFile()
    #expect(FileManager.default.createFile(atPath: file.path, contents: nil))
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: file.path))
    try handle.truncate(atOffset: 1 << 30)
    try handle.close()
    let error = #expect(throws: SerializationError.self) { try ScriptedTransport(har: file.path) }
    #expect(error?.limit?.limit == .inputBytes && error?.limit?.actual == 1 << 30 && error?.limit?.allowed == 64 << 20)
}

@Test(arguments: FileNode.here)
func onlyRegularFilesAreReplaced(node: FileNode) throws {
    let file = try RecordedFile()
    try node.make(at: file.path)
    let error = #expect(throws: SerializationError.self) { try HAR().write(to: file.path) }
    #expect(error?.code == .fileNotWritable)
    #expect(node.isUntouched(at: file.path))
    let names = try FileManager.default.contentsOfDirectory(atPath: file.folder.path)
    #expect(names.sorted() == node.names("exchanges.har").sorted())
}

@Test func filesThatAreNotRecordingsAreTypedErrors() throws {
    let file = try RecordedFile()
    func code(_ path: String) -> SerializationError.Code? {
        do throws(SerializationError) {
            _ = try ScriptedTransport(har: path)
            return nil
        } catch {
            return error.code
        }
    }
    #expect(code(file.path) == .fileNotFound)
    #expect(code(file.folder.path) == .fileIsDirectory)
    #expect(code("/dev/zero") == .notARegularFile)
    #expect(code("https://h/x.har") == .notAFileURL)
    try Data("old".utf8).write(to: URL(fileURLWithPath: file.path))
    #expect(code(file.path) == .syntax)
    try HAR().write(to: "file://\(file.path)")
    #expect(code(file.path) == nil)
}

@Test func aTimeThatIsNotFiniteIsNotWritten() {
    let har = HAR(entries: [HAR.Entry(time: .infinity, request: .init(url: "https://h/"), response: .init())])
    #expect { try har.bytes() } throws: { ($0 as? SerializationError)?.code == .unencodableValue }
}
