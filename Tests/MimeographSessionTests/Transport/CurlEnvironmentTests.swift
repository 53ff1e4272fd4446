#if os(Linux)
    import Foundation
    import Glibc
    import Mimeograph
    import MimeographSession
    import TestServers
    import TestSupport
    import Testing

    /// Tests that the environment and the user's files have no influence, and that users do not share connections.
    @Suite(.needsOddServer, .needsTLSServer, .within(minutes: 10))
    struct CurlEnvironmentTests {
        @Test func logsNoKeysOfConnections() async {
            // This runs in a separate process, because all tests share the environment and libcurl reads it once.
            await #expect(processExitsWith: .success) {
                let url = try TLSServer.url("good")
                let policy = try SecurityPolicy().with { $0.anchors = try TLSServer.anchors() }
                let path = FileManager.default.temporaryDirectory.appendingPathComponent("keys-\(UUID())").path
                // SAFETY: no other thread reads the environment yet; the texts live through the call.
                unsafe setenv("SSLKEYLOGFILE", path, 1)
                let answer = try await CurlTransport().ask(url, policy)
                #expect(answer.identity == "good")
                #expect(!FileManager.default.fileExists(atPath: path))
                // The variable belongs to the program, and is still set.
                // SAFETY: the text is copied at once.
                let value = unsafe getenv("SSLKEYLOGFILE").map { unsafe String(cString: $0) }
                #expect(value == path)
                #expect(ProcessInfo.processInfo.environment["SSLKEYLOGFILE"] == path)
            }
        }

        /// If the program itself uses libcurl, libcurl opens such a file. The session's keys are not written to it.
        @Test func logsNoKeysIfTheProgramInitializedLibcurl() async {
            await #expect(processExitsWith: .success) {
                let url = try TLSServer.url("good")
                let policy = try SecurityPolicy().with { $0.anchors = try TLSServer.anchors() }
                let path = FileManager.default.temporaryDirectory.appendingPathComponent("keys-\(UUID())").path
                // SAFETY: as above.
                unsafe setenv("SSLKEYLOGFILE", path, 1)
                // SAFETY: the function has this signature, and libcurl is linked with this program.
                typealias Initialize = @convention(c) (Int) -> Int32
                let initialize = unsafe dlsym(nil, "curl_global_init").map {
                    unsafe unsafeBitCast($0, to: Initialize.self)
                }
                let result = initialize?(3)
                #expect(result == 0)
                #expect(FileManager.default.fileExists(atPath: path))
                #expect(try await CurlTransport().ask(url, policy).identity == "good")
                #expect(
                    try await CurlTransport().ask(url.replacing("localhost", with: "127.0.0.1"), policy).identity
                        == "good"
                )
                #expect(try Data(contentsOf: URL(fileURLWithPath: path)).isEmpty)
                try FileManager.default.removeItem(atPath: path)
            }
        }

        /// OpenSSL would continue with its built-in settings: older protocols and weaker ciphers than the file allows.
        @Test func anUnreadableOpenSSLConfigurationIsAnError() async {
            await #expect(processExitsWith: .success) {
                let url = try TLSServer.url("good")
                let plain = try TestServer.odd("/bytes/1")
                let policy = try SecurityPolicy().with { $0.anchors = try TLSServer.anchors() }
                // SAFETY: as above.
                unsafe setenv("OPENSSL_CONF", "/no/such/openssl.cnf", 1)
                let error = await #expect(throws: TransportError.self) { try await CurlTransport().ask(url, policy) }
                #expect(error?.code == .tlsFailed && error?.message.contains("OPENSSL_CONF") == true)
                #expect(try await CurlTransport().whole(plain).bytes == [0])
            }
        }

        /// OpenSSL would read it as an empty file.
        @Test func aFolderAsOpenSSLConfigurationIsAnError() async {
            await #expect(processExitsWith: .success) {
                let url = try TLSServer.url("good")
                let policy = try SecurityPolicy().with { $0.anchors = try TLSServer.anchors() }
                // SAFETY: as above.
                unsafe setenv("OPENSSL_CONF", FileManager.default.temporaryDirectory.path, 1)
                let error = await #expect(throws: TransportError.self) { try await CurlTransport().ask(url, policy) }
                #expect(error?.code == .tlsFailed && error?.message.contains("OPENSSL_CONF") == true)
            }
        }

        /// By default, libcurl would send the user's Kerberos ticket to the proxy.
        @Test func offersNoKerberosTicketToASOCKSProxy() async throws {
            let server = try ServerProcess("odd.py")
            defer { server.stop() }
            let transport = CurlTransport()
            let proxy = TransportOptions.Proxy(url: "socks5h://127.0.0.1:\(server.port("socks"))")
            var request = TransportRequest(url: "http://far.example/echo", options: TransportOptions(proxy: proxy))
            #expect(try Echo(try await transport.whole(request)).values("host") == ["far.example"])
            request.url = "http://far.example/count/socks-1/peek"
            #expect(try await transport.whole(request).text == "0")
            request.url = "http://far.example/count/socks-0/peek"
            #expect(try await transport.whole(request).text == "1")
        }

        /// A tunnel for one user of the proxy serves no other user.
        @Test func aTunnelServesOnlyItsUser() async throws {
            let transport = CurlTransport()
            let policy = try SecurityPolicy().with { $0.anchors = try TLSServer.anchors() }
            let url = try TLSServer.url("good", host: "127.0.0.1")
            func ask(_ username: String?, _ password: String?) async throws(TransportError) -> TLSServer.Answer {
                let proxy: Int
                do { proxy = try TestServer.odd().port("proxy") } catch { throw TransportError(.other, "\(error)") }
                return try await transport.ask(url, policy) {
                    $0.proxy = .init(url: "http://127.0.0.1:\(proxy)", username: username, password: password)
                }
            }
            #expect(try await ask("ada", "secret").requests == 1)
            #expect(try await ask("ada", "secret").requests == 2)
            #expect(try await ask("bob", "b").requests == 1)
            for (name, word) in [("ada", "wrong"), ("eve", "x"), (nil, nil)] as [(String?, String?)] {
                let error = await #expect(throws: TransportError.self) { try await ask(name, word) }
                #expect(error?.code == .proxyFailed)
            }
            #expect(try await ask("ada", "secret").requests == 3)
        }

        /// Some servers authenticate a connection rather than a request. They must not receive another user's request on it.
        @Test(arguments: ["Negotiate YII=", "NTLM TlRM", "negotiate YII=", "Kerberos x"])
        func anAuthenticatedConnectionServesNoOtherRequest(_ credential: String) async throws {
            let transport = CurlTransport(configuration: .init(maximumConnectionsPerHost: 1))
            var used: [Int] = []
            for field in [nil, credential, nil, credential, nil] {
                var request = TransportRequest(url: try TestServer.odd("/echo"))
                request.fields["Authorization"] = field
                used.append(try Echo(try await transport.whole(request)).connection)
            }
            #expect(
                used[1] != used[0] && used[2] != used[1] && used[3] != used[2] && used[3] != used[1]
                    && used[4] != used[3]
            )
        }

        /// The address in the request is the canonical one that comparisons use.
        @Test(arguments: ["127.1", "0x7f.0.0.1", "2130706433", "[::ffff:127.0.0.1]", "127.0.0.1."])
        func sendsAddressesInCanonicalForm(_ host: String) async throws {
            let port = try TestServer.odd().port("http")
            let transport = CurlTransport()
            let echo = try Echo(try await transport.whole("http://\(host):\(port)/echo"))
            #expect(echo.values("host") == ["127.0.0.1:\(port)"])
            let proxy = TransportOptions.Proxy(
                url: "http://\(host):\(try TestServer.odd().port("proxy"))",
                username: "ada",
                password: "secret"
            )
            let through = TransportRequest(url: "http://\(host)/x", options: TransportOptions(proxy: proxy))
            #expect(try Echo(try await transport.whole(through)).target == "http://127.0.0.1/x")
        }

        @Test(arguments: ["256.1.1.1", "foo.0x4", "[::g]", "1.2.3.08"])
        func doesNotConnectToInvalidAddresses(_ host: String) async throws {
            let error = await #expect(throws: TransportError.self) {
                try await CurlTransport().whole("http://\(host)/")
            }
            #expect(error?.code == .invalidRequest)
        }
    }
#endif
