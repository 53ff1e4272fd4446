import Foundation
import Mimeograph
import Testing

@testable import MimeographFiles
import MimeographForm

@Suite struct SpoolingTests {
    private func message(in folder: TemporaryFolder) throws -> RequestMessage {
        var form = MultipartFormData(boundary: try MultipartBoundary("B"))
        form.append("1", name: "a")
        try form.append(file: try folder.write([UInt8](repeating: 9, count: 700_000), to: "nine.bin"), name: "f")
        form.append(
            stream: BodyStream {
                AsyncThrowingStream {
                    $0.yield([1, 2]); $0.finish()
                }
            },
            name: "s"
        )
        var message = RequestMessage(method: .post)
        try MultipartRequestSerializer().write(form, into: &message)
        return message
    }

    @Test func aBodyOfUnknownLengthGetsOne() async throws {
        try await TemporaryFolder.with { folder in
            var message = try message(in: folder)
            #expect(message.body.knownLength == nil)
            var expected: [UInt8] = []
            for try await chunk in try #require(try message.body.stream()) { expected += chunk }
            message = try await message.spooled(toFile: folder.path("spool"))
            #expect(try folder.read("spool") == expected)
            guard case .file(let path) = message.body else {
                Issue.record("the body is not a file")
                return
            }
            #expect(path == folder.path("spool"))
            #expect(try message.body.stream()?.length == expected.count)
            #expect(message.fields["Content-Type"] == "multipart/form-data; boundary=B")
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode.map { $0 & 0o077 } == 0)
        }
    }

    @Test func existingFilesAreNotReplacedByDefault() async throws {
        try await TemporaryFolder.with { folder in
            try folder.write([1, 2, 3], to: "spool")
            let message = RequestMessage(method: .post, body: .bytes([4]))
            let error = await #expect(throws: SerializationError.self) {
                _ = try await message.spooled(toFile: folder.path("spool"))
            }
            #expect(error?.code == .fileExists)
            #expect(try folder.read("spool") == [1, 2, 3])
            _ = try await message.spooled(toFile: folder.path("spool"), replacing: true)
            #expect(try folder.read("spool") == [4])
        }
    }

    @Test func removesTheFileOfAFailedBody() async throws {
        try await TemporaryFolder.with { folder in
            let message = try message(in: folder)
            try folder.write([1], to: "nine.bin")
            let error = await #expect(throws: SerializationError.self) {
                _ = try await message.spooled(toFile: folder.path("spool"))
            }
            #expect(error?.code == .fileChanged)
            #expect(!FileManager.default.fileExists(atPath: folder.path("spool")))
        }
    }

    @Test func missingFolder() async throws {
        try await TemporaryFolder.with { folder in
            let body = MessageBody.bytes([1])
            let error = await #expect(throws: SerializationError.self) {
                try await body.write(toFile: folder.path("none/spool"))
            }
            #expect(error?.code == .fileNotWritable)
        }
    }

    /// Sparse files of 256 MiB are sent in chunks that stay small.
    @Test func aLargeFileTakesLittleMemory() throws {
        try TemporaryFolder.with { folder in
            let path = try folder.write([], to: "large")
            try folder.setLength(of: "large", to: 256 << 20)
            var form = MultipartFormData(boundary: try MultipartBoundary("B"))
            for name in ["a", "b"] { try form.append(file: path, name: name) }
            var message = RequestMessage(method: .post)
            try MultipartRequestSerializer().write(form, into: &message)
            let stream = try #require(try message.body.stream())
            var reader = try #require(try stream.source?.makeReader())
            var total = 0
            var largest = 0
            while case let count = try reader.readChunk().count, count > 0 {
                total += count
                largest = max(largest, count)
            }
            #expect(total == stream.length)
            #expect(total > 512 << 20)
            #expect(largest <= BodyStream.standardChunkSize)
        }
    }
}
