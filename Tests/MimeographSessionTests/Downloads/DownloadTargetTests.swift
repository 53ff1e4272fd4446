import Foundation
import Mimeograph
import MimeographSessionTesting
import TestSupport
import Testing

@testable import MimeographSession

/// Tests of existing files at the destinations of downloads, cookies and the cache. Only regular files are replaced.
@Suite struct DownloadTargetTests {
    private let folder = TemporaryFolder()

    private static func server() -> ScriptedTransport {
        let transport = ScriptedTransport()
        transport.on(
            "*",
            .init(fields: ["Set-Cookie": "a=1; Max-Age=600", "Cache-Control": "max-age=600"], chunks: [[1], [2]])
        )
        return transport
    }

    @Test(arguments: FileNode.here)
    func aDownloadReplacesNothingButARegularFile(_ node: FileNode) async throws {
        let path = folder.file("film")
        try node.make(at: path)
        for options in [[], .removePreviousFile, [.removePreviousFile, .createIntermediateDirectories]]
            as [DownloadDestination.Options]
        {
            for destination in [
                DownloadDestination.file(path, options: options), .decide { _ in .file(path, options: options) },
                .directory(folder.path, options: options),
            ] {
                let transport = Self.server()
                let error = await #expect(throws: SessionError.self) {
                    try await session(transport).download(RequestMessage(url: "http://h/film"), to: destination)
                }
                #expect(error?.code == (options.isEmpty ? .destinationExists : .downloadMoveFailed))
                #expect(error?.resumption == nil)
                #expect(node.isUntouched(at: path))
                #expect(folder.names == node.names("film"))
                // If the path is known, nothing is sent.
                if case .path = destination.location { #expect(transport.requests.isEmpty) }
            }
        }
    }

    @Test(arguments: [0o600, 0o640, 0o666, 0o755])
    func aReplacedFilePassesItsModeOn(_ mode: Int) async throws {
        let path = folder.file("film")
        try folder.write("film", "old".utf8)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        let transport = ScriptedTransport()
        transport.on("*", .init(chunks: [[1]]))
        let destination = DownloadDestination.file(path, options: .removePreviousFile)
        _ = try await session(transport).download(RequestMessage(url: "http://h/film"), to: destination)
        #expect(folder.names == ["film"])
        #expect(folder.read("film") == [1])
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == mode)
    }

    /// The server cannot continue the part, so the download starts over.
    @Test(arguments: FileNode.here)
    func aPartThatIsNotARegularFileStays(_ node: FileNode) async throws {
        let part = folder.file("film.part")
        try node.make(at: part)
        let resumption = DownloadResumption(
            url: "http://h/film",
            partialFile: part,
            byteCount: 4,
            validator: "\"v1\""
        )
        _ = try await session(Self.server()).download(
            RequestMessage(url: "http://h/film"),
            to: .file(folder.file("film")),
            resuming: resumption
        )
        #expect(folder.read("film") == [1, 2])
        #expect(node.isUntouched(at: part))
        #expect(folder.names == ["film"] + node.names("film.part"))
    }

    /// Names like those of files left by a crash.
    @Test(arguments: FileNode.here)
    func cookiesRemoveNothingButARegularFile(_ node: FileNode) throws {
        let name = "jar.\(Int32.max).1a2b3c4d5e6f7.tmp"
        try node.make(at: folder.file(name))
        _ = try CookieStorage(file: folder.file("jar"))
        #expect(node.isUntouched(at: folder.file(name)))
        #expect(folder.names == node.names(name))
    }

    @Test(arguments: FileNode.here)
    func cookiesReplaceNothingButARegularFile(_ node: FileNode) async throws {
        let path = folder.file("jar")
        try node.make(at: path)
        let error = #expect(throws: SessionError.self) { try CookieStorage(file: path) }
        #expect(error?.code == .fileNotWritable && node.isUntouched(at: path))
        // The file may also appear later.
        try FileManager.default.removeItem(atPath: path)
        try? FileManager.default.removeItem(atPath: "\(path).target")
        let storage = try CookieStorage(file: path)
        try node.make(at: path)
        _ = try await session(Self.server()) { $0.cookies = storage }.data(for: RequestMessage(url: "http://h/x"))
        #expect(storage.cookies.count == 1)
        storage.save()
        #expect(node.isUntouched(at: path))
        #expect(folder.names == node.names("jar"))
    }

    @Test(arguments: FileNode.here)
    func aCacheReplacesNothingButARegularFile(_ node: FileNode) async throws {
        let path = folder.file("cache")
        let request = RequestMessage(url: "http://h/x")
        func ask() async throws {
            let cache = try ResponseCache(memory: 0, directory: path)
            let transport = ScriptedTransport()
            transport.on("*", .init(fields: ["Cache-Control": "max-age=600"], chunks: [[1], [2]]))
            _ = try await session(transport) { $0.cache = cache }.data(for: request)
        }
        try await ask()
        let names = try FileManager.default.contentsOfDirectory(atPath: path)
        #expect(names.count == 2)
        // The key comes last, because without it no response is found.
        for name in names.sorted(by: { one, _ in one.hasSuffix(".response") }) {
            try FileManager.default.removeItem(atPath: "\(path)/\(name)")
            try node.make(at: "\(path)/\(name)")
            // The key is unusable then, so no response can be stored.
            try? await ask()
            #expect(node.isUntouched(at: "\(path)/\(name)"), "\(name)")
            try FileManager.default.removeItem(atPath: "\(path)/\(name)")
            try? FileManager.default.removeItem(atPath: "\(path)/\(name).target")
        }
        try await ask()
    }

    #if os(Linux)
        @Test(.enabled(if: geteuid() == 0, "Only the administrator can mount a small disk."))
        func aFullDiskLeavesExistingFiles() async throws {
            let disk = folder.file("disk")
            try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: false)
            // SAFETY: all texts live through the call.
            guard unsafe mount("tmpfs", disk, "tmpfs", 0, "size=64k") == 0 else {
                // A container that may not mount a disk skips this test.
                return
            }
            // SAFETY: as above.
            defer { _ = unsafe umount2(disk, 2) }
            try folder.write("disk/film", [9])
            let storage = try CookieStorage(file: "\(disk)/jar")
            let server = ScriptedTransport()
            let large = [[UInt8]](repeating: [UInt8](repeating: 1, count: 1 << 16), count: 4)
            server.on("*", .init(fields: ["Set-Cookie": "a=1; Max-Age=600"], chunks: large))
            let error = await #expect(throws: SessionError.self) {
                try await session(server) { $0.cookies = storage }.download(
                    RequestMessage(url: "http://h/film"),
                    to: .file("\(disk)/film", options: .removePreviousFile)
                )
            }
            #expect(error?.code == .fileNotWritable)
            #expect(folder.read("disk/film") == [9])
            #expect(storage.save())
            let names = try FileManager.default.contentsOfDirectory(atPath: disk).sorted()
            #expect(names == ["film", "jar"])
        }
    #endif
}
