#if os(Linux)
    import Mimeograph
    import MimeographSession
    import Testing

    extension ClientConformanceTests {
        // MARK: Heads

        @Test func rejectsBytesThatAreNotHTTP() async throws {
            try #require(await code { try await raw(text: "FOOBAR") } == .invalidResponse)
        }

        /// The name of the protocol is case-sensitive. Source: RFC 9112 §2.3.
        @Test func rejectsAStatusLineWithAnotherCase() async throws {
            try #require(await code { try await raw("Http/1.1 200 OK") } == .invalidResponse)
        }

        /// Source: RFC 9112 §4.
        @Test func acceptsAStatusLineWithoutAReason() async throws {
            for line in ["HTTP/1.1 200", "HTTP/1.1 200 "] {
                try #require(try await raw(line).head.status == 200)
            }
        }

        /// Source: RFC 9110 §15. A client treats a status above 599 as a server error.
        @Test func returnsAStatusAbove599() async throws {
            let response = try await raw("HTTP/1.1 999 Odd", "Content-Length: 0")
            try #require(response.head.status == 999 && response.value.isEmpty)
        }

        /// The session returns any status. A verb of the manager throws an error with it.
        @Test func returnsNotFoundAsAResponse() async throws {
            let response = try await raw("HTTP/1.1 404 Not Found", "Content-Length: 0")
            try #require(response.head.status == 404 && response.value.isEmpty)
            let error = try await #require(throws: SessionError.self) { try await api.get("status/404") }
            try #require(error.code == .unacceptableStatus && error.status == 404)
        }

        @Test func keepsFieldsOfOneNameApart() async throws {
            let response = try await raw("HTTP/1.1 200 OK", "X-Test: one", "X-Test: two", "Content-Length: 0")
            try #require(response.head.fields.values(of: "X-Test") == ["one", "two"])
        }

        // MARK: The end of the body

        @Test func readsNoBodyAfter204() async throws {
            let response = try await raw("HTTP/1.1 204 No Content", "Content-Length: 1000")
            try #require(response.head.status == 204 && response.value.isEmpty)
        }

        @Test func readsNoBodyAfter304() async throws {
            let response = try await raw("HTTP/1.1 304 Not Modified", "Content-Length: 1000")
            try #require(response.head.status == 304 && response.value.isEmpty)
        }

        @Test func readsNoBodyAfterHEAD() async throws {
            let response = try await whole(request(.head, "bytes/1000"))
            try #require(response.head.status == 200 && response.value.isEmpty && response.trailers == [:])
            try #require(response.head.fields["Content-Length"] == "1000")
        }

        @Test func rejectsAnIncompleteBody() async throws {
            let lines = ["HTTP/1.1 200 OK", "Content-Length: 1000"]
            try #require(await code { try await raw(lines[0], lines[1], body: "1234") } == .connectionLost)
        }

        @Test func readsABodyUntilTheConnectionCloses() async throws {
            let response = try await raw("HTTP/1.1 200 OK", body: "1234")
            try #require(response.head.status == 200 && response.text == "1234")
        }

        @Test func rejectsConflictingLengths() async throws {
            for lines in ["Content-Length: 10, 4", "Content-Length: 10\r\nContent-Length: 4"] {
                let code = await code { try await raw("HTTP/1.1 200 OK", lines, body: "1234") }
                try #require(code == .invalidResponse, "\(lines)")
            }
        }

        @Test func returnsTrailers() async throws {
            let sent: HeaderFields = ["X-Trailer-One": "first", "X-Trailer-Two": "second", "X-Checksum": "abc123"]
            let text = sent.map { "\($0.name):\($0.value)%0D%0A" }.joined()
            let response = try await whole(request(.get, "trailed?text=\(text)"))
            try #require(response.head.status == 200 && response.text == "hello")
            try #require(response.trailers == sent)
        }

        // MARK: Content codings

        @Test func decodesGzip() async throws { try await readsText(coding: "gzip", field: "gzip") }

        @Test func decodesDeflate() async throws { try await readsText(coding: "deflate", field: "deflate") }

        @Test func decodesBrotli() async throws { try await readsText(coding: "br", field: "br") }

        /// The server sends no coding, although the request accepts some.
        @Test func readsABodyWithoutACoding() async throws { try await readsText(coding: "none", field: nil) }

        private func readsText(coding: String, field: String?) async throws {
            let response = try await whole(request(.get, "coded/\(coding)"))
            try #require(response.head.status == 200 && response.head.fields["Content-Encoding"] == field)
            try #require(response.text == "TEST\n")
        }
    }
#endif
