import MimeographSession
import MimeographSignatures
import TestSupport
import Testing

#if os(Linux)
    /// Tests of keys: reading, signing, verifying, and what they print.
    @Suite struct SignatureKeyTests {
        static let pairs: [(SignatureAlgorithm, String, String, Int)] = [
            (.ed25519, RFCExamples.ed25519PrivateKey, RFCExamples.ed25519PublicKey, 64),
            (.ecdsaP256, RFCExamples.p256PrivateKey, RFCExamples.p256PublicKey, 64),
            (.ecdsaP384, RFCExamples.p384PrivateKey, RFCExamples.p384PublicKey, 96),
            (.rsaPSS, RFCExamples.rsaPrivateKey, RFCExamples.rsaPublicKey, 256),
        ]

        @Test(arguments: pairs) func signaturesAreValidForTheirBytesOnly(
            _ algorithm: SignatureAlgorithm,
            _ privatePEM: String,
            _ publicPEM: String,
            _ count: Int
        ) throws {
            let signing = try SignatureKey(algorithm, privateKey: privatePEM)
            let verifying = try SignatureKey(algorithm, publicKey: publicPEM)
            #expect(signing.canSign && !verifying.canSign)
            for message in [[], [1], Array(repeating: 7, count: 100_000)] as [[UInt8]] {
                let signature = try signing.signature(of: message)
                #expect(signature.count == count)
                #expect(signing.isValid(signature, of: message))
                #expect(verifying.isValid(signature, of: message))
                #expect(!verifying.isValid(signature, of: message + [0]))
                #expect(!verifying.isValid([], of: message))
                #expect(!verifying.isValid(Array(signature.dropLast()), of: message))
                #expect(!verifying.isValid(signature + [0], of: message))
                #expect(!verifying.isValid([UInt8](repeating: 0, count: count), of: message))
                #expect(!verifying.isValid([UInt8](repeating: 0xFF, count: count), of: message))
            }
            #expect(code { try verifying.signature(of: [1]) } == .messageNotSigned)
        }

        @Test func codesOfAnotherSecretAreInvalid() throws {
            let key = try SignatureKey(secret: [1, 2, 3])
            let signature = try key.signature(of: [4])
            #expect(signature.count == 32)
            #expect(key.isValid(signature, of: [4]))
            #expect(!key.isValid(signature, of: [5]))
            #expect(!key.isValid(Array(signature.dropLast()), of: [4]))
            #expect(!key.isValid(signature + [0], of: [4]))
            #expect(try !SignatureKey(secret: [1, 2, 4]).isValid(signature, of: [4]))
            #expect(code { try SignatureKey(secret: []) } == .invalidSignatureKey)
        }

        /// A key works only for its own algorithm.
        @Test func keysOfAnotherKindAreRejected() {
            for algorithm in SignatureAlgorithm.allCases {
                for (own, privatePEM, publicPEM, _) in Self.pairs where own != algorithm {
                    #expect(code { try SignatureKey(algorithm, privateKey: privatePEM) } == .invalidSignatureKey)
                    #expect(code { try SignatureKey(algorithm, publicKey: publicPEM) } == .invalidSignatureKey)
                }
            }
        }

        /// A private key in place of a public one, the other way round, an encrypted key, and no key at all.
        @Test(arguments: pairs) func otherTextsAreRejected(
            _ algorithm: SignatureAlgorithm,
            _ privatePEM: String,
            _ publicPEM: String,
            _ count: Int
        ) {
            #expect(code { try SignatureKey(algorithm, publicKey: privatePEM) } == .invalidSignatureKey)
            #expect(code { try SignatureKey(algorithm, privateKey: publicPEM) } == .invalidSignatureKey)
            for text in ["", "-----BEGIN PRIVATE KEY-----", "key", encrypted, small] {
                #expect(code { try SignatureKey(algorithm, privateKey: text) } == .invalidSignatureKey)
                #expect(code { try SignatureKey(algorithm, publicKey: text) } == .invalidSignatureKey)
            }
        }

        /// Damaged keys are read or rejected, but nothing else happens. The end of the last line is not needed.
        @Test(arguments: pairs) func prefixesAndMutationsOfKeys(
            _ algorithm: SignatureAlgorithm,
            _ privatePEM: String,
            _ publicPEM: String,
            _ count: Int
        ) {
            var generator = SeededGenerator(seed: 9421)
            for (pem, isPrivate) in [(privatePEM, true), (publicPEM, false)] {
                func read(_ bytes: some Collection<UInt8>) -> SignatureKey? {
                    let text = String(decoding: bytes, as: UTF8.self)
                    return isPrivate
                        ? try? SignatureKey(algorithm, privateKey: text) : try? SignatureKey(algorithm, publicKey: text)
                }
                let bytes = Array(pem.utf8)
                for length in 0..<bytes.count - 40 { #expect(read(bytes.prefix(length)) == nil) }
                for _ in 0..<200 {
                    guard let key = read(Mutation.mutate(bytes, using: &generator)) else { continue }
                    _ = key.isValid([UInt8](repeating: 1, count: count), of: [1])
                    _ = try? key.signature(of: [1])
                }
            }
        }

        @Test func keysPrintNoSecret() throws {
            let key = try SignatureKey(secret: Array("top-secret".utf8))
            var dumped = ""
            dump(key, to: &dumped)
            #expect("\(key)" == "hmac-sha256, signs and verifies")
            #expect(!dumped.contains("116") && !dumped.contains("secret"))
            let pem = try SignatureKey(.ed25519, privateKey: RFCExamples.ed25519PrivateKey)
            #expect(String(reflecting: pem).hasPrefix("ed25519"))
        }

        /// An encrypted key; OpenSSL must not ask for the password on a terminal.
        private let encrypted = """
            -----BEGIN ENCRYPTED PRIVATE KEY-----
            MIGbMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAiK69fFJzuKqAICCAAw
            DAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEJsI4UhcFtxZvzDHDe4WMTsEQEaw
            gG5Bue0WQJC5YiQlu+ULzroD5BFBnE8ioGo8S3ClU4ey0Sr+ZQ7TfLuq478Li6zn
            s5le2o8Gbc7T9XWwicU=
            -----END ENCRYPTED PRIVATE KEY-----
            """

        /// An RSA key of 1,024 bits.
        private let small = """
            -----BEGIN PUBLIC KEY-----
            MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDditDPFebO6FojwTqsjALZi/8f
            A70fLpxvSDLR/BtUEoKiV2b6UgHw+33f56pRQT5fVVRJ80b55gVDNC1umTOFr/Sk
            t85EqtrVQxSuPsjstLReMk4hd6lve542wGL5edR7SwrCLE8F3zwvO5inP1ZCSjgG
            FeAqE1M725f7zjffeQIDAQAB
            -----END PUBLIC KEY-----
            """
    }
#endif
