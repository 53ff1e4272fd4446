import Mimeograph
import MimeographSession
import MimeographStructuredFields
import Testing

@testable import MimeographSignatures

/// Tests with the examples of RFC 9421, Appendix B.2: their bases byte for byte, their signatures, and signatures of our own.
@Suite struct AppendixBTests {
    struct Example: Sendable, CustomTestStringConvertible {
        let label: String
        let isResponse: Bool
        /// The member of Signature-Input.
        let input: String
        /// The member of Signature, in Base64.
        let signature: String
        /// The lines of the base before the last one.
        let lines: [String]

        var testDescription: String { label }

        var base: String { (lines + ["\"@signature-params\": \(input)"]).joined(separator: "\n") }

        /// The message with its signature.
        var message: SignableMessage { message { _ in } }

        func message(changing change: (inout HeaderFields) -> Void) -> SignableMessage {
            func sign(_ fields: inout HeaderFields) {
                fields["Signature-Input"] = "\(label)=\(input)"
                fields["Signature"] = "\(label)=:\(signature):"
                change(&fields)
            }
            if isResponse {
                var head = RFCExamples.response
                sign(&head.fields)
                return .response(head, to: nil)
            }
            var request = RFCExamples.request
            sign(&request.fields)
            return .request(request)
        }
    }

    private static let requestDigestLine = "\"content-digest\": \(RFCExamples.requestDigest)"

    static let examples = [
        // Source: RFC 9421 §B.2.1.
        Example(
            label: "sig-b21",
            isResponse: false,
            input: #"();created=1618884473;keyid="test-key-rsa-pss";nonce="b3k2pp5k7z-50gnwp.yemd""#,
            signature: """
                d2pmTvmbncD3xQm8E9ZV2828BjQWGgiwAaw5bAkgibUopemLJcWDy/lkbbHAve4cRAtx31Iq786U7it++wgGxbtRxf8Udx7z\
                FZsckzXaJMkA7ChG52eSkFxykJeNqsrWH5S+oxNFlD4dzVuwe8DhTSja8xxbR/Z2cOGdCbzR72rgFWhzx2VjBqJzsPLMIQKh\
                O4DGezXehhWwE56YCE+O6c0mKZsfxVrogUvA4HELjVKWmAvtl6UnCh8jYzuVG5WSb/QEVPnP5TmcAnLH1g+s++v6d4s8m0gC\
                w1fV5/SITLq9mhho8K3+7EPYTU8IU1bLhdxO5Nyt8C8ssinQ98Xw9Q==
                """,
            lines: []
        ),
        // Source: RFC 9421 §B.2.2.
        Example(
            label: "sig-b22",
            isResponse: false,
            input: """
                ("@authority" "content-digest" "@query-param";name="Pet");created=1618884473\
                ;keyid="test-key-rsa-pss";tag="header-example"
                """,
            signature: """
                LjbtqUbfmvjj5C5kr1Ugj4PmLYvx9wVjZvD9GsTT4F7GrcQEdJzgI9qHxICagShLRiLMlAJjtq6N4CDfKtjvuJyE5qH7KT8U\
                CMkSowOB4+ECxCmT8rtAmj/0PIXxi0A0nxKyB09RNrCQibbUjsLS/2YyFYXEu4TRJQzRw1rLEuEfY17SARYhpTlaqwZVtR8N\
                V7+4UKkjqpcAoFqWFQh62s7Cl+H2fjBSpqfZUJcsIk4N6wiKYd4je2U/lankenQ99PZfB4jY3I5rSV2DSBVkSFsURIjYErOs\
                0tFTQosMTAoxk//0RoKUqiYY8Bh0aaUEb0rQl3/XaVe4bXTugEjHSw==
                """,
            lines: [#""@authority": example.com"#, requestDigestLine, #""@query-param";name="Pet": dog"#]
        ),
        // Source: RFC 9421 §B.2.3.
        Example(
            label: "sig-b23",
            isResponse: false,
            input: """
                ("date" "@method" "@path" "@query" "@authority" "content-type" "content-digest" "content-length")\
                ;created=1618884473;keyid="test-key-rsa-pss"
                """,
            signature: """
                bbN8oArOxYoyylQQUU6QYwrTuaxLwjAC9fbY2F6SVWvh0yBiMIRGOnMYwZ/5MR6fb0Kh1rIRASVxFkeGt683+qRpRRU5p2vo\
                Tp768ZrCUb38K0fUxN0O0iC59DzYx8DFll5GmydPxSmme9v6ULbMFkl+V5B1TP/yPViV7KsLNmvKiLJH1pFkh/aYA2HXXZzN\
                BXmIkoQoLd7YfW91kE9o/CCoC1xMy7JA1ipwvKvfrs65ldmlu9bpG6A9BmzhuzF8Eim5f8ui9eH8LZH896+QIF61ka39VBro\
                hr9iyMUJpvRX2Zbhl5ZJzSRxpJyoEZAFL2FUo5fTIztsDZKEgM4cUA==
                """,
            lines: [
                #""date": Tue, 20 Apr 2021 02:07:55 GMT"#, #""@method": POST"#, #""@path": /foo"#,
                #""@query": ?param=Value&Pet=dog"#, #""@authority": example.com"#,
                #""content-type": application/json"#, requestDigestLine, #""content-length": 18"#,
            ]
        ),
        // Source: RFC 9421 §B.2.4.
        Example(
            label: "sig-b24",
            isResponse: true,
            input: """
                ("@status" "content-type" "content-digest" "content-length");created=1618884473\
                ;keyid="test-key-ecc-p256"
                """,
            signature: """
                wNmSUAhwb5LxtOtOpNa6W5xj067m5hFrj0XQ4fvpaCLx0NKocgPquLgyahnzDnDAUy5eCdlYUEkLIj+32oiasw==
                """,
            lines: [
                #""@status": 200"#, #""content-type": application/json"#,
                "\"content-digest\": \(RFCExamples.responseDigest)", #""content-length": 23"#,
            ]
        ),
        // Source: RFC 9421 §B.2.5.
        Example(
            label: "sig-b25",
            isResponse: false,
            input: #"("date" "@authority" "content-type");created=1618884473;keyid="test-shared-secret""#,
            signature: "pxcQw6G3AjtMBQjwo8XzkZf/bws5LelbaMk5rGIGtE8=",
            lines: [
                #""date": Tue, 20 Apr 2021 02:07:55 GMT"#, #""@authority": example.com"#,
                #""content-type": application/json"#,
            ]
        ),
        // Source: RFC 9421 §B.2.6.
        Example(
            label: "sig-b26",
            isResponse: false,
            input: """
                ("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473\
                ;keyid="test-key-ed25519"
                """,
            signature: """
                wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==
                """,
            lines: [
                #""date": Tue, 20 Apr 2021 02:07:55 GMT"#, #""@method": POST"#, #""@path": /foo"#,
                #""@authority": example.com"#, #""content-type": application/json"#, #""content-length": 18"#,
            ]
        ),
    ]

    private static func verifier(
        _ components: [SignatureComponent] = [],
        now: Int64 = RFCExamples.created
    ) -> MessageVerifier {
        var verifier = MessageVerifier(components: components) { name in
            name.flatMap { try? RFCExamples.key($0) }
        }
        verifier.now = { now }
        return verifier
    }

    @Test(arguments: examples) func basesAreThoseOfTheRFC(_ example: Example) throws {
        let input = try StructuredDictionary(parsing: "a=\(example.input)")["a"]
        guard case .innerList(let list)? = input else {
            Issue.record("The example has no inner list.")
            return
        }
        #expect(try SignatureBase(list, of: ComponentValues(example.message)).text == example.base)
    }

    #if os(Linux)
        @Test(arguments: examples) func signaturesOfTheRFCAreValid(_ example: Example) throws {
            if example.lines.isEmpty {
                // The first one covers nothing. It is rejected, although it is valid.
                #expect(code { try Self.verifier().verify(example.message) } == .signatureInvalid)
                let key = try #require(try RFCExamples.key("test-key-rsa-pss"))
                let signature = try RFCExamples.bytes(ofBase64: example.signature)
                #expect(key.isValid(signature, of: Array(example.base.utf8)))
                return
            }
            let parameters = try Self.verifier().verify(example.message)
            #expect(parameters.created == RFCExamples.created)
            #expect(parameters.keyID?.hasPrefix("test-") == true)
        }

        /// Each covered field, when it changes, and each byte of the signature make the signature invalid.
        @Test(arguments: examples) func changedMessagesAreInvalid(_ example: Example) throws {
            let names = ["Date", "Content-Type", "Content-Digest", "Content-Length"]
            for name in names where example.lines.contains(where: { $0.hasPrefix("\"\(name.lowercased())\"") }) {
                let changed = example.message { fields in
                    if let value = fields[name] { fields[name] = value + "0" }
                }
                #expect(code { try Self.verifier().verify(changed) } == .signatureInvalid, "\(name) is not covered")
                let removed = example.message { $0[name] = nil }
                #expect(code { try Self.verifier().verify(removed) } == .signatureInvalid, "\(name) is not needed")
            }
            let signature = try RFCExamples.bytes(ofBase64: example.signature)
            for index in stride(from: 0, to: signature.count, by: 7) {
                var other = signature
                other[index] ^= 1
                let changed = try example.message(with: other)
                #expect(code { try Self.verifier().verify(changed) } == .signatureInvalid, "byte \(index)")
            }
            for count in 0..<signature.count {
                let changed = try example.message(with: Array(signature.prefix(count)))
                #expect(code { try Self.verifier().verify(changed) } == .signatureInvalid, "\(count) bytes")
            }
            let longer = try example.message(with: signature + [0])
            #expect(code { try Self.verifier().verify(longer) } == .signatureInvalid)
        }

        /// Source: RFC 9421 §B.2.5, §B.2.6. The other algorithms are not deterministic.
        @Test func deterministicSignaturesAreThoseOfTheRFC() throws {
            let hmac = MessageSigner(
                key: try SignatureKey(secret: RFCExamples.bytes(ofBase64: RFCExamples.secret)),
                keyID: "test-shared-secret",
                components: ["date", .authority, "content-type"],
                label: "sig-b25"
            )
            let ed25519 = MessageSigner(
                key: try SignatureKey(.ed25519, privateKey: RFCExamples.ed25519PrivateKey),
                keyID: "test-key-ed25519",
                components: ["date", .method, .path, .authority, "content-type", "content-length"],
                label: "sig-b26"
            )
            for (signer, label) in [(hmac, "sig-b25"), (ed25519, "sig-b26")] {
                let example = try #require(Self.examples.first { $0.label == label })
                var signer = signer
                signer.now = { RFCExamples.created }
                var request = RFCExamples.request
                try signer.sign(&request)
                #expect(request.fields["Signature-Input"] == "\(label)=\(example.input)")
                #expect(request.fields["Signature"] == "\(label)=:\(example.signature):")
            }
        }

        /// Source: RFC 9421 §B.2.1 to §B.2.4, with the private keys of §B.1.
        @Test func signaturesOfOurOwnAreValid() throws {
            var signer = MessageSigner(
                key: try SignatureKey(.rsaPSS, privateKey: RFCExamples.rsaPrivateKey),
                keyID: "test-key-rsa-pss",
                components: [.authority, "content-digest", .queryParameter("Pet")],
                label: "sig-b22",
                tag: "header-example"
            )
            signer.now = { RFCExamples.created }
            var request = RFCExamples.request
            try signer.sign(&request)
            #expect(request.fields["Signature-Input"] == "sig-b22=\(Self.examples[1].input)")
            try Self.verifier([.authority, "content-digest"]).verify(.request(request))

            var responder = MessageSigner(
                key: try SignatureKey(.ecdsaP256, privateKey: RFCExamples.p256PrivateKey),
                keyID: "test-key-ecc-p256",
                components: [.status, "content-type", "content-digest", "content-length"],
                label: "sig-b24"
            )
            responder.now = { RFCExamples.created }
            var head = RFCExamples.response
            try responder.sign(&head)
            #expect(head.fields["Signature-Input"] == "sig-b24=\(Self.examples[3].input)")
            try Self.verifier([.status]).verify(.response(head, to: nil))
        }
    #endif
}

extension AppendixBTests.Example {
    /// Returns the message with another signature.
    func message(with signature: [UInt8]) throws -> SignableMessage {
        let member: StructuredDictionary = [label: .byteSequence(signature)]
        let text = try member.serialized()
        return message { $0["Signature"] = text }
    }
}

/// Returns the code of the error that an operation throws, or nil if it throws none.
func code<Value>(_ operation: () throws -> Value) -> SessionError.Code? {
    do {
        _ = try operation()
        return nil
    } catch {
        return (error as? SessionError)?.code
    }
}
