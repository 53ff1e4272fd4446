import Mimeograph
import MimeographSession
import MimeographStructuredFields
import TestSupport
import Testing

@testable import MimeographSignatures

#if os(Linux)
    /// Tests of the rules of a verifier: times, labels, tags, nonces, algorithms and malformed fields.
    @Suite struct MessageVerifierTests {
        private static let now: Int64 = 1_700_000_000

        private static func key() throws -> SignatureKey { try SignatureKey(secret: [1, 2, 3]) }

        /// Returns a request with a signature for each label.
        private static func signed(
            _ labels: [String] = ["sig"],
            _ parameters: SignatureParameters = SignatureParameters(created: now, keyID: "k")
        ) throws -> RequestMessage {
            var request = RequestMessage(url: "https://h/a?b=c", fields: ["X": "1"])
            for label in labels {
                let signer = MessageSigner(key: try key(), keyID: "k", components: [.method, .path, "x"], label: label)
                request.fields = try signer.signedFields(of: .request(request), parameters)
            }
            return request
        }

        private static func verifier(
            _ components: [SignatureComponent] = [.method],
            maximumAge: Duration? = .seconds(300),
            label: String? = nil,
            tag: String? = nil,
            isNewNonce: (@Sendable (SignatureParameters) -> Bool)? = nil
        ) -> MessageVerifier {
            var verifier = MessageVerifier(
                components: components,
                maximumAge: maximumAge,
                clockSkew: .seconds(30),
                label: label,
                tag: tag,
                isNewNonce: isNewNonce
            ) { keyID in
                keyID == "k" ? (try? key()) : nil
            }
            verifier.now = { now }
            return verifier
        }

        // MARK: - Times

        static let times: [(SignatureParameters, SessionError.Code?)] = [
            (SignatureParameters(created: now), nil),
            (SignatureParameters(created: now + 30), nil),
            (SignatureParameters(created: now + 31), .signatureExpired),
            (SignatureParameters(created: now - 330), nil),
            (SignatureParameters(created: now - 331), .signatureExpired),
            (SignatureParameters(created: now, expires: now - 30), nil),
            (SignatureParameters(created: now, expires: now - 31), .signatureExpired),
            (SignatureParameters(created: now - 331, expires: now + 100), .signatureExpired),
            (SignatureParameters(created: 999_999_999_999_999), .signatureExpired),
            (SignatureParameters(created: -999_999_999_999_999), .signatureExpired),
            (SignatureParameters(created: now, expires: -999_999_999_999_999), .signatureExpired),
            (SignatureParameters(expires: now), .signatureInvalid),
            (SignatureParameters(), .signatureInvalid),
        ]

        @Test(arguments: times) func timesAreChecked(
            _ parameters: SignatureParameters,
            _ expected: SessionError.Code?
        ) throws {
            var parameters = parameters
            parameters.keyID = "k"
            let message = SignableMessage.request(try Self.signed(["sig"], parameters))
            #expect(code { try Self.verifier().verify(message) } == expected)
        }

        @Test func aVerifierWithoutAMaximumAgeAcceptsOldSignatures() throws {
            for created in [nil, 0, -5] as [Int64?] {
                let signed = try Self.signed(["sig"], SignatureParameters(created: created, keyID: "k"))
                #expect(code { try Self.verifier(maximumAge: nil).verify(.request(signed)) } == nil)
            }
            let future = try Self.signed(["sig"], SignatureParameters(created: Self.now + 31, keyID: "k"))
            #expect(code { try Self.verifier(maximumAge: nil).verify(.request(future)) } == .signatureExpired)
        }

        @Test func lifetimesAreWritten() throws {
            var signer = MessageSigner(
                key: try Self.key(),
                keyID: nil,
                components: [],
                lifetime: .milliseconds(60_900),
                tag: "t",
                sendsAlgorithm: true
            )
            signer.now = { Self.now }
            var request = RequestMessage(url: "https://h/")
            try signer.sign(&request)
            let expected = #"sig=();created=1700000000;alg="hmac-sha256";expires=1700000060;tag="t""#
            #expect(request.fields["Signature-Input"] == expected)
            signer.now = { SignatureTime.latest }
            var later = RequestMessage(url: "https://h/")
            #expect(code { try signer.sign(&later) } == .messageNotSigned)
        }

        // MARK: - Labels, tags, keys, nonces

        @Test func labelsAndTagsChooseTheSignature() throws {
            let two = SignableMessage.request(try Self.signed(["a", "b"]))
            #expect(code { try Self.verifier(label: "b").verify(two) } == nil)
            #expect(code { try Self.verifier(label: "c").verify(two) } == .signatureMissing)
            #expect(code { try Self.verifier().verify(two) } == nil)
            #expect(code { try Self.verifier(tag: "t").verify(two) } == .signatureMissing)
            let tagged = try Self.signed(["a"], SignatureParameters(created: Self.now, keyID: "k", tag: "t"))
            #expect(code { try Self.verifier(tag: "t").verify(.request(tagged)) } == nil)
            #expect(code { try Self.verifier(tag: "u").verify(.request(tagged)) } == .signatureMissing)
            let five = SignableMessage.request(try Self.signed(["a", "b", "c", "d", "e"]))
            #expect(code { try Self.verifier().verify(five) } == .signatureInvalid)
            #expect(code { try Self.verifier(label: "e").verify(five) } == nil)
        }

        @Test func oneOfSeveralSignaturesMustBeValid() throws {
            var request = try Self.signed(["b"])
            request.fields["Signature-Input"] =
                "a=();created=\(Self.now);keyid=\"k\", \(request.fields["Signature-Input"] ?? "")"
            request.fields["Signature"] = "a=:AAAA:, \(request.fields["Signature"] ?? "")"
            #expect(try Self.verifier().verify(.request(request)).keyID == "k")
            #expect(code { try Self.verifier(label: "a").verify(.request(request)) } == .signatureInvalid)
        }

        @Test func aLabelThatIsTakenIsNotSigned() throws {
            #expect(code { try Self.signed(["a", "a"]) } == .messageNotSigned)
            for label in ["", "A", "a b", "é"] {
                #expect(code { try Self.signed([label]) } == .messageNotSigned, "\(label)")
            }
        }

        @Test(arguments: ["rsa-v1_5-sha256", "ed25519", "none", "", "HMAC-SHA256"])
        func otherAlgorithmsAreInvalid(_ name: String) throws {
            let signed = try Self.signed(
                ["a"],
                SignatureParameters(created: Self.now, algorithm: name, keyID: "k")
            )
            #expect(code { try Self.verifier().verify(.request(signed)) } == .signatureInvalid)
        }

        @Test func keysAreFoundByTheirName() throws {
            for keyID in [nil, "other", ""] as [String?] {
                let signed = try Self.signed(["a"], SignatureParameters(created: Self.now, keyID: keyID))
                #expect(code { try Self.verifier().verify(.request(signed)) } == .signatureInvalid)
            }
        }

        @Test func noncesAreChecked() throws {
            let signed = try Self.signed(["a"], SignatureParameters(created: Self.now, nonce: "n", keyID: "k"))
            let expected = SignatureParameters(created: Self.now, nonce: "n", keyID: "k")
            #expect(code { try Self.verifier { $0 == expected }.verify(.request(signed)) } == nil)
            #expect(code { try Self.verifier { $0 != expected }.verify(.request(signed)) } == .signatureInvalid)
            let without = SignableMessage.request(try Self.signed())
            #expect(code { try Self.verifier { _ in true }.verify(without) } == .signatureInvalid)
            // The nonce of an invalid signature is not remembered.
            var changed = signed
            changed.fields["X"] = "2"
            let verifier = Self.verifier { _ in
                Issue.record("The nonce of an invalid signature was checked.")
                return true
            }
            #expect(code { try verifier.verify(.request(changed)) } == .signatureInvalid)
        }

        @Test func noncesDiffer() throws {
            let signer = MessageSigner(key: try Self.key(), keyID: nil, components: [.method], sendsNonce: true)
            var nonces: Set<String> = []
            for _ in 0..<100 {
                var request = RequestMessage(url: "https://h/")
                try signer.sign(&request)
                nonces.insert(
                    try MessageVerifier(components: []) { _ in try? Self.key() }.verify(.request(request)).nonce ?? ""
                )
            }
            #expect(nonces.count == 100)
        }

        @Test func requiredComponentsMustBeCovered() throws {
            let signed = SignableMessage.request(try Self.signed())
            #expect(code { try Self.verifier([.path, "x", .method]).verify(signed) } == nil)
            for component in [.authority, "content-digest", .field("x").asByteSequences] as [SignatureComponent] {
                #expect(code { try Self.verifier([component]).verify(signed) } == .signatureInvalid)
            }
        }

        @Test func aSignatureThatCoversNothingIsInvalid() throws {
            var request = RequestMessage(url: "https://h/")
            let signer = MessageSigner(key: try Self.key(), keyID: "k", components: [])
            let parameters = SignatureParameters(created: Self.now, keyID: "k")
            request.fields = try signer.signedFields(of: .request(request), parameters)
            #expect(code { try Self.verifier([]).verify(.request(request)) } == .signatureInvalid)
        }

        // MARK: - Malformed fields

        private static let bytes = ":\(String(repeating: "A", count: 43))=:"

        static let malformed: [(String?, String?, SessionError.Code)] = [
            (nil, nil, .signatureMissing),
            ("", "", .signatureMissing),
            ("a=()", nil, .signatureInvalid),
            (nil, "a=\(bytes)", .signatureInvalid),
            ("a=()", "b=\(bytes)", .signatureInvalid),
            ("a=(), b=()", "a=\(bytes)", .signatureInvalid),
            ("a=1", "a=\(bytes)", .signatureInvalid),
            ("a", "a=\(bytes)", .signatureInvalid),
            ("a=()", "a=(1)", .signatureInvalid),
            ("a=()", "a=\"text\"", .signatureInvalid),
            ("a=(", "a=\(bytes)", .signatureInvalid),
            ("a=()", "a=:A:", .signatureInvalid),
            // Two members of one label.
            ("a=(), a=()", "a=\(bytes)", .signatureInvalid),
            ("a=()", "a=\(bytes), a=\(bytes)", .signatureInvalid),
            ("a=();nonce=\"x, y\", a=();nonce=\"\\\"\"", "a=\(bytes)", .signatureInvalid),
            // A display string has no escapes, so it ends before the second member.
            (
                #"a=("@method");created=1;p=%"\", a=("@path");created=2;keyid="k""#, "a=\(bytes)",
                .signatureInvalid
            ),
            // Parameters of other types.
            ("a=();created=\"1\"", "a=\(bytes)", .signatureInvalid),
            ("a=();created=1.5", "a=\(bytes)", .signatureInvalid),
            ("a=();created=@1", "a=\(bytes)", .signatureInvalid),
            ("a=();created", "a=\(bytes)", .signatureInvalid),
            ("a=();created=1;expires=x", "a=\(bytes)", .signatureInvalid),
            ("a=();created=1;keyid=k", "a=\(bytes)", .signatureInvalid),
            ("a=();created=1;nonce=1", "a=\(bytes)", .signatureInvalid),
            ("a=();created=1;alg=ed25519", "a=\(bytes)", .signatureInvalid),
            ("a=();created=1;tag=?1", "a=\(bytes)", .signatureInvalid),
            (String(repeating: "a", count: 40_000), "a=\(bytes)", .signatureInvalid),
        ]

        @Test(arguments: malformed) func malformedFieldsAreRejected(
            _ input: String?,
            _ signature: String?,
            _ expected: SessionError.Code
        ) {
            let request = RequestMessage(url: "https://h/", fields: ["Signature-Input": input, "Signature": signature])
            #expect(code { try Self.verifier([]).verify(.request(request)) } == expected)
        }

        /// Commas and quotes inside of strings do not count as members.
        @Test func textsWithCommasAreOneMember() throws {
            for nonce in [", a=()", "\\\", b=()", "\"", ",", "\\"] {
                let signed = try Self.signed(["a"], SignatureParameters(created: Self.now, nonce: nonce, keyID: "k"))
                #expect(try Self.verifier().verify(.request(signed)).nonce == nonce)
            }
            let fields: HeaderFields = ["Signature-Input": #"a=("@path");p=%"\, b=()""#, "Signature": "a=:AA==:"]
            #expect(try SignatureFields(fields).inputs.keys == ["a"])
        }

        /// Signatures in several lines are one field.
        @Test func linesAreJoined() throws {
            let signed = try Self.signed(["a", "b"])
            #expect(signed.fields.values(of: "Signature-Input").count == 2)
            var joined = signed
            joined.fields["Signature-Input"] = signed.fields["Signature-Input"]
            joined.fields["Signature"] = signed.fields["Signature"]
            for request in [signed, joined] {
                #expect(code { try Self.verifier(label: "b").verify(.request(request)) } == nil)
            }
        }

        /// Any change of the fields gives an error, unless the field means the same.
        @Test func prefixesAndMutationsOfTheFields() throws {
            let signed = try Self.signed(
                ["sig"],
                SignatureParameters(created: Self.now, nonce: "n", keyID: "k", tag: "t")
            )
            let input = Array((signed.fields["Signature-Input"] ?? "").utf8)
            let signature = Array((signed.fields["Signature"] ?? "").utf8)
            func check(_ input: some Collection<UInt8>, _ signature: some Collection<UInt8>) {
                var request = signed
                request.fields["Signature-Input"] = String(decoding: input, as: UTF8.self)
                request.fields["Signature"] = String(decoding: signature, as: UTF8.self)
                guard let parameters = try? Self.verifier().verify(.request(request)) else { return }
                #expect(parameters.created == Self.now && parameters.nonce == "n" && parameters.tag == "t")
            }
            for count in 0...input.count { check(input.prefix(count), signature) }
            for count in 0...signature.count { check(input, signature.prefix(count)) }
            var generator = SeededGenerator(seed: 2401)
            let pieces = [
                "sig=()", ", ", ";created=1", "\"", "\\", "(", ")", "\"@path\"", ";req", ";tr", ";key=\"a\"", ":",
            ]
            .map { Array($0.utf8) }
            for _ in 0..<5000 {
                check(Mutation.mutate(input, dictionary: pieces, using: &generator), signature)
                check(input, Mutation.mutate(signature, dictionary: pieces, using: &generator))
            }
        }

        /// An error shows neither fields nor keys, and is short.
        @Test func errorsAreShort() throws {
            var request = try Self.signed()
            let name = String(repeating: "x", count: 20_000)
            request.fields["Signature-Input"] = "sig=(\"\(name)\");created=\(Self.now);keyid=\"k\""
            do {
                try Self.verifier([]).verify(.request(request))
                Issue.record("The signature is valid.")
            } catch {
                #expect("\(error)".utf8.count < 500)
            }
        }
    }
#endif
