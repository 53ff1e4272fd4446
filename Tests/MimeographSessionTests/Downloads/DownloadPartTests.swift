import Foundation
import Mimeograph
import MimeographSessionTesting
import TestSupport
import Testing

@testable import MimeographSession

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

private let bytes = (0..<300_000).map { UInt8($0 % 251) }
private let tagged: HeaderFields = ["ETag": "\"v1\""]

/// Tests of the files that downloads leave, and of the parts that servers send.
struct DownloadPartTests {
    /// A failed write may have written some bytes, and a later attempt has to know how many.
    @Test func downloadResumesAfterAFullDisk() async {
        await #expect(processExitsWith: .success) {
            let folder = TemporaryFolder()
            let transport = ScriptedTransport()
            let chunks = stride(from: 0, to: bytes.count, by: 65_536).map {
                Array(bytes[$0..<min($0 + 65_536, bytes.count)])
            }
            var fields = tagged
            fields["Content-Length"] = "\(bytes.count)"
            transport.on("*", call: 1, .init(fields: fields, chunks: chunks))
            transport.on("*") { request in
                let start = request.fields["Range"].flatMap { Int($0.dropFirst(6).dropLast()) } ?? 0
                var fields = tagged
                fields["Content-Range"] = "bytes \(start)-\(bytes.count - 1)/\(bytes.count)"
                return .init(status: 206, fields: fields, chunks: [Array(bytes[start...])])
            }
            // Limits the file size in the middle of a chunk, as a full disk would.
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit()
            // SAFETY: the variable is of the type that the calls want.
            unsafe getrlimit(limitOfFiles, &limit)
            let old = limit
            limit.rlim_cur = 100_001
            unsafe setrlimit(limitOfFiles, &limit)
            let film = DownloadDestination.file(folder.file("film"))
            let request = RequestMessage(url: "http://h/film")
            var left: DownloadResumption?
            do throws(SessionError) {
                _ = try await session(transport).download(request, to: film)
                Issue.record("there was room for all of it")
            } catch {
                #expect(error.code == .fileNotWritable)
                left = error.resumption
            }
            let resumption = try #require(left)
            let part = try #require(FileManager.default.contents(atPath: resumption.partialFile))
            #expect(resumption.byteCount == 100_001 && part.count == 100_001)
            limit = old
            // SAFETY: as above.
            unsafe setrlimit(limitOfFiles, &limit)
            let done = try await session(transport).download(request, to: film, resuming: resumption)
            #expect(done.head.status == 206)
            #expect(folder.read("film") == bytes)
        }
    }

    /// In a shared folder, another user's file could become the beginning of the download.
    @Test(.enabled(if: geteuid() == 0, "Only the administrator can change the owner of a file."))
    func aPartOfAnotherUserIsNotContinued() throws {
        let folder = TemporaryFolder()
        try folder.write("part", "0123456789".utf8)
        let resumption = DownloadResumption(
            url: "http://h/film",
            partialFile: folder.file("part"),
            byteCount: 10,
            validator: "\"v1\""
        )
        #expect(PartialFile(continuing: resumption) != nil)
        #expect(unsafe chmod(folder.file("part"), 0o606) == 0)
        #expect(PartialFile(continuing: resumption) == nil)
        #expect(unsafe chmod(folder.file("part"), 0o600) == 0)
        #expect(unsafe chown(folder.file("part"), 12_345, 12_345) == 0)
        #expect(PartialFile(continuing: resumption) == nil)
    }

    /// The download starts over, and removes no file that it could not have resumed.
    @Test(.enabled(if: geteuid() == 0, "Only the administrator can change the owner of a file."))
    func aPartOfAnotherUserStays() async throws {
        let folder = TemporaryFolder()
        try folder.write("part", "0123456789".utf8)
        #expect(unsafe chown(folder.file("part"), 12_345, 12_345) == 0)
        let transport = ScriptedTransport()
        transport.on("*", .init(chunks: [[1]]))
        let resumption = DownloadResumption(
            url: "http://h/film",
            partialFile: folder.file("part"),
            byteCount: 10,
            validator: "\"v1\""
        )
        _ = try await session(transport).download(
            RequestMessage(url: "http://h/film"),
            to: .file(folder.file("film")),
            resuming: resumption
        )
        #expect(folder.read("film") == [1])
        #expect(folder.read("part")?.count == 10)
    }

    @Test func aPartThatIsALinkIsNotWrittenTo() async throws {
        let folder = TemporaryFolder()
        try folder.write("other", "0123456789".utf8)
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("part"),
            withDestinationPath: folder.file("other")
        )
        let resumption = DownloadResumption(
            url: "http://h/film",
            partialFile: folder.file("part"),
            byteCount: 10,
            validator: "\"v1\""
        )
        #expect(PartialFile(continuing: resumption) == nil)
        let transport = ScriptedTransport()
        transport.on("*", .init(fields: tagged, chunks: [[1, 2, 3]]))
        _ = try await session(transport).download(
            RequestMessage(url: "http://h/film"),
            to: .file(folder.file("film")),
            resuming: resumption
        )
        #expect(transport.requests.first?.fields.contains("Range") == false)
        #expect(folder.read("other") == Array("0123456789".utf8))
        #expect(folder.read("film") == [1, 2, 3])
    }

    /// A pipe has no end, and opening one may wait for a reader.
    @Test func theSessionDoesNotWaitForAPartThatIsAPipe() throws {
        let folder = TemporaryFolder()
        // SAFETY: Swift hands over a C string that lives through the call.
        let status = unsafe mkfifo(folder.file("part"), 0o600)
        #expect(status == 0)
        let resumption = DownloadResumption(
            url: "http://h/",
            partialFile: folder.file("part"),
            byteCount: 0,
            validator: "\"1\""
        )
        #expect(PartialFile(continuing: resumption) == nil)
    }

    // MARK: Concurrent writers

    /// Two downloads may have the same part, but only one of them may write to it.
    @Test(.within(minutes: 5))
    func onlyOneDownloadContinuesAPart() async throws {
        let folder = TemporaryFolder()
        try folder.write("part", bytes[..<40])
        let resumption = DownloadResumption(
            url: "http://h/film",
            partialFile: folder.file("part"),
            byteCount: 40,
            validator: "\"v1\"",
            totalLength: 100
        )
        let transport = ScriptedTransport()
        let gate = AsyncGate(isOpen: false)
        let rest: HeaderFields = ["ETag": "\"v1\"", "Content-Range": "bytes 40-99/100"]
        transport.on("*", call: 1, .init(status: 206, fields: rest, chunks: [Array(bytes[40..<100])], chunkGate: gate))
        transport.on("*") { request in
            request.fields.contains("Range")
                ? .init(status: 206, fields: rest, chunks: [Array(bytes[40..<100])])
                : .init(fields: tagged, chunks: [Array(bytes[..<100])])
        }
        let session = session(transport)
        let request = RequestMessage(url: "http://h/film")
        let first = session.downloadTask(request, to: .file(folder.file("one")), resuming: resumption)
        // It has opened the part and waits for bytes.
        for await progress in first.downloadProgress where progress.completedBytes == 40 { break }
        _ = try await session.download(request, to: .file(folder.file("two")), resuming: resumption)
        #expect(folder.read("two") == Array(bytes[..<100]))
        gate.open()
        _ = try await first.value
        #expect(folder.read("one") == Array(bytes[..<100]))
        #expect(folder.names == ["one", "two"])
        #expect(transport.requests.map { $0.fields.contains("Range") } == [true, false])
    }

    /// A program that ignores the lock can still change the file.
    @Test(arguments: [true, false])
    func aPartThatAnotherProgramChangedIsNotMoved(_ isReplaced: Bool) throws {
        let folder = TemporaryFolder()
        var part = try PartialFile(beside: folder.file("film"), options: [])
        try part.append([1, 2, 3])
        let name = try #require(folder.names.first)
        if isReplaced { try FileManager.default.removeItem(atPath: part.path) }
        try folder.write(name, bytes[..<(isReplaced ? 3 : 4)])
        let changed = part
        let error = try #require(throws: SessionError.self) {
            try changed.move(to: folder.file("film"), options: [])
        }
        #expect(error.code == .resumptionFailed)
        // The download must not remove another file of that name.
        changed.remove()
        #expect(folder.names == (isReplaced ? [name] : []))
    }

    // MARK: False lengths

    /// Bytes 40 to 49 of 100, or other bytes that a server sends instead.
    private func resume(sending count: Int, _ fields: HeaderFields) async throws -> (SessionError?, TemporaryFolder) {
        let folder = TemporaryFolder()
        try folder.write("part", bytes[..<40])
        let transport = ScriptedTransport()
        var all = tagged
        for line in fields { try all.append(line.name, line.value) }
        let start = 40
        transport.on(
            "*",
            .init(status: 206, fields: all, chunks: bytes[start..<start + count].map { [$0] })
        )
        let resumption = DownloadResumption(
            url: "http://h/film",
            partialFile: folder.file("part"),
            byteCount: 40,
            validator: "\"v1\"",
            totalLength: 100
        )
        do throws(SessionError) {
            _ = try await session(transport).download(
                RequestMessage(url: "http://h/film"),
                to: .file(folder.file("film")),
                resuming: resumption
            )
            return (nil, folder)
        } catch {
            return (error, folder)
        }
    }

    /// A server with one tag for both codings would append compressed bytes to plain ones.
    @Test func partOfAnotherCodingIsRejected() async throws {
        let (error, folder) = try await resume(
            sending: 60,
            ["Content-Range": "bytes 40-99/100", "Content-Encoding": "gzip"]
        )
        #expect(error != nil && error?.resumption == nil)
        #expect(!folder.names.contains("film"))
    }

    @Test(arguments: [11, 20, 59, 60])
    func aPartLongerThanItsRangeIsRejected(_ count: Int) async throws {
        let (error, folder) = try await resume(sending: count, ["Content-Range": "bytes 40-49/100"])
        #expect(error != nil && error?.resumption == nil)
        #expect(!folder.names.contains("film"))
    }

    @Test func partOfTheMissingBytesIsKept() async throws {
        let (error, folder) = try await resume(
            sending: 10,
            ["Content-Range": "bytes 40-49/100", "Content-Length": "10"]
        )
        #expect(error?.code == .connectionLost && error?.resumption?.byteCount == 50)
        #expect(folder.read("part") == Array(bytes[..<50]))
    }

    @Test(
        arguments: [
            (["Content-Range": "bytes 0-9/100"], 11, SessionError.Code.invalidResponse),
            (["Content-Range": "bytes 0-9/100"], 9, .connectionLost),
            (["Content-Range": "bytes 0-9/100", "Content-Length": "20"], 20, .invalidResponse),
            (["Content-Range": "bytes 0-9/100", "Content-Length": "5"], 5, .invalidResponse),
            (["Content-Range": "bytes 0-9/*", "Content-Length": "10"], 11, .invalidResponse),
            (["Content-Range": "bytes 0-9/100", "Content-Length": "10"], 10, nil),
            (["Content-Range": "pages 0-9/100"], 20, nil), ([:], 20, nil),
        ] as [(HeaderFields, Int, SessionError.Code?)]
    )
    func aBodyMustMatchItsRange(_ fields: HeaderFields, _ count: Int, _ expected: SessionError.Code?) async throws {
        let transport = ScriptedTransport()
        transport.on("*", .init(status: 206, fields: fields, chunks: bytes[..<count].map { [$0] }))
        let request = RequestMessage(url: "http://h/film", fields: ["Range": "bytes=0-9"])
        #expect(await code { try await session(transport).data(for: request) } == expected)
        let folder = TemporaryFolder()
        let film = DownloadDestination.file(folder.file("film"))
        #expect(await code { try await session(transport).download(request, to: film) } == expected)
        #expect(folder.names.contains("film") == (expected == nil))
    }
}

#if os(Linux)
    private let limitOfFiles = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
#else
    private let limitOfFiles = RLIMIT_FSIZE
#endif
