#if os(Linux)
    import Foundation
    import Mimeograph
    import TestServers
    import TestSupport
    import Testing

    @testable import MimeographSession

    /// Tests with nginx, a common server: HTTP/2, TLS, ranges and content codings.
    @Suite(.needsNginx, .needsOddServer, .within(minutes: 10))
    struct CurlNginxTests {
        /// A port of nginx.
        enum Way: String, CaseIterable {
            case http, https, https1, http2

            var isEncrypted: Bool { self == .https || self == .https1 }
            var version: String { self == .https || self == .http2 ? "2" : "1.1" }

            func request(_ path: String) throws -> TransportRequest {
                let url =
                    "\(isEncrypted ? "https" : "http")://localhost:\(try TestServer.nginx().port(rawValue))\(path)"
                var options = TransportOptions()
                if self == .http2 { options.version = .http2PriorKnowledge }
                if self == .https { options.version = .http2 }
                return TransportRequest(url: url, options: options)
            }
        }

        static func transport(_ authorities: CurlTransport.CertificateAuthorities? = nil) throws -> CurlTransport {
            let authorities = try authorities ?? .file(TestServer.nginx().path("authority"))
            return CurlTransport(configuration: .init(certificateAuthorities: authorities))
        }

        @Test(arguments: Way.allCases)
        func usesEachVersion(_ way: Way) async throws {
            let transport = try Self.transport()
            let response = try await transport.whole(try way.request("/version"))
            #expect(response.text.hasPrefix("HTTP/\(way.version == "2" ? "2.0" : "1.1") "))
            #expect(response.metrics.protocolVersion == way.version)
            #expect((response.metrics.secured != nil) == way.isEncrypted)
            let file = try await transport.whole(try way.request("/pattern.bin"))
            #expect(file.bytes == TestServer.pattern(1_000_000))
        }

        @Test(arguments: Way.allCases)
        func sendsBodies(_ way: Way) async throws {
            let transport = try Self.transport()
            let body = TestServer.pattern(600_000)
            for (index, sent) in [
                MessageBody.bytes(body), .stream(madeStream(length: body.count, chunks: [body])),
                .stream(madeStream(chunks: [Array(body[..<5]), Array(body[5...])])),
            ].enumerated() {
                var request = try way.request("/put/\(way)-\(index)")
                request.method = .put
                request.body = sent
                #expect(try await transport.whole(request).head.status == 201)
                let path = try TestServer.nginx().path("uploads") + "/\(way)-\(index)"
                #expect(FileManager.default.contents(atPath: path).map { [UInt8]($0) } == body)
            }
            for method in [HTTPMethod.post, .head, .delete] {
                var request = try way.request("/small")
                request.method = method
                let response = try await transport.whole(request)
                #expect(response.head.status == 200 && response.bytes.isEmpty == (method == .head))
            }
        }

        @Test(arguments: Way.allCases)
        func aFailingProducerFailsTheExchange(_ way: Way) async throws {
            let transport = try Self.transport()
            for length in [nil, 100] {
                var request = try way.request("/put/failing-\(way)")
                request.method = .put
                request.body = .stream(madeStream(length: length, chunks: [[1, 2, 3]], failure: ProducerFailure()))
                let error = await #expect(throws: TransportError.self) { try await transport.whole(request) }
                let isOurs = error?.code == .bodyFailed && error?.underlying is ProducerFailure
                #expect(isOurs, "\(String(describing: error))")
            }
            try await Task.sleep(for: .milliseconds(50))
            let path = try TestServer.nginx().path("uploads") + "/failing-\(way)"
            #expect(!FileManager.default.fileExists(atPath: path))
        }

        @Test(
            .enabled(
                if: CurlLibrary.sharesConnections,
                "this libcurl has one exchange at a time on a connection of HTTP/2"
            ),
            arguments: [Way.https, .http2]
        )
        func manyRequestsShareOneConnection(_ way: Way) async throws {
            let transport = try Self.transport()
            let connections = try await withThrowingTaskGroup(of: Substring.self) { group in
                for _ in 0..<40 {
                    group.addTask {
                        try await transport.whole(try way.request("/version")).text.split(separator: " ")[1]
                    }
                }
                return try await group.reduce(into: Set<Substring>()) { $0.insert($1) }
            }
            // libcurl 8.23 sometimes makes a second one, at the start.
            #expect(connections.count <= (CurlLibrary.countsRates ? 2 : 1))
        }

        @Test(arguments: [Way.https, .http2])
        func aStalledStreamBlocksNoOther(_ way: Way) async throws {
            let transport = try Self.transport()
            let stalled = try await transport.send(try way.request("/64M.bin"))
            for _ in 0..<20 { #expect(try await transport.whole(try way.request("/small")).head.status == 200) }
            #expect(stalled.body.metrics.bytesReceived < 1 << 20)
            var count = 0
            for try await chunk in stalled.body { count += chunk.count }
            #expect(count == 64 << 20)
        }

        /// Before 8.1, libcurl loses waiting bytes of other bodies when an upload of unknown length ends on their connection.
        @Test(arguments: [Way.https, .http2])
        func anUploadDoesNotDamageOtherBodies(_ way: Way) async throws {
            let transport = try Self.transport()
            _ = try await transport.whole(try way.request("/small"))
            let right = TestServer.pattern(1_000_000)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for worker in 0..<24 {
                    group.addTask {
                        for round in 0..<12 {
                            if worker % 3 > 0 {
                                #expect(try await transport.whole(try way.request("/pattern.bin")).bytes == right)
                                continue
                            }
                            var upload = try way.request("/put/others-\(way)-\(worker)-\(round)")
                            upload.method = .put
                            upload.body = .stream(madeStream(chunks: [[1], TestServer.pattern(100_000), [2]]))
                            #expect(try await transport.whole(upload).head.status == 201)
                        }
                    }
                }
                try await group.waitForAll()
            }
        }

        @Test func successiveRequestsShareAnHTTP2Connection() async throws {
            let transport = try Self.transport()
            var connections: Set<Substring> = []
            for _ in 0..<5 {
                let response = try await transport.whole(try Way.https.request("/version"))
                #expect(response.metrics.protocolVersion == "2")
                connections.insert(response.text.split(separator: " ")[1])
            }
            #expect(connections.count == 1)
        }

        @Test func usesTheRequestedVersion() async throws {
            let transport = try Self.transport()
            // The order matters: a connection of one version must not serve the other.
            for version in [TransportOptions.Version.http2, .http1, .http2] {
                var request = try Way.https.request("/version")
                request.options.version = version
                let response = try await transport.whole(request)
                #expect(response.metrics.protocolVersion == (version == .http1 ? "1.1" : "2"))
            }
        }

        @Test(arguments: Way.allCases)
        func rangesCodingsAndRefusals(_ way: Way) async throws {
            let transport = try Self.transport()
            var request = try way.request("/pattern.bin")
            request.fields = ["Range": "bytes=500-509"]
            let part = try await transport.whole(request)
            #expect(part.head.status == 206 && part.bytes == Array(TestServer.pattern(1000)[500..<510]))
            request = try way.request("/gzip")
            #expect(try await transport.whole(request).bytes.count == 21_000)
            request.fields = ["Accept-Encoding": "gzip"]
            // The response has no Content-Length.
            if way.version == "2", CurlLibrary.hidesResets {
                let error = await #expect(throws: TransportError.self) { try await transport.whole(request) }
                #expect(error?.code == .unsupported)
            } else {
                let coded = try await transport.whole(request)
                #expect(coded.head.fields["Content-Encoding"] == "gzip" && coded.bytes.starts(with: [0x1F, 0x8B]))
            }
            request = try way.request("/limited")
            request.method = .post
            request.body = .bytes(TestServer.pattern(3_000_000))
            do throws(TransportError) {
                #expect(try await transport.whole(request).head.status == 413)
            } catch {
                // Over HTTP/2, nginx resets the stream after its answer, and libcurl may see the reset first.
                #expect(way.version == "2" && error.code == .connectionLost)
            }
        }

        @Test func replacesConnectionsThatCloseAfterAFewRequests() async throws {
            let transport = CurlTransport()
            let url = "http://127.0.0.1:\(try TestServer.nginx().port("shortlived"))/text.txt"
            for _ in 0..<10 { #expect(try await transport.whole(url).bytes.count == 21_000) }
        }

        @Test func trustsOnlyTheNamedAuthorities() async throws {
            for (authorities, code) in [
                (CurlTransport.CertificateAuthorities.system, TransportError.Code.untrustedServer),
                (.file(try TestServer.nginx().path("otherAuthority")), .untrustedServer),
                (.file("/nowhere.pem"), .tlsFailed),
            ] {
                let error = await #expect(throws: TransportError.self) {
                    try await Self.transport(authorities).whole(try Way.https.request("/small"))
                }
                #expect(error?.code == code && error?.libraryCode != nil)
            }
        }

        @Test func theCertificateMustNameTheHost() async throws {
            // The certificate contains the address, but not the other name of the same server.
            let port = try TestServer.nginx().port("https")
            let transport = try Self.transport()
            #expect(try await transport.whole("https://127.0.0.1:\(port)/small").head.status == 200)
            let error = await #expect(throws: TransportError.self) {
                try await transport.whole("https://127.0.0.2:\(port)/small")
            }
            // nginx listens on only one address. If the system routes all of 127/8 to it, the name is wrong.
            #expect([.untrustedServer, .cannotConnect].contains(error?.code))
        }

        @Test func plainTextOnATLSPortAndTLSOnAPlainPort() async throws {
            let transport = try Self.transport()
            let plain = try await transport.whole("http://localhost:\(try TestServer.nginx().port("https1"))/")
            #expect(plain.head.status == 400)
            let error = await #expect(throws: TransportError.self) {
                try await transport.whole("https://localhost:\(try TestServer.nginx().port("http"))/")
            }
            #expect(error?.code == .tlsFailed)
        }

        @Test func aTunnelThroughAProxy() async throws {
            let proxy = "http://127.0.0.1:\(try TestServer.odd().port("proxy"))"
            var request = try Way.https.request("/version")
            request.options.proxy = .init(url: proxy, username: "ada", password: "secret")
            let response = try await Self.transport().whole(request)
            #expect(response.text.hasPrefix("HTTP/2.0"))
            #expect(!response.head.fields.contains("X-Proxy"))
        }
    }
#endif
