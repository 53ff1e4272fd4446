#if os(Linux)
    import Glibc
    import Mimeograph
    import MimeographJSON
    import MimeographSession
    import TestServers
    import TestSupport
    import Testing

    /// Tests of the printed errors of connections. Texts of libcurl itself are not compared.
    @Suite(.needsTLSServer, .within(minutes: 5))
    struct ConnectionMessageTests {
        /// Returns the printed error of a failing request.
        private func message(
            _ url: String,
            _ change: (inout SessionConfiguration) throws -> Void = { _ in }
        ) async throws -> String {
            var configuration = SessionConfiguration()
            configuration.proxies = .none
            try change(&configuration)
            let serializers = try SerializerRegistry { JSONPlugin() }
            let api = try HTTPSessionManager(serializers: serializers, configuration: configuration)
            let error = try await #require(throws: SessionError.self) { try await api.get(url) }
            #expect("\(error)".split(separator: "\n").count <= 6)
            return "\(error)"
        }

        /// Returns the first line without libcurl's text, and the other lines.
        private func withoutLibrary(_ message: String) -> String {
            message.replacing(/[ ]\(libcurl: [^\n]*\)/, with: "")
        }

        @Test func aPortOfAnotherScheme() async throws {
            let toTLS = try TLSServer.url("good").replacing("https:", with: "http:")
            #expect(
                try await withoutLibrary(message(toTLS)) == """
                    connectionLost: The connection was lost before a response came.
                      in GET \(toTLS)
                    Try again if the request may be sent twice; if the server uses TLS on this port, use https.
                    """
            )
            let toPlain = try TLSServer.plain().replacing("http:", with: "https:")
            #expect(
                try await withoutLibrary(message(toPlain)) == """
                    tlsFailed: The TLS handshake failed: the server's reply is not TLS.
                      in GET \(toPlain)
                    The server may not use TLS on this port: check the scheme and the port of the URL.
                    """
            )
        }

        /// Some TLS servers answer with an alert, which is not HTTP.
        @Test func anAlertOfTLS() async throws {
            let url = try TestServer.calm("/raw?text=%15%03%01%00%02%02F")
            let message = try await message(url)
            #expect(message.hasPrefix("invalidResponse: The response is not HTTP"))
            #expect(
                message.hasSuffix("\nCheck which server listens there; if it uses TLS on this port, use https.")
            )
        }

        /// RFC 6761 reserves the name: the name server does not know it, or there is no name server.
        @Test func anUnknownHost() async throws {
            #expect(
                try await withoutLibrary(message("http://name.invalid/items")) == """
                    hostNotFound: The host has no address.
                      in GET http://name.invalid/items
                    Check the URL's host.
                    """
            )
        }

        @Test func interruptedTransfer() async throws {
            let url = try TestServer.calm("/lie/100/10")
            #expect(
                try await withoutLibrary(message(url)) == """
                    connectionLost: The connection was lost before the response had ended.
                      in GET \(url), answered with status 200
                    Try again if the request may be sent twice.
                    """
            )
        }

        @Test func connectionTimeout() async throws {
            let url = "https://127.0.0.1:\(try TestServer.calm().port("silent"))/"
            let text = try await withoutLibrary(message(url) { $0.options.connectTimeout = .milliseconds(300) })
            #expect(
                text == """
                    timedOut: The connection was not made within 0.3 seconds, the connect timeout.
                      in GET \(url)
                    Try again, or raise TransportOptions.connectTimeout (configuration.options.connectTimeout).
                    """
            )
        }

        @Test func selfSignedCertificate() async throws {
            let url = try TLSServer.url("self")
            let own = try TLSServer.certificate("self")
            #expect(
                try await message(url) == """
                    untrustedServer: The certificates of localhost are not trusted: self-signed certificate. The server's \
                    certificate (CN=self) is signed only by itself, and is not trusted.
                      in GET \(url)
                      0: \(own)
                         for \(own.hostNames.joined(separator: ", "))
                    If it is your own server, trust its authority: policy.anchors = .only(try Certificate.read(path: …)).
                    """
            )
        }

        @Test func aProxyThatIsDown() async throws {
            // Nothing listens there.
            let proxy = "http://127.0.0.1:9"
            for url in ["http://far.example/", "https://far.example/"] {
                let text = try await withoutLibrary(message(url) { $0.options.proxy = .init(url: proxy) })
                #expect(
                    text == """
                        cannotConnect: No connection to the proxy could be made.
                          in GET \(url)
                        Check that the proxy runs, and its address: in the options, or in http_proxy, https_proxy or all_proxy.
                        """
                )
            }
        }

        /// The status of the proxy's answer to CONNECT, and the hint in the message.
        @Test(arguments: [(407, "password"), (403, "may not allow"), (502, "URL's host"), (503, "could not reach")])
        func aProxyThatMakesNoTunnel(_ status: Int, _ hint: String) async throws {
            let odd = try TestServer.calm()
            let proxy = TransportOptions.Proxy(
                url: "http://127.0.0.1:\(odd.port("proxy"))",
                username: "ada",
                password: "secret"
            )
            let url = "https://refused-\(status).example/"
            let text = try await message(url) { $0.options.proxy = proxy }
            #expect(text.hasPrefix("proxyFailed: The proxy answered \(status) to the request for a tunnel."))
            #expect(text.contains(hint) && text.contains("user name and password") == (status == 407))
        }

        @Test func aProxyWithAUserInItsURL() async throws {
            let text = try await message("http://far.example/") {
                $0.options.proxy = .init(url: "http://ada:secret@p.example:1")
            }
            #expect(
                text == """
                    invalidRequest: The proxy's URL contains a user name.
                      in GET http://far.example/
                    Pass the name and the password separately: TransportOptions.Proxy(url:username:password:).
                    """
            )
        }

        @Test func noDescriptorsAreAvailable() async {
            // Runs in its own process, which has no more descriptors then.
            await #expect(processExitsWith: .success) {
                // SAFETY: the variable is of the type that the calls want.
                var limit = rlimit()
                unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
                limit.rlim_cur = 100
                unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
                for url in ["http://127.0.0.1:9/", "http://localhost:9/", "https://localhost:9/"] {
                    var configuration = SessionConfiguration()
                    configuration.proxies = .none
                    let session = SessionManager(configuration: configuration, transport: CurlTransport())
                    // Opens the descriptors of the process and of the engine first.
                    _ = try? await session.data(for: RequestMessage(url: url))
                    var taken: [Int32] = []
                    var error: SessionError?
                    // The previous session may close descriptors meanwhile.
                    for _ in 0..<20 where error?.message.contains("limit of open files and sockets") != true {
                        while true {
                            let descriptor = unsafe open("/dev/null", O_RDONLY)
                            if descriptor < 0 { break }
                            taken.append(descriptor)
                        }
                        error = try await #require(throws: SessionError.self) {
                            try await session.data(for: RequestMessage(url: url))
                        }
                    }
                    for descriptor in taken { close(descriptor) }
                    #expect(error?.code == .cannotConnect)
                    #expect(error?.message.contains("limit of open files and sockets") == true, "\(error)")
                }
            }
        }

        @Test(arguments: [
            ("http://\u{2603}.example/", "converted to ASCII", "xn--"), ("http://xn--a/", "xn--", "own characters"),
            ("http://[::1%25eth0]/", "zone", "link-local"),
            ("http://[fe80::1%eth0]/", "zone", "link-local"), ("users:search", "neither http nor https", "./"),
        ])
        func unsupportedURLs(_ url: String, _ reason: String, _ remedy: String) async throws {
            let serializers = try SerializerRegistry { JSONPlugin() }
            let api = try HTTPSessionManager(baseURL: "http://127.0.0.1:9/", serializers: serializers)
            let error = try await #require(throws: SessionError.self) { try await api.get(url) }
            #expect(error.code == .invalidURL)
            #expect(error.message.contains(reason) && error.remedy?.contains(remedy) == true, "\(error)")
        }

        private struct Echo: Decodable, Sendable { var target: String }

        @Test func aPathWithAColonIsAPath() async throws {
            let serializers = try SerializerRegistry { JSONPlugin() }
            let api = try HTTPSessionManager(baseURL: TestServer.calm("/echo/"), serializers: serializers)
            let echo: Echo = try await api.get("./users:search")
            #expect(echo.target == "/echo/users:search")
        }

        @Test func pins() async throws {
            let url = try TLSServer.url("good")
            let shown = try TLSServer.certificate("good")
            let pin = try KeyPin("sha256/47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=")
            #expect(
                try await message(url) {
                    $0.securityPolicy = .pinning(keys: [pin])
                    $0.securityPolicy.anchors = try TLSServer.anchors()
                } == """
                    untrustedServer: No key of localhost is pinned.
                      in GET \(url)
                      0: \(shown)
                         for \(shown.hostNames.joined(separator: ", "))
                    If the server has a new certificate, pin that. Otherwise an attacker may be between you and the server.
                    """
            )
            #expect(
                try await message("http://localhost/items") { $0.securityPolicy = .pinning(keys: [pin]) } == """
                    notEncrypted: The policy for localhost has pins, which require https.
                      in GET http://localhost/items
                    Write the URL with https.
                    """
            )
            let bad = try #require(throws: SessionError.self) { try KeyPin("sha256/short") }
            #expect(
                "\(bad)" == """
                    invalidSecurityPolicy: A pin is not of the form sha256/ with 44 characters of Base64.
                    Copy it from `mimeo trust HOST`.
                    """
            )
        }
    }
#endif
