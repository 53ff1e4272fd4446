#if os(Linux)
    import Mimeograph
    import MimeographJSON
    import MimeographSession
    import TestServers
    import TestSupport
    import Testing

    /// What goes wrong on the way, and what is printed. Where libcurl says something in words of its own, only ours are compared.
    @Suite(.needsTLSServer, .within(minutes: 5))
    struct ConnectionMessageTests {
        /// What a request prints that fails.
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

        /// The first line up to what libcurl says, and the other lines.
        private func withoutLibrary(_ message: String) -> String {
            message.replacing(/[ ]\(libcurl: [^\n]*\)/, with: "")
        }

        @Test func aPortOfAnotherScheme() async throws {
            let toTLS = try TLSServer.url("good").replacing("https:", with: "http:")
            #expect(
                try await withoutLibrary(message(toTLS)) == """
                    connectionLost: The connection was lost before a response came.
                      in GET \(toTLS)
                    Try again where the request may be sent twice; a server that speaks TLS on this port wants https.
                    """
            )
            let toPlain = try TLSServer.plain().replacing("http:", with: "https:")
            #expect(
                try await withoutLibrary(message(toPlain)) == """
                    tlsFailed: The TLS handshake failed: what came is not TLS.
                      in GET \(toPlain)
                    The server may not speak TLS on this port: check the scheme and the port of the URL.
                    """
            )
        }

        /// Some servers of TLS answer with an alert, which is no HTTP.
        @Test func anAlertOfTLS() async throws {
            let url = try TestServer.calm("/raw?text=%15%03%01%00%02%02F")
            let message = try await message(url)
            #expect(message.hasPrefix("invalidResponse: What came is not HTTP"))
            #expect(
                message.hasSuffix("\nCheck what listens there; a server that speaks TLS on this port wants https.")
            )
        }

        /// There is no name server to be asked about a name that RFC 6761 reserves, or it says that there is none.
        @Test func anUnknownHost() async throws {
            #expect(
                try await withoutLibrary(message("http://name.invalid/items")) == """
                    hostNotFound: The host has no address.
                      in GET http://name.invalid/items
                    Check the URL's host.
                    """
            )
        }

        @Test func aTransferThatIsCut() async throws {
            let url = try TestServer.calm("/lie/100/10")
            #expect(
                try await withoutLibrary(message(url)) == """
                    connectionLost: The connection was lost before the response had ended.
                      in GET \(url), answered with status 200
                    Try again where the request may be sent twice.
                    """
            )
        }

        @Test func aConnectionThatIsNotMadeInTime() async throws {
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

        @Test func aCertificateThatSignedItself() async throws {
            let url = try TLSServer.url("self")
            let own = try TLSServer.certificate("self")
            #expect(
                try await message(url) == """
                    untrustedServer: The certificates of localhost are not trusted: self-signed certificate.
                      in GET \(url)
                      0: \(own)
                         for \(own.hostNames.joined(separator: ", "))
                    If it is your own server, name who signed its certificate: policy.anchors = .only(try Certificate.read(path: …)).
                    """
            )
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
                    Where the server has a new certificate, pin what it shows; else an attacker may be between you and it.
                    """
            )
            #expect(
                try await message("http://localhost/items") { $0.securityPolicy = .pinning(keys: [pin]) } == """
                    notEncrypted: The policy for localhost pins, which needs https.
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
