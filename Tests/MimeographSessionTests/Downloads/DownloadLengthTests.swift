import Mimeograph
import MimeographSessionTesting
import Testing

@testable import MimeographSession

private let lost = TransportError(.connectionLost, "The connection broke.")
private let whole = (0..<3000).map { UInt8($0 % 251) }

/// Tests of servers that send the rest of a file but declare it as the whole.
struct DownloadLengthTests {
    /// The server's false claims about the tail, with status 200.
    enum Lie: String, CaseIterable, Sendable {
        case lengthAndRange, lengthAlone, rangeAlone, nothing, rangeWithoutValidator
    }

    private static func answer(_ lie: Lie) -> ScriptedAnswer {
        var fields: HeaderFields = lie == .rangeWithoutValidator ? [:] : ["ETag": "\"v1\""]
        if [.lengthAndRange, .lengthAlone].contains(lie) { fields["Content-Length"] = "2000" }
        if [.lengthAndRange, .rangeAlone, .rangeWithoutValidator].contains(lie) {
            fields["Content-Range"] = "bytes 1000-2999/3000"
        }
        return ScriptedAnswer(fields: fields, chunks: [Array(whole[1000...])])
    }

    @Test(arguments: Lie.allCases)
    func aTailIsNotAcceptedAsTheWholeFile(_ lie: Lie) async throws {
        let folder = TemporaryFolder()
        let transport = ScriptedTransport()
        let tagged: HeaderFields = ["ETag": "\"v1\"", "Content-Length": "3000"]
        let cut = ScriptedAnswer(fields: tagged, chunks: [Array(whole[..<1000])], failure: lost)
        transport.on("*", call: 1, cut)
        transport.on("*") { request in
            request.fields.contains("Range") ? Self.answer(lie) : .init(fields: tagged, chunks: [whole])
        }
        let destination = DownloadDestination.file(folder.file("film"))
        let request = RequestMessage(url: "http://h/film")
        let error = try await #require(throws: SessionError.self) {
            try await session(transport).download(request, to: destination)
        }
        let left = try #require(error.resumption)
        do throws(SessionError) {
            _ = try await session(transport).download(request, to: destination, resuming: left)
            #expect(folder.read("film") == whole)
        } catch {
            #expect(error.code == .resumptionFailed && folder.names.isEmpty)
        }
        // The next attempt contains nothing of the tail.
        _ = try await session(transport).download(request, to: .file(folder.file("film"), options: .removePreviousFile))
        #expect(folder.read("film") == whole)
    }

    /// If the length is unknown, at least as many bytes as before must arrive.
    @Test(arguments: [Lie.lengthAlone, .nothing])
    func aTailOfUnknownLengthIsNotAcceptedAsTheWholeFile(_ lie: Lie) async throws {
        let folder = TemporaryFolder()
        let transport = ScriptedTransport()
        let cut = ScriptedAnswer(fields: ["ETag": "\"v1\""], chunks: [Array(whole[..<2000])], failure: lost)
        transport.on("*", call: 1, cut)
        transport.on("*") { request in
            var fields: HeaderFields = ["ETag": "\"v1\""]
            guard request.fields.contains("Range") else { return .init(fields: fields, chunks: [whole]) }
            if lie == .lengthAlone { fields["Content-Length"] = "1000" }
            return .init(fields: fields, chunks: [Array(whole[2000...])])
        }
        let destination = DownloadDestination.file(folder.file("film"))
        let request = RequestMessage(url: "http://h/film")
        let error = try await #require(throws: SessionError.self) {
            try await session(transport).download(request, to: destination)
        }
        let left = try #require(error.resumption)
        do throws(SessionError) {
            _ = try await session(transport).download(request, to: destination, resuming: left)
            #expect(lie == .lengthAlone && folder.read("film") == whole)
        } catch {
            #expect(lie == .nothing && error.code == .resumptionFailed && folder.names.isEmpty)
        }
    }

    /// A server may send less than the rest, and need not know the length of the whole. Source: RFC 9110 §15.3.7.
    @Test func aPartOfAnUnknownLengthIsNotTheLast() async throws {
        let folder = TemporaryFolder()
        let transport = ScriptedTransport()
        let cut = ScriptedAnswer(fields: ["ETag": "\"v1\""], chunks: [Array(whole[..<1000])], failure: lost)
        transport.on("*", call: 1, cut)
        transport.on("*") { request in
            let start = request.fields["Range"].flatMap { Int($0.dropFirst(6).dropLast()) } ?? 0
            if start >= whole.count { return .init(status: 416, fields: ["Content-Range": "bytes */3000"]) }
            let end = min(start + 1500, whole.count)
            let fields: HeaderFields = [
                "ETag": "\"v1\"", "Content-Range": "bytes \(start)-\(end - 1)/*", "Content-Length": "\(end - start)",
            ]
            return .init(status: 206, fields: fields, chunks: [Array(whole[start..<end])])
        }
        let session = session(transport) { $0.interceptors = [RetryPolicy(limit: 1, delay: .zero)] }
        let request = RequestMessage(url: "http://h/film")
        let done = try await session.download(request, to: .file(folder.file("film")))
        // The file has the head of the last part, not of the answer that nothing more is missing.
        #expect(done.head.status == 206 && folder.read("film") == whole)
        #expect(
            transport.requests.map { $0.fields["Range"] } == [nil, "bytes=1000-", "bytes=2500-", "bytes=3000-"]
        )
    }

    /// The digest of the last part of unknown total length is that of the whole file.
    @Test(arguments: [true, false])
    func theDigestOfAFileOfUnknownLengthHolds(_ isRight: Bool) async throws {
        let folder = TemporaryFolder()
        let transport = ScriptedTransport()
        let cut = ScriptedAnswer(fields: ["ETag": "\"v1\""], chunks: [Array(whole[..<1000])], failure: lost)
        transport.on("*", call: 1, cut)
        let running = try RunningDigest(.sha256)
        running.update(Array(whole.dropLast(isRight ? 0 : 1)))
        let digest = try running.field()
        transport.on("*") { request in
            let start = request.fields["Range"].flatMap { Int($0.dropFirst(6).dropLast()) } ?? 0
            if start >= whole.count { return .init(status: 416, fields: ["Content-Range": "bytes */3000"]) }
            let fields: HeaderFields = [
                "ETag": "\"v1\"", "Content-Range": "bytes \(start)-2999/*", "Repr-Digest": digest,
            ]
            return .init(status: 206, fields: fields, chunks: [Array(whole[start...])])
        }
        let session = session(transport) { $0.interceptors = [RetryPolicy(limit: 1, delay: .zero)] }
        let request = RequestMessage(url: "http://h/film")
        do throws(SessionError) {
            _ = try await session.download(request, to: .file(folder.file("film")))
            #expect(isRight && folder.read("film") == whole && transport.requests.count == 2)
        } catch {
            #expect(!isRight && error.code == .digestMismatch && folder.names.isEmpty)
        }
    }

    @Test func progressOfAnUnknownLengthDoesNotGoBack() async throws {
        let folder = TemporaryFolder()
        let transport = ScriptedTransport()
        transport.on("*", call: 1, .init(chunks: [[1, 2], [3]], failure: lost))
        transport.on("*", .init(chunks: [[1, 2], [3, 4]]))
        let session = session(transport) {
            $0.interceptors = [RetryPolicy(delay: .zero)]
            $0.startsTasks = false
        }
        let received = Recorder<Int64>()
        let task = session.downloadTask(RequestMessage(url: "http://h/film"), to: .file(folder.file("film")))
            .onDownloadProgress { received.append($0.completedBytes) }
        task.resume()
        _ = try await task.value
        #expect(received.values == [0, 2, 3, 3, 3, 4])
    }

    /// A part may omit the date that the request has named. Source: RFC 9110 §15.3.7.
    @Test(arguments: [true, false])
    func aPartWithoutLastModifiedIsTheRest(_ saysDate: Bool) async throws {
        let folder = TemporaryFolder()
        let transport = ScriptedTransport()
        let date = "Sun, 06 Nov 1994 08:49:37 GMT"
        let cut = ScriptedAnswer(
            fields: ["Last-Modified": date, "Content-Length": "3000"],
            chunks: [Array(whole[..<1000])],
            failure: lost
        )
        transport.on("*", call: 1, cut)
        transport.on("*") { request in
            guard request.fields["If-Range"] == date else { return .init(status: 500) }
            var fields: HeaderFields = ["Content-Range": "bytes 1000-2999/3000"]
            if saysDate { fields["Last-Modified"] = date }
            return .init(status: 206, fields: fields, chunks: [Array(whole[1000...])])
        }
        let destination = DownloadDestination.file(folder.file("film"))
        let request = RequestMessage(url: "http://h/film")
        let error = try await #require(throws: SessionError.self) {
            try await session(transport).download(request, to: destination)
        }
        let left = try #require(error.resumption)
        let response = try await session(transport).download(request, to: destination, resuming: left)
        #expect(response.head.status == 206 && folder.read("film") == whole)
    }
}
