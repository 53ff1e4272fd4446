import Foundation
import Mimeograph
import MimeographForm
import MimeographJSON
import MimeographServer
import MimeographSessionTesting
import Testing

@testable import MimeographSession

private let request = RequestMessage(url: "http://h/film")
private let tagged: HeaderFields = ["ETag": "\"v1\"", "Accept-Ranges": "bytes"]
private let lost = TransportError(.connectionLost, "Gone.")

/// A server of the bytes 0 to 99 that supports ranges; the first answer breaks off after `first` bytes.
private func rangeServer(first: Int, tag: String = "\"v1\"", laterTag: String? = nil) -> ScriptedTransport {
    let transport = ScriptedTransport()
    let bytes = (0..<100).map { UInt8($0) }
    let fields: HeaderFields = ["ETag": tag, "Content-Length": "100"]
    transport.on("*", call: 1, .init(fields: fields, chunks: [Array(bytes[..<first])], failure: lost))
    transport.on("*") { request in
        let now = laterTag ?? tag
        guard let range = request.fields["Range"], request.fields["If-Range"] == now,
            let from = Int(range.dropFirst("bytes=".count).dropLast())
        else { return .init(fields: ["ETag": now, "Content-Length": "100"], chunks: [bytes]) }
        if from >= 100 { return .init(status: 416, fields: ["Content-Range": "bytes */100"]) }
        return .init(
            status: 206,
            fields: ["ETag": now, "Content-Range": "bytes \(from)-99/100", "Content-Length": "\(100 - from)"],
            chunks: bytes[from...].map { [$0] }
        )
    }
    return transport
}

@Test func downloadWritesOnlyToItsDestination() async throws {
    let folder = TemporaryFolder()
    let transport = ScriptedTransport()
    transport.on("*", .init(fields: ["Content-Length": "4"], chunks: [[1, 2], [3], [4]]))
    let session = session(transport)
    let done = try await session.download(request, to: .file(folder.file("film")))
    #expect(done.value == folder.file("film"))
    #expect(folder.names == ["film"])
    #expect(folder.read("film") == [1, 2, 3, 4])
    #expect(transport.requests[0].fields["Accept-Encoding"] == "identity")
    // An empty body is an empty file.
    transport.on("http://h/empty", .init())
    _ = try await session.download(RequestMessage(url: "http://h/film"), to: .file(folder.file("two")))
    #expect(folder.names == ["film", "two"])
}

@Test func existingFileIsReplacedOnlyOnRequest() async throws {
    let folder = TemporaryFolder()
    try folder.write("film", "old".utf8)
    let transport = ScriptedTransport()
    transport.on("*", .init(chunks: [[1]]))
    let session = session(transport)
    #expect(await code { try await session.download(request, to: .file(folder.file("film"))) } == .destinationExists)
    // The failure is known before anything is sent.
    #expect(transport.requests.isEmpty)
    // A destination that depends on the response fails late, and keeps the old file too.
    let late = DownloadDestination.decide { [path = folder.file("film")] _ in .file(path) }
    #expect(await code { try await session.download(request, to: late) } == .destinationExists)
    #expect(folder.read("film") == Array("old".utf8))
    #expect(folder.names == ["film"])
    let replacing = DownloadDestination.file(folder.file("film"), options: .removePreviousFile)
    _ = try await session.download(request, to: replacing)
    #expect(folder.read("film") == [1])
    #expect(folder.names == ["film"])
}

@Test func missingDirectoriesAreCreatedOnRequest() async throws {
    let folder = TemporaryFolder()
    let transport = ScriptedTransport()
    transport.on("*", .init(chunks: [[1]]))
    let session = session(transport)
    let path = folder.file("a/b/film")
    #expect(await code { try await session.download(request, to: .file(path)) } == .fileNotWritable)
    _ = try await session.download(request, to: .file(path, options: .createIntermediateDirectories))
    #expect(folder.read("a/b/film") == [1])
}

@Test func anUnacceptableResponseLeavesNothing() async throws {
    let folder = TemporaryFolder()
    let transport = ScriptedTransport()
    let problem: HeaderFields = ["Content-Type": "application/problem+json"]
    transport.on("*", .init(status: 404, fields: problem, body: #"{"title":"no"}"#))
    do {
        _ = try await session(transport).download(request, to: .file(folder.file("film")))
        Issue.record("A 404 was downloaded.")
    } catch {
        #expect(error.code == .unacceptableStatus)
        #expect(error.status == 404)
        #expect(error.body == Array(#"{"title":"no"}"#.utf8))
    }
    let serializers = try SerializerRegistry { JSONPlugin() }
    let api = try HTTPSessionManager(baseURL: "http://h", serializers: serializers, session: session(transport))
    var described = api
    try described.serializers.register(errorBody: .problemDetails)
    let bound = described
    await #expect { try await bound.download("film", to: .file(folder.file("film"))) } throws: { error in
        ((error as? SessionError)?.decodedBody as? ProblemDetails)?.title == "no"
    }
    #expect(folder.names.isEmpty)
    // A caller that accepts it gets it.
    _ = try await session(transport).download(request, to: .file(folder.file("film")), validation: .none)
    #expect(folder.names == ["film"])
}

@Test func anInterruptedDownloadResumesInAnotherRun() async throws {
    let folder = TemporaryFolder()
    let transport = rangeServer(first: 40)
    var data: [UInt8] = []
    do {
        _ = try await session(transport).download(request, to: .file(folder.file("film")))
        Issue.record("half a file was whole")
    } catch {
        #expect(error.code == .connectionLost)
        let resumption = try #require(error.resumption)
        #expect(resumption.byteCount == 40)
        #expect(resumption.totalLength == 100)
        data = resumption.data
    }
    #expect(folder.names.count == 1)
    let resumption = try DownloadResumption(data: data)
    let done = try await session(transport).download(request, to: .file(folder.file("film")), resuming: resumption)
    #expect(done.head.status == 206)
    #expect(folder.names == ["film"])
    #expect(folder.read("film") == (0..<100).map { UInt8($0) })
    #expect(transport.requests[1].fields["Range"] == "bytes=40-")
    #expect(transport.requests[1].fields["If-Range"] == "\"v1\"")
}

@Test func aChangedFileIsDownloadedFromItsBeginning() async throws {
    let folder = TemporaryFolder()
    let transport = rangeServer(first: 40, laterTag: "\"v2\"")
    var resumption: DownloadResumption?
    do {
        _ = try await session(transport).download(request, to: .file(folder.file("film")))
    } catch {
        resumption = error.resumption
    }
    let done = try await session(transport).download(
        request,
        to: .file(folder.file("film")),
        resuming: resumption
    )
    #expect(done.head.status == 200)
    #expect(folder.names == ["film"])
    #expect(folder.read("film")?.count == 100)
}

@Test func completePartIsMoved() async throws {
    let folder = TemporaryFolder()
    let transport = rangeServer(first: 100)
    transport.on("*", .init())
    try folder.write("part", String(repeating: "x", count: 100).utf8)
    let resumption = DownloadResumption(
        url: "http://h/film",
        partialFile: folder.file("part"),
        byteCount: 100,
        validator: "\"v1\"",
        totalLength: 100
    )
    _ = try? await session(transport).download(request, to: .file(folder.file("other")))
    let done = try await session(transport).download(request, to: .file(folder.file("film")), resuming: resumption)
    #expect(done.head.status == 416)
    #expect(folder.read("film")?.count == 100)
}

@Test func lostPartStartsOver() async throws {
    let folder = TemporaryFolder()
    let transport = ScriptedTransport()
    transport.on("*", .init(chunks: [[1]]))
    let resumption = DownloadResumption(
        url: "http://h/film",
        partialFile: folder.file("gone"),
        byteCount: 40,
        validator: "\"v1\""
    )
    _ = try await session(transport).download(request, to: .file(folder.file("film")), resuming: resumption)
    #expect(transport.requests[0].fields["Range"] == nil)
    #expect(folder.read("film") == [1])
}

/// Fields, and whether an interrupted download can be resumed with them. Source: RFC 9110 §13.1.5, §8.8.1.
private let resumable: [(HeaderFields, Bool)] = [
    (tagged, true), (["ETag": "W/\"v1\""], false), ([:], false),
    (["ETag": "\"v1\"", "Accept-Ranges": "none"], false),
    (["Last-Modified": "Sat, 01 Jan 2022 00:00:00 GMT"], true),
    (["Last-Modified": "Sat, 01 Jan 2022 00:00:00 GMT", "Date": "Sat, 01 Jan 2022 00:00:00 GMT"], false),
    (["Last-Modified": "Sat, 01 Jan 2022 00:00:00 GMT", "Date": "Sat, 01 Jan 2022 00:00:09 GMT"], true),
]

@Test(arguments: resumable.indices)
func onlyAResumablePartIsKept(_ index: Int) async throws {
    let (fields, isKept) = resumable[index]
    let folder = TemporaryFolder()
    let transport = ScriptedTransport()
    transport.on("*", .init(fields: fields, chunks: [[1, 2]], failure: lost))
    do {
        _ = try await session(transport).download(request, to: .file(folder.file("film")))
    } catch {
        #expect((error.resumption != nil) == isKept)
    }
    #expect(folder.names.isEmpty == !isKept)
    do {
        _ = try await session(transport).download(request, to: .file(folder.file("x"), options: .removePartialFile))
    } catch {
        #expect(error.resumption == nil)
    }
    #expect(folder.names.count == (isKept ? 1 : 0))
}

@Test func retryResumesTheInterruptedAttempt() async throws {
    let folder = TemporaryFolder()
    let transport = rangeServer(first: 40)
    let session = session(transport) { $0.interceptors = [RetryPolicy(delay: .zero)] }
    let done = try await session.download(request, to: .file(folder.file("film")))
    #expect(done.metrics.retryCount == 1)
    #expect(transport.requests[1].fields["Range"] == "bytes=40-")
    #expect(folder.names == ["film"])
    #expect(folder.read("film") == (0..<100).map { UInt8($0) })
}

@Test func cancellingKeepsThePartOnRequest() async throws {
    let folder = TemporaryFolder()
    let transport = ScriptedTransport()
    let gate = AsyncGate(isOpen: false)
    transport.on("*") { _ in
        .init(fields: tagged, chunks: [[1], [2], [3]], chunkGate: gate)
    }
    let session = session(transport)
    for keeps in [false, true] {
        gate.open()
        let task = session.downloadTask(request, to: .file(folder.file("film")))
        for await progress in task.downloadProgress where progress.completedBytes > 0 {
            gate.close()
            break
        }
        if keeps {
            // The download may already be complete, and then it cannot be resumed.
            let resumption = await task.cancelProducingResumption()
            if let resumption {
                #expect(folder.names == [String(resumption.partialFile.split(separator: "/").last ?? "")])
            }
        } else {
            task.cancel()
            if case .failure(let error) = await task.result {
                #expect(error.code == .cancelled)
                #expect(error.resumption == nil)
                #expect(folder.names.isEmpty)
            }
            try? FileManager.default.removeItem(atPath: folder.file("film"))
        }
    }
}

@Test func downloadsEmitEvents() async throws {
    let folder = TemporaryFolder()
    try folder.write("there", "x".utf8)
    let transport = ScriptedTransport()
    transport.on("*", .init(chunks: [[1]]))
    let session = session(transport)
    let events = session.events
    _ = try await session.download(request, to: .file(folder.file("film")))
    _ = try? await session.download(request, to: .file(folder.file("there")))
    session.invalidate()
    var told: [String] = []
    for await event in events {
        switch event {
        case .downloadMoved(_, let path): told.append("moved \(path == folder.file("film"))")
        case .destinationFailed(_, let error): told.append("failed \(error.code)")
        case .invalidated: told.append("invalidated")
        default: break
        }
    }
    #expect(told == ["moved true", "failed destinationExists", "invalidated"])
}

@Test func resumptionsRoundTripAndInvalidOnesAreRejected() throws {
    let resumption = DownloadResumption(
        url: "http://h/a%20b",
        partialFile: "/tmp/a\nb%0A",
        byteCount: 7,
        validator: "\"x\"",
        totalLength: 100,
        contentCoding: "gzip"
    )
    #expect(try DownloadResumption(data: resumption.data) == resumption)
    for count in 0..<resumption.data.count {
        #expect(throws: SessionError.self) { try DownloadResumption(data: resumption.data.prefix(count)) }
    }
    #expect(throws: SessionError.self) { try DownloadResumption(data: [0xFF, 0xFE]) }
}
