#if os(Linux)
    import Foundation
    import Mimeograph
    import MimeographSession
    import TestServers
    import TestSupport
    import Testing

    /// Tests of damaged and costly files of certificates and keys, and of pipes.
    @Suite(.needsTLSServer, .within(minutes: 5))
    struct SecurityFileCostTests {
        private let folder = TemporaryFolder()

        private static func text(_ name: String) throws -> String {
            String(decoding: try bytes(name), as: UTF8.self)
        }

        private static func bytes(_ name: String) throws -> [UInt8] {
            [UInt8](try Data(contentsOf: URL(fileURLWithPath: try TLSServer.file(name))))
        }

        // MARK: PEM

        /// A change to the second of three certificates, and how many certificates are then read, or nil for an error.
        static let damages: [(String, @Sendable (String) -> String, Int?)] = [
            ("nothing", { $0 }, 3), ("spaces", { " \t" + $0.replacingOccurrences(of: "\n", with: " \n") }, 3),
            ("carriage returns", { $0.replacingOccurrences(of: "\n", with: "\r\n") }, 3),
            ("the older label", { $0.replacingOccurrences(of: "CERTIFICATE", with: "X509 CERTIFICATE") }, 3),
            ("another kind of block", { $0.replacingOccurrences(of: "CERTIFICATE", with: "PUBLIC KEY") }, 2),
            ("a request", { $0.replacingOccurrences(of: "CERTIFICATE", with: "CERTIFICATE REQUEST") }, 2),
            ("a damaged character", { $0.replacingOccurrences(of: "MII", with: "M*I") }, nil),
            ("a character less", { $0.replacingOccurrences(of: "MII", with: "MI") }, nil),
            ("no END", { $0.replacingOccurrences(of: "-----END CERTIFICATE-----", with: "") }, nil),
            ("no BEGIN", { $0.replacingOccurrences(of: "-----BEGIN CERTIFICATE-----", with: "") }, nil),
            ("another END", { $0.replacingOccurrences(of: "END CERTIFICATE", with: "END PUBLIC KEY") }, nil),
            ("another BEGIN", { $0.replacingOccurrences(of: "BEGIN CERTIFICATE", with: "BEGIN PUBLIC KEY") }, nil),
            (
                "fewer dashes at BEGIN",
                { $0.replacingOccurrences(of: "BEGIN CERTIFICATE-----", with: "BEGIN CERTIFICATE----") }, nil
            ),
            ("fewer dashes before BEGIN", { $0.replacingOccurrences(of: "-----BEGIN", with: "----BEGIN") }, nil),
            ("a quotation", { $0.split(separator: "\n").map { "> \($0)\n" }.joined() }, nil),
            ("a word before BEGIN", { "x " + $0 }, nil),
            ("nothing inside", { _ in "-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n" }, nil),
            ("a trusted certificate", { $0.replacingOccurrences(of: "CERTIFICATE", with: "TRUSTED CERTIFICATE") }, 3),
            ("cut", { String($0.prefix(200)) }, nil),
        ]

        @Test(arguments: damages.indices)
        func noCertificateIsLostSilently(_ index: Int) throws {
            let (name, damage, count) = Self.damages[index]
            let certificates = try ["good.pem", "intermediate.pem", "root.pem"].map(Self.text)
            for place in 0..<3 {
                var pem = certificates
                pem[place] = damage(pem[place])
                let bytes = Array(("A remark.\n" + pem.joined(separator: "\n")).utf8)
                if let count {
                    #expect(try Certificate.read(bytes).count == count, "\(name) at \(place)")
                } else {
                    let error = #expect(throws: SessionError.self, "\(name) at \(place)") {
                        try Certificate.read(bytes)
                    }
                    #expect(error?.code == .invalidSecurityPolicy)
                }
            }
        }

        @Test func aByteOrderMarkIsSkipped() throws {
            let marked = [0xEF, 0xBB, 0xBF] + (try Self.bytes("good.pem"))
            #expect(try Certificate.read(marked) == [TLSServer.certificate("good")])
        }

        // MARK: Keys

        private static func der(_ tag: UInt8, _ parts: [UInt8]...) -> [UInt8] {
            let content = parts.flatMap { $0 }
            let length = content.count
            let size: [UInt8] = length < 128 ? [UInt8(length)] : [0x82, UInt8(length >> 8), UInt8(length & 255)]
            return [tag] + size + content
        }

        private static let salt = der(4, [1, 2, 3, 4, 5, 6, 7, 8])
        /// The number 2^31 - 1.
        private static let billions = der(2, [0x7F, 0xFF, 0xFF, 0xFF])
        private static let signed: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01]
        private static let cipher = der(
            0x30,
            der(6, [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x01, 0x2A]),
            der(4, [UInt8](repeating: 0, count: 16))
        )

        /// An algorithm that derives a key from a password, in PBES2.
        private static func scheme(_ identity: [UInt8], _ parameters: [UInt8]) -> [UInt8] {
            let function = der(0x30, der(6, identity), parameters)
            return der(0x30, der(6, signed + [0x05, 0x0D]), der(0x30, function, cipher))
        }

        /// Algorithms that take minutes: PBKDF2, scrypt with each of its factors, and the oldest method.
        private static let costly: [[UInt8]] = {
            let scrypt: [UInt8] = [0x2B, 0x06, 0x01, 0x04, 0x01, 0xDA, 0x47, 0x04, 0x0B]
            let (one, many) = (der(2, [1]), billions)
            return [
                scheme(signed + [0x05, 0x0C], der(0x30, salt, billions)),
                scheme(scrypt, der(0x30, salt, many, one, one)),
                scheme(scrypt, der(0x30, salt, der(2, [2]), many, one)),
                scheme(scrypt, der(0x30, salt, der(2, [2]), one, many)),
                scheme(scrypt, der(0x30, salt, der(2, [0x40, 0]), der(2, [0x40, 0]), der(2, [0x40, 0]))),
                der(0x30, der(6, signed + [0x0C, 0x01, 0x03]), der(0x30, salt, billions)),
            ]
        }()

        private static let data = der(4, [UInt8](repeating: 7, count: 32))

        @Test(arguments: costly.indices)
        func aKeyThatTakesMinutesToOpenIsRefusedAtOnce(_ index: Int) throws {
            let key = Self.der(0x30, Self.costly[index], Self.data)
            let pem =
                "-----BEGIN ENCRYPTED PRIVATE KEY-----\n\(Data(key).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed]))\n-----END ENCRYPTED PRIVATE KEY-----\n"
            // In an archive: the MAC, an encrypted safe, and a key in an unencrypted one.
            let plain = Self.der(6, Self.signed + [0x07, 0x01])
            func archive(_ safe: [UInt8], mac: [UInt8] = []) -> [UInt8] {
                let content = Self.der(0x30, plain, Self.der(0xA0, Self.der(4, Self.der(0x30, safe))))
                return Self.der(0x30, Self.der(2, [3]), content, mac)
            }
            let bag = Self.der(
                0x30,
                Self.der(0x30, Self.der(6, Self.signed + [0x0C, 0x0A, 0x01, 0x02]), Self.der(0xA0, key))
            )
            let encrypted = Self.der(
                0x30,
                Self.der(6, Self.signed + [0x07, 0x06]),
                Self.der(
                    0xA0,
                    Self.der(
                        0x30,
                        Self.der(2, [0]),
                        Self.der(0x30, plain, Self.costly[index], Self.der(0x80, [UInt8](repeating: 7, count: 32)))
                    )
                )
            )
            let digest = Self.der(
                0x30,
                Self.der(0x30, Self.der(6, [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01]), [5, 0]),
                Self.data
            )
            let archives = [
                archive(Self.der(0x30, plain, Self.der(0xA0, Self.der(4, bag)))), archive(encrypted),
                archive([], mac: Self.der(0x30, digest, Self.salt, Self.billions)),
            ]
            let certificate = try Self.bytes("client.pem")
            var attempts: [() throws -> ClientIdentity] = [
                { try ClientIdentity(certificate: certificate, key: Array(pem.utf8), password: "x") },
                { try ClientIdentity(certificate: certificate, key: key, password: "x") },
            ]
            for bytes in archives { attempts.append { try ClientIdentity(pkcs12: bytes, password: "x") } }
            for (number, attempt) in attempts.enumerated() {
                let error = #expect(throws: SessionError.self) { try attempt() }
                #expect(error?.message.contains("rounds") == true, "\(number): \(error?.message ?? "")")
            }
        }

        @Test func aZeroByteDoesNotEndAPassword() throws {
            let certificate = try Self.bytes("client.pem")
            for password in ["secret\0", "secret\0more", "\0"] {
                let errors = [
                    #expect(throws: SessionError.self) {
                        try ClientIdentity(pkcs12: Self.bytes("client.p12"), password: password)
                    },
                    #expect(throws: SessionError.self) {
                        try ClientIdentity(
                            certificate: certificate,
                            key: Self.bytes("client.locked.key"),
                            password: password
                        )
                    },
                ]
                for error in errors { #expect(error?.message.contains("zero byte") == true) }
            }
        }

        @Test func anArchiveWithoutAMACIsReportedAsSuch() throws {
            let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).p12").path
            defer { try? FileManager.default.removeItem(atPath: path) }
            let made = try ChildProcess.run(
                "/usr/bin/env",
                [
                    "openssl", "pkcs12", "-export", "-nomac", "-in", try TLSServer.file("client.pem"), "-inkey",
                    try TLSServer.file("client.key"), "-passout", "pass:secret", "-out", path,
                ]
            )
            #expect(made.status == 0)
            let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
            // Some versions of OpenSSL open it.
            do { _ = try ClientIdentity(pkcs12: bytes, password: "secret") } catch {
                #expect(error.message.contains("MAC") && error.remedy?.contains("password") != true)
            }
        }

        // MARK: Pipes

        @Test func aKeyMayComeFromAPipe() throws {
            let pipe = FileManager.default.temporaryDirectory.appendingPathComponent("key-\(UUID())").path
            try FileNode.pipe.make(at: pipe)
            defer { try? FileManager.default.removeItem(atPath: pipe) }
            func writing(_ bytes: [UInt8]) {
                Thread.detachNewThread {
                    guard let file = FileHandle(forWritingAtPath: pipe) else { return }
                    // In two pieces with a pause, as a program may write them.
                    try? file.write(contentsOf: bytes.prefix(20))
                    usleep(50_000)
                    try? file.write(contentsOf: bytes.dropFirst(20))
                    try? file.close()
                }
            }
            writing(try Self.bytes("client.key"))
            let certificate = try TLSServer.file("client.pem")
            #expect(try ClientIdentity(certificatePath: certificate, keyPath: pipe).certificates.count == 1)
            writing(try Self.bytes("client.key") + Self.bytes("client.pem"))
            #expect(try ClientIdentity(certificatePath: pipe, keyPath: pipe).certificates.count == 1)
            writing(try Self.bytes("client.p12"))
            #expect(try ClientIdentity(pkcs12Path: pipe, password: "secret").certificates.count == 2)
            writing(try Self.bytes("good.chain.pem"))
            #expect(try Certificate.read(path: pipe).count == 2)
            // An endless file is read up to the limit.
            #expect(throws: SessionError.self) { try Certificate.read(path: "/dev/zero") }
        }

        /// The caller has not named the pipe, and maybe no program ever writes to it.
        @Test func theReaderDoesNotWaitForAPipeInAFolder() throws {
            try folder.write("a.pem", Self.bytes("root.pem"))
            try FileNode.pipe.make(at: folder.file("b.pem"))
            let error = #expect(throws: SessionError.self) { try Certificate.read(path: folder.path) }
            #expect(error?.code == .invalidSecurityPolicy && error?.message.contains("b.pem") == true)
            // A link in a folder is followed, since the system's folders contain links.
            try FileManager.default.removeItem(atPath: folder.file("b.pem"))
            try FileManager.default.createSymbolicLink(
                atPath: folder.file("b.pem"),
                withDestinationPath: folder.file("a.pem")
            )
            #expect(try Certificate.read(path: folder.path).count == 2)
        }

        // MARK: Authorities of a transport

        /// OpenSSL would wait for a pipe on the thread that serves all exchanges.
        @Test(arguments: [FileNode.pipe, .folder, .linkToNothing])
        func authoritiesThatAreNotAFileAreAnError(_ node: FileNode) async throws {
            let path = folder.file("authorities.pem")
            try node.make(at: path)
            let transport = CurlTransport(configuration: .init(certificateAuthorities: .file(path)))
            let url = try TLSServer.url("good")
            let error = await #expect(throws: TransportError.self) {
                try await transport.ask(url, SecurityPolicy())
            }
            #expect(error?.code == .tlsFailed && error?.message.contains("authorities") == true)
            #expect(node.isUntouched(at: path))
        }

        /// Without this error, the other authorities in the file would be trusted.
        @Test func aDamagedAuthorityIsAnError() async throws {
            let texts = try ["root.pem", "other.pem"].map(Self.text)
            try folder.write("good.pem", texts.joined().utf8)
            try folder.write("bad.pem", (texts[0] + texts[1].replacingOccurrences(of: "MII", with: "M*I")).utf8)
            let url = try TLSServer.url("good")
            for (name, isGood) in [("good.pem", true), ("bad.pem", false)] {
                let transport = CurlTransport(
                    configuration: .init(certificateAuthorities: .file(folder.file(name)))
                )
                if isGood {
                    #expect(try await transport.refusal(url, SecurityPolicy()) == nil)
                } else {
                    let error = await #expect(throws: TransportError.self) {
                        try await transport.ask(url, SecurityPolicy())
                    }
                    #expect(error?.code == .tlsFailed)
                }
            }
        }

        /// A cache distinguishes transports by the authorities that they use, not by the current contents of the file.
        @Test func aTransportsIdentityComesFromItsAuthorities() async throws {
            let path = folder.file("authorities.pem")
            let url = try TLSServer.url("good")
            try folder.write("authorities.pem", Self.bytes("other.pem"))
            let transport = CurlTransport(configuration: .init(certificateAuthorities: .file(path)))
            let identity = transport.trustIdentity
            try folder.write("authorities.pem", Self.bytes("root.pem"))
            #expect(try await transport.refusal(url, SecurityPolicy()) == .invalidChain)
            #expect(transport.trustIdentity == identity)

            let later = CurlTransport(configuration: .init(certificateAuthorities: .file(path)))
            #expect(try await later.refusal(url, SecurityPolicy()) == nil)
            try folder.write("authorities.pem", Self.bytes("other.pem"))
            #expect(later.trustIdentity != identity && !later.trustIdentity.contains(path))
        }
    }
#endif
