#if os(Linux)
    import Foundation
    import Glibc
    import Mimeograph
    import MimeographSession
    import TestServers
    import TestSupport
    import Testing

    /// Tests that each promise of a policy holds even if OpenSSL's configuration file says otherwise. Administrators, packages
    /// and the environment can change that file, but they must not decide whom a program trusts.
    @Suite(.needsTLSServer, .within(minutes: 15), .serialized)
    struct HostileConfigurationWorkTests {
        /// The contents of the section that OpenSSL applies to every connection of the process.
        static let configurations = [
            "Options = Bugs",
            "Options = -EmptyFragments",
            "MinProtocol = TLSv1\nCipherString = DEFAULT@SECLEVEL=0",
            "MaxProtocol = TLSv1.3",
            "CipherString = ALL:aNULL:eNULL:@SECLEVEL=0",
            "VerifyMode = Request",
            "Options = Bugs,-EmptyFragments,UnsafeLegacyRenegotiation,UnsafeLegacyServerConnect,-MiddleboxCompat",
            "MinProtocol = SSLv3\nMaxProtocol = TLSv1.3\nVerifyMode = Request\nOptions = Bugs\nCipherString = ALL:@SECLEVEL=0",
        ]

        @Test func promisesHoldWithAnyConfiguration() async throws {
            #expect(Self.configurations.count == 8)
            // OpenSSL reads the file once in each process, so each file needs its own. The closures capture nothing.
            await #expect(processExitsWith: .success) { try await keepPromises(under: 0) }
            await #expect(processExitsWith: .success) { try await keepPromises(under: 1) }
            await #expect(processExitsWith: .success) { try await keepPromises(under: 2) }
            await #expect(processExitsWith: .success) { try await keepPromises(under: 3) }
            await #expect(processExitsWith: .success) { try await keepPromises(under: 4) }
            await #expect(processExitsWith: .success) { try await keepPromises(under: 5) }
            await #expect(processExitsWith: .success) { try await keepPromises(under: 6) }
            await #expect(processExitsWith: .success) { try await keepPromises(under: 7) }
        }
    }

    /// Connects to servers with each kind of policy, in a process whose OpenSSL has read the configuration.
    private func keepPromises(under index: Int) async throws {
        let lines = HostileConfigurationWorkTests.configurations[index]
        // The servers start first, since they would also read the file.
        let stapling = try TestServer.ocsp()
        let path = try TLSServer.file("hostile.cnf")
        let text = "openssl_conf = init\n[init]\nssl_conf = ssl\n[ssl]\nsystem_default = all\n[all]\n\(lines)\n"
        try text.write(toFile: path, atomically: false, encoding: .utf8)
        // SAFETY: no other thread reads the environment yet; the strings live through the call.
        unsafe setenv("OPENSSL_CONF", path, 1)
        // This is the first use of OpenSSL in the process.
        let identity = try ClientIdentity(
            certificatePath: TLSServer.file("client.pem"),
            keyPath: TLSServer.file("client.key")
        )

        let transport = CurlTransport()
        let root = try Certificate.read(path: "\(stapling.path("folder"))/root.pem")
        let status = SecurityPolicy().with {
            $0.anchors = .only(root)
            $0.stapledStatus = .required
        }
        for (name, rule) in [
            ("good", nil), ("revoked", TrustFailure.Rule.revoked), ("old", .revoked), ("absent", .noStapledStatus),
        ] {
            var refusal: TrustFailure.Rule?
            do throws(TransportError) {
                let url = "https://localhost:\(stapling.port(name))/"
                let options = TransportOptions(securityPolicy: status)
                _ = try await transport.whole(TransportRequest(url: url, options: options))
            } catch {
                refusal = error.trust?.rule
                #expect(refusal != nil, "\(lines): \(error)")
            }
            #expect(refusal == rule, "\(lines): the stapled status of \(name)")
        }

        let plain = try SecurityPolicy().with { $0.anchors = try TLSServer.anchors() }
        let wrongPin = plain.with {
            $0.pinningMode = .publicKey
            $0.pinnedCertificates = root
        }
        for (name, policy, rule) in [
            ("good", plain, nil), ("good", SecurityPolicy(), TrustFailure.Rule.invalidChain),
            ("self", plain, .invalidChain), ("expired", plain, .invalidChain), ("weak", plain, .invalidChain),
            ("wrongHost", plain, .wrongHost), ("good", wrongPin, .noPinnedKey),
        ] {
            let refusal = try await transport.refusal(try TLSServer.url(name), policy)
            #expect(refusal == rule, "\(lines): \(name)")
        }
        // A version below the minimum is refused, and so is a server without a certificate.
        for (name, policy) in [
            ("old", plain.with { $0.minimumTLSVersion = .v1_3 }), ("ancient", plain), ("anonymous", plain),
        ] {
            let error = await #expect(throws: TransportError.self, "\(lines): \(name)") {
                try await transport.ask(try TLSServer.url(name), policy)
            }
            #expect([.tlsFailed, .untrustedServer, .connectionLost].contains(error?.code), "\(lines): \(name)")
        }

        let named = plain.with { $0.clientIdentity = identity }
        #expect(try await transport.ask(try TLSServer.url("mutual"), named).client == "Ada", "\(lines)")
        let through = TransportOptions.Proxy(url: try TLSServer.url("whole", host: "127.0.0.1"))
        let answer = try await transport.ask(try TLSServer.url("mutual"), named) { $0.proxy = through }
        #expect(answer.client == "Ada", "\(lines)")
        let asking = TransportOptions.Proxy(url: try TLSServer.url("mutual", host: "127.0.0.1"))
        await #expect(throws: TransportError.self, "\(lines): a proxy that asks") {
            try await transport.ask(try TLSServer.url("good"), named) { $0.proxy = asking }
        }
    }
#endif
