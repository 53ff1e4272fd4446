import Foundation
import Mimeograph
import MimeographFiles
import TestSupport
import Testing

/// A body that is written to a file replaces only a regular file.
@Suite struct ReplacedFileTests {
    private static let body = MessageBody.bytes([1, 2, 3])

    @Test(arguments: FileNode.here)
    func nothingButARegularFileIsReplaced(_ node: FileNode) async throws {
        try await TemporaryFolder.with { folder in
            let path = folder.path("spool")
            try node.make(at: path)
            for replacing in [true, false] {
                let error = await #expect(throws: SerializationError.self) {
                    try await Self.body.write(toFile: path, replacing: replacing)
                }
                #expect(error?.code == (replacing ? .fileNotWritable : .fileExists))
                #expect(node.isUntouched(at: path))
                #expect(
                    try FileManager.default.contentsOfDirectory(atPath: folder.root).sorted() == node.names("spool")
                )
            }
        }
    }

    private static func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test func aFileThatOthersCouldReadIsReplacedByAPrivateOne() async throws {
        try await TemporaryFolder.with { folder in
            let path = try folder.write([9, 9], to: "spool")
            try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: path)
            _ = try await RequestMessage(body: Self.body).spooled(toFile: path, replacing: true)
            #expect(try folder.read("spool") == [1, 2, 3])
            #expect(try Self.mode(path) == 0o600)
        }
    }

    @Test func keepsTheFileIfItsReplacementFails() async throws {
        try await TemporaryFolder.with { folder in
            let path = try folder.write([9, 9], to: "spool")
            let failing = MessageBody.stream(
                BodyStream {
                    AsyncThrowingStream {
                        $0.yield([1]); $0.finish(throwing: POSIXError(.EIO))
                    }
                }
            )
            await #expect(throws: (any Error).self) { try await failing.write(toFile: path, replacing: true) }
            #expect(try folder.read("spool") == [9, 9])
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.root) == ["spool"])
            // A body may replace the file that it is read from.
            try await MessageBody.file(path: path).write(toFile: path, replacing: true)
            #expect(try folder.read("spool") == [9, 9])
        }
    }

    #if os(Linux)
        /// Runs as a user other than the administrator, who may write everything.
        @Test(.enabled(if: geteuid() == 0, "only the administrator can become another user"))
        func whatIsReadOnlyIsNotReplaced() async {
            await #expect(processExitsWith: .success) {
                try await TemporaryFolder.with { folder in
                    let file = try folder.write([9], to: "file")
                    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.root)
                    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: file)
                    let closed = folder.path("closed")
                    try FileManager.default.createDirectory(atPath: closed, withIntermediateDirectories: false)
                    #expect(setuid(65_534) == 0)
                    for path in [file, "\(closed)/spool"] {
                        let error = await #expect(throws: SerializationError.self) {
                            try await MessageBody.bytes([1]).write(toFile: path, replacing: true)
                        }
                        #expect(error?.code == .fileNotWritable)
                    }
                    #expect(try folder.read("file") == [9])
                    #expect(
                        try FileManager.default.contentsOfDirectory(atPath: folder.root).sorted() == ["closed", "file"]
                    )
                }
            }
        }

        @Test(.enabled(if: geteuid() == 0, "only the administrator can mount a small disk"))
        func aFullDiskLeavesTheFileThatIsThere() async throws {
            try await TemporaryFolder.with { folder in
                let disk = folder.path("disk")
                try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: false)
                // SAFETY: all texts live through the call.
                guard unsafe mount("tmpfs", disk, "tmpfs", 0, "size=64k") == 0 else {
                    // A container without the right to mount cannot test the full disk.
                    return
                }
                // SAFETY: as above.
                defer { _ = unsafe umount2(disk, 2) }
                try folder.write([9], to: "disk/spool")
                let body = MessageBody.bytes([UInt8](repeating: 1, count: 1 << 20))
                let error = await #expect(throws: SerializationError.self) {
                    try await body.write(toFile: "\(disk)/spool", replacing: true)
                }
                #expect(error?.code == .fileNotWritable)
                #expect(try folder.read("disk/spool") == [9])
                #expect(try FileManager.default.contentsOfDirectory(atPath: disk) == ["spool"])
            }
        }
    #endif
}
