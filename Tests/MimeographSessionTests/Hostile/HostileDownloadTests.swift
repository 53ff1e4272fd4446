import Foundation
import Mimeograph
import MimeographSessionTesting
import Testing

@testable import MimeographSession

private let request = RequestMessage(url: "http://h/film")
private let whole = (0..<100).map { UInt8($0) }

/// A download of 100 bytes in its own folder, which has the first 40 bytes.
private struct Started {
    let folder = TemporaryFolder()
    var validator = "\"v1\""
    var total: Int64? = 100

    init() throws { try folder.write("part", Array(whole[..<40])) }

    var resumption: DownloadResumption {
        DownloadResumption(
            url: request.url,
            partialFile: folder.file("part"),
            byteCount: 40,
            validator: validator,
            totalLength: total
        )
    }

    func goOn(_ transport: ScriptedTransport) async throws(SessionError) -> ValueResponse<String> {
        let destination = DownloadDestination.file(folder.file("film"))
        return try await session(transport).download(request, to: destination, resuming: resumption)
    }
}

/// Responses that a server sends instead of the rest.
private let lies: [(status: Int, fields: HeaderFields)] = [
    (206, ["Content-Range": "bytes 41-99/100"]), (206, ["Content-Range": "bytes 0-99/100"]),
    (206, ["Content-Range": "bytes 39-99/100"]), (206, ["Content-Range": "bytes 40-99/101"]),
    (206, ["Content-Range": "bytes 40-99/60"]), (206, ["Content-Range": "bytes 40-100/100"]),
    (206, ["Content-Range": "bytes 40-99"]), (206, ["Content-Range": "pages 40-99/100"]),
    (206, ["Content-Range": "bytes 40-39/100"]), (206, ["Content-Range": "bytes */100"]), (206, [:]),
    (206, ["Content-Range": "bytes 40-9223372036854775807/*"]),
    (206, ["Content-Range": "bytes 40-99999999999999999999/*"]),
    (206, ["Content-Range": "bytes -40-99/100"]), (206, ["Content-Type": "multipart/byteranges; boundary=x"]),
    // The right positions, but of another file.
    (206, ["Content-Range": "bytes 40-99/100", "ETag": "\"v2\""]),
    (206, ["Content-Range": "bytes 40-99/100", "ETag": "W/\"v1\""]),
    (416, ["Content-Range": "bytes */30"]), (416, [:]),
]

@Test(arguments: lies.indices)
func aWrongRestIsReplacedByTheWholeFile(_ index: Int) async throws {
    let (status, fields) = lies[index]
    let transport = ScriptedTransport()
    transport.on("*") { request in
        request.fields.contains("Range")
            ? .init(status: status, fields: fields, chunks: [Array(repeating: 0xFF, count: 60)])
            : .init(fields: ["ETag": "\"v2\"", "Content-Length": "100"], chunks: [whole])
    }
    let started = try Started()
    let done = try await started.goOn(transport)
    #expect(transport.requests.map { $0.fields.contains("Range") } == [true, false])
    #expect(!transport.requests[1].fields.contains("If-Range"))
    #expect(done.head.status == 200)
    #expect(started.folder.read("film") == whole)
    #expect(started.folder.names == ["film"])
}

@Test func aServerThatKeepsSendingWrongPartsIsAnError() async throws {
    let transport = ScriptedTransport()
    let fields: HeaderFields = ["Content-Range": "bytes 41-99/100"]
    transport.on("*", .init(status: 206, fields: fields, chunks: [[1]]))
    let started = try Started()
    do {
        _ = try await started.goOn(transport)
        Issue.record("A part was accepted as the file.")
    } catch {
        #expect(error.code == .invalidResponse)
        #expect(error.head?.status == 206)
        #expect(error.resumption == nil)
    }
    #expect(transport.requests.count == 2)
    #expect(started.folder.names.isEmpty)
}

@Test func aDifferentDateMeansADifferentFile() async throws {
    var started = try Started()
    started.validator = "Sat, 01 Jan 2022 00:00:00 GMT"
    let transport = ScriptedTransport()
    let fields: HeaderFields = [
        "Content-Range": "bytes 40-99/100", "Last-Modified": "Sun, 02 Jan 2022 00:00:00 GMT",
    ]
    transport.on("*", call: 1, .init(status: 206, fields: fields, chunks: [Array(repeating: 0xFF, count: 60)]))
    transport.on("*", .init(chunks: [whole]))
    _ = try await started.goOn(transport)
    #expect(started.folder.read("film") == whole)
}

/// Only parts with the same strong validator are joined. Source: RFC 9110 §15.3.7.3.
@Test func aRestWithoutAValidatorIsNotAppended() async throws {
    let started = try Started()
    let transport = ScriptedTransport()
    let fields: HeaderFields = ["Content-Range": "bytes 40-99/100"]
    transport.on("*", call: 1, .init(status: 206, fields: fields, chunks: [Array(repeating: 0xFF, count: 60)]))
    transport.on("*", .init(chunks: [whole]))
    _ = try await started.goOn(transport)
    #expect(started.folder.read("film") == whole)
}

@Test func lessThanTheRestIsNotTheWhole() async throws {
    let transport = ScriptedTransport()
    for (call, range) in [(1, 40...59), (2, 60...98), (3, 99...99)] {
        let fields: HeaderFields = [
            "Content-Range": "bytes \(range.lowerBound)-\(range.upperBound)/100", "ETag": "\"v1\"",
        ]
        transport.on("*", call: call, .init(status: 206, fields: fields, chunks: [Array(whole[range])]))
    }
    let started = try Started()
    do {
        _ = try await started.goOn(transport)
        Issue.record("Sixty bytes were accepted as a hundred.")
    } catch {
        #expect(error.code == .connectionLost)
        let left = try #require(error.resumption)
        #expect(left.byteCount == 60 && left.validator == "\"v1\"" && left.totalLength == 100)
        // A retry resumes the download by itself.
        let retrying = session(transport) { $0.interceptors = [RetryPolicy(delay: .zero)] }
        _ = try await retrying.download(request, to: .file(started.folder.file("film")), resuming: left)
    }
    #expect(started.folder.read("film") == whole)
    #expect(transport.requests.map { $0.fields["Range"] } == ["bytes=40-", "bytes=60-", "bytes=99-"])
}

@Test(arguments: [Int64?.none, 100])
func moreThanTheRestIsRejected(_ total: Int64?) async throws {
    var started = try Started()
    started.total = total
    let transport = ScriptedTransport()
    let fields: HeaderFields = ["Content-Range": "bytes 40-99/*", "ETag": "\"v1\""]
    let endless = Array(repeating: [UInt8](repeating: 0xFF, count: 50), count: 1000)
    transport.on("*", .init(status: 206, fields: fields, chunks: endless))
    #expect(await code { try await started.goOn(transport) } == .resumptionFailed)
    #expect(started.folder.names.isEmpty)
    #expect(transport.openExchangeCount == 0)
}

@Test func anUnrequestedPartIsNotTheFile() async throws {
    let folder = TemporaryFolder()
    let transport = ScriptedTransport()
    let fields: HeaderFields = ["Content-Range": "bytes 0-1/100", "ETag": "\"v1\""]
    transport.on("*", .init(status: 206, fields: fields, chunks: [[1, 2]]))
    let session = session(transport)
    #expect(await code { try await session.download(request, to: .file(folder.file("film"))) } == .invalidResponse)
    #expect(folder.names.isEmpty)
    // A request for a part gets it, and cannot be resumed when it breaks off.
    var ranged = request
    ranged.fields["Range"] = "bytes=0-1"
    _ = try await session.download(ranged, to: .file(folder.file("film")))
    #expect(folder.read("film") == [1, 2])
    let lost = ScriptedTransport()
    lost.on("*", .init(status: 206, fields: fields, chunks: [[1]], failure: TransportError(.connectionLost, "Gone.")))
    do {
        _ = try await MimeographSessionTests.session(lost).download(ranged, to: .file(folder.file("other")))
        Issue.record("One byte was accepted as two.")
    } catch {
        #expect(error.resumption == nil)
    }
    #expect(folder.names == ["film"])
}

@Test(arguments: ["99999999999999999999", "-1", "9223372036854775808", "1, 2", "0x10", ""])
func invalidLengthsDoNotOverflow(_ length: String) async throws {
    let folder = TemporaryFolder()
    let transport = ScriptedTransport()
    transport.on("*", .init(fields: ["Content-Length": length, "ETag": "\"x\""], chunks: [[1, 2]]))
    let session = session(transport) { $0.cache = ResponseCache() }
    let body = try await session.data(for: request)
    #expect(body.value == [1, 2])
    let task = session.downloadTask(request, to: .file(folder.file("film")))
    _ = try await task.value
    #expect(task.currentDownloadProgress.completedBytes == 2)
    #expect(task.currentDownloadProgress.totalBytes == nil)
}

/// A Content-Disposition, a URL, and the name of the downloaded file.
private let names: [(String?, String, String)] = [
    ("attachment; filename=\"report.pdf\"", "http://h/x", "report.pdf"),
    ("attachment; filename=\"../../etc/passwd\"", "http://h/x", "passwd"),
    ("attachment; filename=\"..\\\\..\\\\evil.exe\"", "http://h/x", "evil.exe"),
    ("attachment; filename=\"/etc/cron.d/job\"", "http://h/x", "job"),
    ("attachment; filename*=UTF-8''..%2F..%2Fevil", "http://h/x", "evil"),
    ("attachment; filename*=UTF-8''%2e%2e", "http://h/film.mp4", "film.mp4"),
    ("attachment; filename=\"..\"", "http://h/a/film.mp4?x=/y", "film.mp4"),
    ("attachment; filename=\".bashrc\"", "http://h/x", "_bashrc"),
    ("attachment; filename=\"a/\"", "http://h/x", "x"), ("attachment; filename=\"\"", "http://h/x", "x"),
    ("attachment; filename*=UTF-8''a%00b%0a.txt", "http://h/x", "x"),
    ("attachment; filename*=UTF-8''cod%E2%80%AEfdp.exe", "http://h/x", "cod_fdp.exe"),
    ("attachment; filename*=UTF-8''na%C3%AFve.txt", "http://h/x", "naïve.txt"),
    ("attachment; filename=\"name. . \"", "http://h/x", "name"), ("inline", "http://h/a%20b.txt", "a b.txt"),
    (nil, "http://h/%2e%2e%2f%2e%2e%2fetc%2fpasswd", ".._.._etc_passwd"), (nil, "http://h/..%5c", ".._"),
    (nil, "http://h/", "download"), (nil, "http://h/a/b/", "b"), (nil, "http://h/%FF", "download"),
]

@Test(arguments: names.indices)
func aSuggestedFileNameStaysInTheFolder(_ index: Int) async throws {
    let (disposition, url, expected) = names[index]
    let folder = TemporaryFolder()
    let transport = ScriptedTransport()
    var answer = ScriptedAnswer(chunks: [[1]])
    if let disposition { answer.fields["Content-Disposition"] = disposition }
    transport.on("*", answer)
    let message = RequestMessage(url: url)
    let done = try await session(transport).download(message, to: .directory(folder.path))
    let isHidden = expected.hasPrefix(".")
    #expect(folder.names == [isHidden ? "_" + expected.dropFirst() : expected])
    #expect(done.value == folder.file(folder.names.first ?? ""))
}

@Test func longNamesFitIntoFileSystems() async throws {
    let folder = TemporaryFolder()
    let transport = ScriptedTransport()
    let long = String(repeating: "語", count: 400) + ".tar"
    transport.on("*", .init(fields: ["Content-Disposition": "attachment; filename=\"\(long)\""], chunks: [[1]]))
    let session = session(transport)
    _ = try await session.download(request, to: .directory(folder.path + "/"))
    let name = try #require(folder.names.first)
    #expect(name.hasPrefix("語語") && name.hasSuffix(".tar") && name.utf8.count <= 180)
    // The longest possible name still leaves room for the name of the partial file.
    let longest = String(repeating: "語", count: 85)
    _ = try await session.download(request, to: .file(folder.file(longest)))
    #expect(folder.names.contains(longest))
}
