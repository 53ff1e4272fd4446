import Mimeograph
import MimeographSessionTesting
import TestSupport
import Testing

@testable import MimeographSession

/// Tests of response bodies that the caller does not get: redirects, challenges, failures that are retried, and a cache's 304.
@Suite(.within(minutes: 5))
struct SkippedBodyTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let status: Int
        var fields: HeaderFields = [:]
        var request: HeaderFields = [:]
        /// The longest time that the request may take, besides the delays of a busy machine.
        var limit = Duration.seconds(10)
        var configure: @Sendable (inout SessionConfiguration) -> Void = { _ in }
        var testDescription: String { name }
    }

    static let rows = [
        Row(name: "redirect", status: 302, fields: ["Location": "/end"]),
        Row(name: "redirect of a POST", status: 307, fields: ["Location": "/end"]),
        Row(
            name: "challenge",
            status: 401,
            fields: ["WWW-Authenticate": "Basic realm=r"],
            configure: {
                $0.credentials = try? Credentials(["http://h": Credential(username: "a", password: "b")])
            }
        ),
        Row(name: "retry", status: 503, configure: { $0.interceptors = [RetryPolicy(delay: .zero)] }),
        Row(name: "refused expectation", status: 417, request: ["Expect": "100-continue"]),
        Row(name: "confirmation", status: 304, fields: ["ETag": "\"a\""], configure: { $0.cache = ResponseCache() }),
        Row(
            name: "failure, and a stale response",
            status: 500,
            fields: ["ETag": "\"a\""],
            configure: { $0.cache = ResponseCache() }
        ),
    ]

    /// Returns a transport whose first answer is the row's, with the given number of chunks and a pause before each. Its other
    /// answers are whole.
    private static func transport(_ row: Row, chunks: Int, pause: Duration?) -> ScriptedTransport {
        let transport = ScriptedTransport()
        let isStored = row.fields.contains("ETag")
        let skipped = ScriptedAnswer(
            status: row.status,
            fields: row.fields,
            chunks: Array(repeating: [1], count: chunks),
            chunkDelay: pause
        )
        let whole = ScriptedAnswer(
            fields: [
                "Content-Length": "6", "ETag": "\"a\"", "Cache-Control": "max-age=0, stale-if-error=600",
            ],
            chunks: [[1, 2], [3, 4], [5, 6]]
        )
        transport.on("http://h/*", call: isStored ? 2 : 1, skipped)
        transport.on("http://h/*", whole)
        return transport
    }

    private static func request(_ row: Row) -> RequestMessage {
        var request = RequestMessage(url: "http://h/start", fields: row.request)
        if row.status == 307 || row.status == 417 { (request.method, request.body) = (.put, .bytes([7, 8])) }
        return request
    }

    @Test(arguments: rows)
    func theSessionDoesNotWaitForASlowBody(_ row: Row) async throws {
        let session = session(Self.transport(row, chunks: 60, pause: .milliseconds(500)), row.configure)
        if row.fields.contains("ETag") { _ = try await session.data(for: Self.request(row)) }
        let start = ContinuousClock.now
        let response = try await session.data(for: Self.request(row))
        #expect(response.value == [1, 2, 3, 4, 5, 6])
        #expect(ContinuousClock.now - start < row.limit)
    }

    @Test(arguments: rows)
    func progressCountsOnlyTheCallersBody(_ row: Row) async throws {
        let session = session(Self.transport(row, chunks: 5, pause: nil)) { configuration in
            row.configure(&configuration)
            configuration.startsTasks = false
        }
        let isStored = row.fields.contains("ETag")
        if isStored { _ = try await session.data(for: Self.request(row)) }
        let (sent, received) = (Recorder<TransferProgress>(), Recorder<TransferProgress>())
        let task = session.dataTask(Self.request(row))
            .onUploadProgress { sent.append($0) }.onDownloadProgress { received.append($0) }
        let updates = task.downloadProgress
        task.resume()
        #expect(try await task.value.value == [1, 2, 3, 4, 5, 6])
        // A body from a cache is not received.
        #expect(received.values.map(\.completedBytes) == (isStored ? [] : [0, 2, 4, 6]))
        #expect(received.values.allSatisfy { $0.totalBytes == 6 })
        let figures = sent.values.map(\.completedBytes)
        #expect(figures == figures.sorted() && figures.last == (Self.request(row).method == .put ? 2 : nil))
        var last: Int64 = 0
        for await update in updates {
            #expect(update.completedBytes >= last)
            last = update.completedBytes
        }
    }

    /// The progress of a download does not count a redirect's body, and does not go back when a lost download is resumed.
    @Test func aDownloadDoesNotGoBack() async throws {
        let folder = TemporaryFolder()
        let transport = ScriptedTransport()
        let fields: HeaderFields = ["ETag": "\"a\"", "Content-Length": "6"]
        transport.on("http://h/start", .init(status: 302, fields: ["Location": "/file"], chunks: [[9, 9, 9, 9, 9]]))
        let gone = TransportError(.connectionLost, "Gone.")
        transport.on("http://h/file", call: 1, .init(fields: fields, chunks: [[1, 2], [3]], failure: gone))
        transport.on(
            "http://h/file",
            .init(status: 206, fields: ["ETag": "\"a\"", "Content-Range": "bytes 3-5/6"], chunks: [[4, 5, 6]])
        )
        let session = session(transport) {
            $0.interceptors = [RetryPolicy(delay: .zero)]
            $0.startsTasks = false
        }
        let received = Recorder<TransferProgress>()
        let task = session.downloadTask(RequestMessage(url: "http://h/start"), to: .file(folder.file("film")))
            .onDownloadProgress { received.append($0) }
        task.resume()
        _ = try await task.value
        #expect(received.values.map(\.completedBytes) == [0, 2, 3, 3, 6])
        #expect(received.values.allSatisfy { $0.totalBytes == 6 })
    }
}
