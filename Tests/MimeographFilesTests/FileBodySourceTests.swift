import Foundation
import Mimeograph
import TestSupport
import Testing

@testable import MimeographFiles
import MimeographForm

@Suite struct FileBodySourceTests {
    @Test func aFileIsReadInPiecesAndAgain() throws {
        try TemporaryFolder.with { folder in
            let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
            let path = try folder.write(bytes, to: "größe x.bin")
            let url = URL(fileURLWithPath: path).absoluteString
            for name in [path, url, url.replacingOccurrences(of: "file://", with: "FILE://localhost")] {
                let source = try FileBodySource(name)
                #expect(source.length == bytes.count)
                #expect(source.fileName == "größe x.bin")
                for limit in [bytes.count, 4096, 1 << 20] {
                    var reader = try source.makeReader()
                    var read: [UInt8] = []
                    while case let chunk = try reader.readChunk(atMost: limit), !chunk.isEmpty { read += chunk }
                    #expect(read == bytes)
                }
            }
        }
    }

    @Test func eachFailureHasItsOwnCode() throws {
        try TemporaryFolder.with { folder in
            let pipe = folder.path("pipe")
            // SAFETY: the system reads the path's C string during the call only.
            #expect(unsafe mkfifo(pipe, 0o600) == 0)
            let file = try folder.write([1], to: "file")
            for (name, expected) in [
                ("https://example.com/a.png", SerializationError.Code.notAFileURL), ("file://host/a", .notAFileURL),
                ("file:a", .notAFileURL), ("file:///a%2", .notAFileURL), ("file:///a?b", .notAFileURL),
                (folder.path("none"), .fileNotFound), ("\(file)/below", .fileNotFound), ("\(file)\0x", .fileNotFound),
                ("", .fileNotFound), (folder.root, .fileIsDirectory), (pipe, .notARegularFile),
                ("/dev/null", .notARegularFile),
            ] {
                var form = MultipartFormData()
                do throws(SerializationError) {
                    try form.append(file: name, name: "f")
                    Issue.record("\(name.debugDescription) is taken")
                } catch {
                    #expect(error.code == expected, "\(name.debugDescription): \(error)")
                }
                #expect(form.parts.isEmpty)
            }
        }
    }

    /// The mapping of the system's error numbers. A test that runs as root cannot provoke them.
    @Test(
        arguments: [
            (EACCES, SerializationError.Code.fileNotReadable), (EPERM, .fileNotReadable), (ENOENT, .fileNotFound),
            (EISDIR, .fileIsDirectory), (EIO, .sourceFailed),
        ]
    )
    func theSystemsNumbers(number: Int32, code: SerializationError.Code) {
        #expect(SystemError(number: number).reading("x").code == code)
    }

    @Test(.enabled(if: getuid() != 0, "root may read every file"))
    func aFileThatMayNotBeRead() throws {
        try TemporaryFolder.with { folder in
            let path = try folder.write([1], to: "secret")
            try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
            do throws(SerializationError) {
                _ = try FileBodySource(path)
                Issue.record("it is read")
            } catch {
                #expect(error.code == .fileNotReadable)
            }
        }
    }

    /// The file's length after it was added to the body.
    @Test(arguments: [0, 9, 11, 5000])
    func aFileThatChangesBeforeItIsSent(length: Int) async throws {
        try await TemporaryFolder.with { folder in
            let path = try folder.write([UInt8](repeating: 1, count: 10), to: "log")
            let source = try FileBodySource(path)
            try folder.write([UInt8](repeating: 1, count: length), to: "log")
            let error = await #expect(throws: SerializationError.self) { for try await _ in BodyStream(source) {} }
            #expect(error?.code == .fileChanged)
        }
    }

    @Test(arguments: [100, 300_000])
    func aFileThatChangesWhileItIsSent(length: Int) throws {
        try TemporaryFolder.with { folder in
            let path = try folder.write([UInt8](repeating: 1, count: 200_000), to: "log")
            var reader = try FileBodySource(path).makeReader()
            _ = try reader.readChunk(atMost: 1000)
            try folder.setLength(of: "log", to: length)
            do throws(SerializationError) {
                while try !reader.readChunk(atMost: 1 << 16).isEmpty {}
                Issue.record("the change is not seen")
            } catch {
                #expect(error.code == .fileChanged)
            }
        }
    }

    @Test func filesAreNamedInTheForm() throws {
        try TemporaryFolder.with { folder in
            let path = try folder.write(Array("x".utf8), to: "a.png")
            var form = MultipartFormData(boundary: try MultipartBoundary("B"))
            try form.append(file: path, name: "f", contentType: .jpeg)
            try form.append(file: path, name: "g", fileName: "other")
            #expect(
                form.parts.map { $0.fields["Content-Disposition"] } == [
                    #"form-data; name="f"; filename="a.png""#, #"form-data; name="g"; filename="other""#,
                ]
            )
            #expect(form.parts.map { $0.fields["Content-Type"] } == ["image/jpeg", "image/png"])
        }
    }

    /// Files are typed by their extensions, as in AFNetworking and Alamofire. Unknown extensions mean plain bytes.
    @Test(
        arguments: [
            ("unicorn.png", nil, "image/png"), ("rainbow.jpg", nil, "image/jpeg"),
            ("adn_0.cer", nil, "application/x-x509-ca-cert"), ("A.JSON", nil, "application/json"),
            ("a.unheard-of", nil, "application/octet-stream"), ("png", nil, "application/octet-stream"),
            ("spool", "page.html", "text/html"), ("a.png", "page.html", "image/png"),
        ] as [(String, String?, String)]
    )
    func filesAreTypedByTheirExtension(file: String, fileName: String?, expected: String) throws {
        try TemporaryFolder.with { folder in
            let path = try folder.write(Array("x".utf8), to: file)
            var form = MultipartFormData()
            try form.append(file: path, name: "f", fileName: fileName)
            #expect(form.parts[0].fields["Content-Type"] == expected)
        }
    }
}
