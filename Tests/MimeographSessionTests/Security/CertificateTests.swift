#if os(Linux)
    import Foundation
    import Mimeograph
    import MimeographSession
    import TestServers
    import TestSupport
    import Testing

    /// Tests of how certificates and pins are parsed and printed.
    @Suite(.needsTLSServer)
    struct CertificateTests {
        private static func bytes(_ name: String) throws -> [UInt8] {
            [UInt8](try Data(contentsOf: URL(fileURLWithPath: try TLSServer.file(name))))
        }

        /// Returns the output of the openssl command.
        private static func openssl(_ script: String, _ file: String) throws -> String {
            let program =
                "import subprocess, sys; sys.stdout.write(subprocess.check_output(['sh', '-c', sys.argv[1], 'sh', sys.argv[2]], text=True))"
            let output = try Python.run(program, [script, try TLSServer.file(file)])
            return String(decoding: output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        }

        @Test(arguments: ["good", "root", "self", "weak", "expired"])
        func pinsAreThoseOfOpenSSL(_ name: String) throws {
            let script = """
                openssl x509 -in "$1" -noout -pubkey | openssl pkey -pubin -outform DER | openssl dgst -sha256 -binary | openssl base64
                """
            let digest = try Self.openssl(script, "\(name).pem")
            let certificate = try TLSServer.certificate(name)
            #expect(certificate.pin.description == "sha256/\(digest)")
            #expect(try KeyPin("sha256/\(digest)") == certificate.pin)
            #expect(try KeyPin("sha256//\(digest)") == certificate.pin)
            #expect(try KeyPin(digest: certificate.pin.digest) == certificate.pin)
        }

        @Test func propertiesOfACertificate() throws {
            let certificate = try TLSServer.certificate("wrongHost")
            #expect(certificate.subject == "CN=wrongHost" && certificate.issuer == "CN=intermediate")
            #expect(certificate.hostNames == ["other.example", "127.0.0.9"])
            let dates = try Self.openssl(
                "openssl x509 -in \"$1\" -noout -startdate -enddate -dateopt iso_8601",
                "wrongHost.pem"
            )
            let expected = [try #require(certificate.validFrom), try #require(certificate.validUntil)].map {
                $0.formatted(.iso8601.dateTimeSeparator(.space))
            }
            #expect(dates == "notBefore=\(expected[0])\nnotAfter=\(expected[1])")
            #expect("\(certificate)".contains(certificate.pin.description))
            #expect(try TLSServer.certificate("root").subject == "O=Mimeograph Tests, CN=Root")
        }

        @Test func formsAndPlaces() throws {
            let good = try TLSServer.certificate("good")
            #expect(try Certificate.read(Self.bytes("good.der")) == [good])
            #expect(try Certificate.read(path: TLSServer.file("good.der")) == [good])
            #expect(try Certificate(der: Self.bytes("good.der")) == good)
            let chain = try Certificate.read(Self.bytes("good.chain.pem"))
            #expect(chain == [good, try TLSServer.certificate("intermediate")])
            // CRLF line ends, text around a certificate, and keys.
            let text = String(decoding: try Self.bytes("good.pem"), as: UTF8.self)
            let dressed = "a comment\r\n" + text.replacingOccurrences(of: "\n", with: "\r\n") + "\nand more"
            #expect(try Certificate.read(Array(dressed.utf8)) == [good])
            #expect(try Certificate.read(Self.bytes("good.key") + Self.bytes("good.pem")) == [good])
        }

        @Test func foldersAreReadInTheOrderOfTheirNames() throws {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
                "mimeograph-\(UUID().uuidString)"
            )
            defer { try? FileManager.default.removeItem(at: folder) }
            try FileManager.default.createDirectory(
                at: folder.appendingPathComponent("sub.pem"),
                withIntermediateDirectories: true
            )
            #expect(throws: SessionError.self) { try Certificate.read(path: folder.path) }
            for (name, file) in [
                ("b.CRT", "root.pem"), ("a.cer", "good.der"), ("c.txt", "other.pem"), ("d.pem", "good.chain.pem"),
            ] {
                try Data(try Self.bytes(file)).write(to: folder.appendingPathComponent(name))
            }
            let expected = try ["good", "root", "good", "intermediate"].map(TLSServer.certificate)
            #expect(try Certificate.read(path: folder.path) == expected)
            try Data("no certificate".utf8).write(to: folder.appendingPathComponent("e.pem"))
            let error = #expect(throws: SessionError.self) { try Certificate.read(path: folder.path) }
            #expect(error?.code == .invalidSecurityPolicy && error?.message.contains("e.pem") == true)
        }

        @Test func invalidCertificatesAreRejected() throws {
            let der = try Self.bytes("good.der")
            let pem = try Self.bytes("good.pem")
            for count in 0..<der.count {
                #expect(throws: SessionError.self) { try Certificate(der: Array(der[..<count])) }
            }
            for bad in [
                [], [0x30], der + [0], der + der, try Self.bytes("good.key"), Array(pem.dropLast(30)),
                Array("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n".utf8),
            ] {
                let error = #expect(throws: SessionError.self) { try Certificate.read(bad) }
                #expect(error?.code == .invalidSecurityPolicy && error?.remedy?.isEmpty == false)
            }
            for path in ["/nowhere", "/dev/null/x", "/dev/null"] {
                let error = #expect(throws: SessionError.self) { try Certificate.read(path: path) }
                #expect(error?.code == .invalidSecurityPolicy)
            }
        }

        @Test func certificatesThatWereChangedNeverTrap() throws {
            var generator = SeededGenerator(seed: 9)
            let sources = try ["good", "root", "evil", "weak"].map { try TLSServer.certificate($0).der }
            let policy = try HandshakeTests.anchored()
            var read = 0
            for _ in 0..<250 {
                for source in sources {
                    guard let certificate = try? Certificate(der: Mutation.mutate(source, using: &generator)) else {
                        continue
                    }
                    read += 1
                    let text = "\(certificate) \(certificate.hostNames)"
                    #expect(text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
                    let chain = [certificate, try TLSServer.certificate("intermediate")]
                    let presented = PresentedCertificates(host: "localhost", certificates: chain)
                    // No changed certificate has a valid signature of an authority.
                    if certificate.der != source {
                        #expect(throws: TrustFailure.self) { try policy.evaluate(presented) }
                    }
                    #expect(presented.signatureLinkedCertificates().first == certificate)
                }
            }
            #expect(read > 50)
        }

        @Test(arguments: [
            "", "sha256/", "sha256/AAAA", "sha1/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
            "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=", "sha256/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
            "sha256/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA==",
            "sha256/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA_=",
            "sha256/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA= ",
            "SHA256/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
        ])
        func invalidPinsAreRejected(_ text: String) {
            let error = #expect(throws: SessionError.self) { try KeyPin(text) }
            #expect(error?.code == .invalidSecurityPolicy)
        }

        @Test func digestsHaveThirtyTwoBytes() {
            for count in [0, 20, 31, 33, 64] {
                #expect(throws: SessionError.self) { try KeyPin(digest: [UInt8](repeating: 0, count: count)) }
            }
            // A digest may begin with a slash in Base64.
            let digest = [UInt8](repeating: 0xFF, count: 32)
            #expect(
                (try? KeyPin("sha256/" + "/" + KeyPin(digest: digest).description.dropFirst(8)))
                    == (try? KeyPin(digest: digest))
            )
            #expect(
                (try? KeyPin("sha256//" + KeyPin(digest: digest).description.dropFirst(7)))
                    == (try? KeyPin(digest: digest))
            )
        }
    }
#endif
