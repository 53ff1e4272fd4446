#if os(Linux)
    import Foundation
    import Mimeograph
    import MimeographBrotli
    import MimeographCompression
    import MimeographFiles
    import MimeographForm
    import MimeographJSON
    import MimeographSession
    import MimeographXML
    import MimeographZstandard

    /// A kind of request of which each call fails in turn.
    enum TortureRequest: String, CaseIterable, Codable {
        case get, head, postOfValue, postOfStream, multipart, download, resumedDownload, redirect, digest
        case cookiesAndCache, gzip, brotli, zstandard, xml, pinned, wronglyPinned

        /// The error for a response that is not the expected one.
        struct WrongAnswer: Error {}

        struct Note: Codable, Equatable, Sendable {
            var name: String
            var length: Int
        }

        /// Whether the request uses TLS.
        var usesTLS: Bool { self == .pinned || self == .wronglyPinned }

        /// Whether no response is acceptable.
        var isForbidden: Bool { self == .wronglyPinned }

        /// Sends the request once, or twice if the second depends on the first.
        func send(_ attempt: TortureAttempt) async throws {
            let session = attempt.session
            switch self {
            case .get:
                let response = try await session.data(for: attempt.request("/bytes/1000"))
                try require(response.value == attempt.pattern(1000))
            case .head:
                let response = try await session.data(for: attempt.request("/bytes/1000", .head))
                try require(response.head.status == 200 && response.value.isEmpty)
            case .postOfValue:
                let note = Note(name: "tide", length: 3)
                let echo: Echo = try await attempt.api().post("echo", .value(note))
                try require(try JSONDecoder().decode(Note.self, from: Data(echo.body.utf8)) == note)
            case .postOfStream:
                let chunks = (0..<4).map { [UInt8](repeating: UInt8($0 + 65), count: 20_000) }
                let request = attempt.request("/echo", .post)
                let response = try await session.upload(request, from: streamed(chunks))
                try require(try JSONDecoder().decode(Echo.self, from: Data(response.value)).length == 80_000)
            case .multipart:
                var form = MultipartFormData()
                form.append("hello", name: "note")
                try form.append(file: attempt.file("upload"), name: "file")
                let echo: Echo = try await attempt.api().post("echo", .multipart(form))
                try require(echo.length > 50_000 && echo.body.contains("hello"))
            case .download, .resumedDownload:
                let given = self == .download ? nil : attempt.resumption
                let path = self == .download ? "/bytes/100000" : "/broken-off"
                _ = try await session.download(attempt.request(path), to: .file(attempt.file("done")), resuming: given)
                try require(attempt.isDownloaded)
            case .redirect:
                let response = try await session.data(for: attempt.request("/redirect/2"))
                try require(try JSONDecoder().decode(Echo.self, from: Data(response.value)).target == "/echo")
            case .digest:
                // Without the digest, the session returns the server's 401, which is an error here.
                let count: [String: String] = try await attempt.api().get("digest/ada/secret/SHA-256")
                try require(count["nc"] == "00000001")
            case .cookiesAndCache:
                for isFirst in [true, false] {
                    let response = try await session.data(for: attempt.request("/validated"))
                    try require(String(decoding: response.value, as: UTF8.self) == "kept")
                    // The stored response may be lost, but not the cookie.
                    try require(isFirst || response.head.fields["X-Cookie"] == "berth=12")
                }
            case .gzip, .brotli, .zstandard:
                try require(try await attempt.api().get(attempt.codedPath(self)) == attempt.note)
            case .xml:
                let document: XML.Document = try await attempt.api().get(attempt.xmlPath)
                try require(document.root.children.count == 2)
            case .pinned, .wronglyPinned:
                let response = try await session.data(for: RequestMessage(url: attempt.secureURL))
                try require(response.head.status == 200)
            }
        }

        private func require(_ isSo: Bool) throws { if !isSo { throw WrongAnswer() } }

        private struct Echo: Decodable, Sendable {
            var target: String
            var length: Int
            var body: String
        }
    }
#endif
