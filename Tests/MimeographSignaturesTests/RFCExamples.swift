import Mimeograph
import MimeographSession
import MimeographStructuredFields

@testable import MimeographSignatures

/// The keys and messages of RFC 9421, Appendix B.
enum RFCExamples {
    static let created: Int64 = 1_618_884_473

    /// Source: RFC 9421 §B.2.
    static var request: RequestMessage {
        RequestMessage(
            method: .post,
            url: "https://example.com/foo?param=Value&Pet=dog",
            fields: [
                "Host": "example.com", "Date": "Tue, 20 Apr 2021 02:07:55 GMT", "Content-Type": "application/json",
                "Content-Digest": requestDigest, "Content-Length": "18",
            ],
            body: .bytes(Array(#"{"hello": "world"}"#.utf8))
        )
    }

    /// Source: RFC 9421 §B.2.
    static var response: ResponseHead {
        ResponseHead(
            status: 200,
            fields: [
                "Date": "Tue, 20 Apr 2021 02:07:56 GMT", "Content-Type": "application/json",
                "Content-Digest": responseDigest, "Content-Length": "23",
            ]
        )
    }

    static let requestDigest =
        "sha-512=:WZDPaVn/7XgHaAy8pmojAkGWoRx2UFChF41A2svX+TaPm+AbwAgBWnrIiYllu7BNNyealdVLvRwEmTHWXvJwew==:"
    static let responseDigest =
        "sha-512=:mEWXIS7MaLRuGgxOBdODa3xqM1XdEvxoYhvlCFJ41QJgJc4GTsPp29l5oGX69wWdXymyU0rjJuahq4l5aGgfLQ==:"

    /// The shared secret, in Base64. Source: RFC 9421 §B.1.5.
    static let secret =
        "uzvJfB4u3N0Jy4T7NZ75MDVcr8zSTInedJtkgcu46YW4XByzNJjxBdtjUkdJPBtbmHhIDi6pcl8jsasjlTMtDQ=="

    /// Returns the key with a name of Appendix B.1.
    static func key(_ name: String) throws -> SignatureKey? {
        switch name {
        case "test-key-rsa-pss": try SignatureKey(.rsaPSS, publicKey: rsaPublicKey)
        case "test-key-ecc-p256": try SignatureKey(.ecdsaP256, publicKey: p256PublicKey)
        case "test-shared-secret": try SignatureKey(secret: bytes(ofBase64: secret))
        case "test-key-ed25519": try SignatureKey(.ed25519, publicKey: ed25519PublicKey)
        default: nil
        }
    }

    /// Decodes Base64 with the parser of a digest field.
    static func bytes(ofBase64 text: String) throws -> [UInt8] {
        let fields: HeaderFields = ["Signature-Input": "a=()", "Signature": "a=:\(text):"]
        return try SignatureFields(fields).signatures["a"]?.byteSequence ?? []
    }

    /// Source: RFC 9421 §B.1.2.
    static let rsaPublicKey = """
        -----BEGIN PUBLIC KEY-----
        MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAr4tmm3r20Wd/PbqvP1s2
        +QEtvpuRaV8Yq40gjUR8y2Rjxa6dpG2GXHbPfvMs8ct+Lh1GH45x28Rw3Ry53mm+
        oAXjyQ86OnDkZ5N8lYbggD4O3w6M6pAvLkhk95AndTrifbIFPNU8PPMO7OyrFAHq
        gDsznjPFmTOtCEcN2Z1FpWgchwuYLPL+Wokqltd11nqqzi+bJ9cvSKADYdUAAN5W
        Utzdpiy6LbTgSxP7ociU4Tn0g5I6aDZJ7A8Lzo0KSyZYoA485mqcO0GVAdVw9lq4
        aOT9v6d+nb4bnNkQVklLQ3fVAvJm+xdDOp9LCNCN48V2pnDOkFV6+U9nV5oyc6XI
        2wIDAQAB
        -----END PUBLIC KEY-----
        """

    /// Source: RFC 9421 §B.1.2.
    static let rsaPrivateKey = """
        -----BEGIN PRIVATE KEY-----
        MIIEvgIBADALBgkqhkiG9w0BAQoEggSqMIIEpgIBAAKCAQEAr4tmm3r20Wd/Pbqv
        P1s2+QEtvpuRaV8Yq40gjUR8y2Rjxa6dpG2GXHbPfvMs8ct+Lh1GH45x28Rw3Ry5
        3mm+oAXjyQ86OnDkZ5N8lYbggD4O3w6M6pAvLkhk95AndTrifbIFPNU8PPMO7Oyr
        FAHqgDsznjPFmTOtCEcN2Z1FpWgchwuYLPL+Wokqltd11nqqzi+bJ9cvSKADYdUA
        AN5WUtzdpiy6LbTgSxP7ociU4Tn0g5I6aDZJ7A8Lzo0KSyZYoA485mqcO0GVAdVw
        9lq4aOT9v6d+nb4bnNkQVklLQ3fVAvJm+xdDOp9LCNCN48V2pnDOkFV6+U9nV5oy
        c6XI2wIDAQABAoIBAQCUB8ip+kJiiZVKF8AqfB/aUP0jTAqOQewK1kKJ/iQCXBCq
        pbo360gvdt05H5VZ/RDVkEgO2k73VSsbulqezKs8RFs2tEmU+JgTI9MeQJPWcP6X
        aKy6LIYs0E2cWgp8GADgoBs8llBq0UhX0KffglIeek3n7Z6Gt4YFge2TAcW2WbN4
        XfK7lupFyo6HHyWRiYHMMARQXLJeOSdTn5aMBP0PO4bQyk5ORxTUSeOciPJUFktQ
        HkvGbym7KryEfwH8Tks0L7WhzyP60PL3xS9FNOJi9m+zztwYIXGDQuKM2GDsITeD
        2mI2oHoPMyAD0wdI7BwSVW18p1h+jgfc4dlexKYRAoGBAOVfuiEiOchGghV5vn5N
        RDNscAFnpHj1QgMr6/UG05RTgmcLfVsI1I4bSkbrIuVKviGGf7atlkROALOG/xRx
        DLadgBEeNyHL5lz6ihQaFJLVQ0u3U4SB67J0YtVO3R6lXcIjBDHuY8SjYJ7Ci6Z6
        vuDcoaEujnlrtUhaMxvSfcUJAoGBAMPsCHXte1uWNAqYad2WdLjPDlKtQJK1diCm
        rqmB2g8QE99hDOHItjDBEdpyFBKOIP+NpVtM2KLhRajjcL9Ph8jrID6XUqikQuVi
        4J9FV2m42jXMuioTT13idAILanYg8D3idvy/3isDVkON0X3UAVKrgMEne0hJpkPL
        FYqgetvDAoGBAKLQ6JZMbSe0pPIJkSamQhsehgL5Rs51iX4m1z7+sYFAJfhvN3Q/
        OGIHDRp6HjMUcxHpHw7U+S1TETxePwKLnLKj6hw8jnX2/nZRgWHzgVcY+sPsReRx
        NJVf+Cfh6yOtznfX00p+JWOXdSY8glSSHJwRAMog+hFGW1AYdt7w80XBAoGBAImR
        NUugqapgaEA8TrFxkJmngXYaAqpA0iYRA7kv3S4QavPBUGtFJHBNULzitydkNtVZ
        3w6hgce0h9YThTo/nKc+OZDZbgfN9s7cQ75x0PQCAO4fx2P91Q+mDzDUVTeG30mE
        t2m3S0dGe47JiJxifV9P3wNBNrZGSIF3mrORBVNDAoGBAI0QKn2Iv7Sgo4T/XjND
        dl2kZTXqGAk8dOhpUiw/HdM3OGWbhHj2NdCzBliOmPyQtAr770GITWvbAI+IRYyF
        S7Fnk6ZVVVHsxjtaHy1uJGFlaZzKR4AGNaUTOJMs6NadzCmGPAxNQQOCqoUjn4XR
        rOjr9w349JooGXhOxbu8nOxX
        -----END PRIVATE KEY-----
        """

    /// Source: RFC 9421 §B.1.3.
    static let p256PublicKey = """
        -----BEGIN PUBLIC KEY-----
        MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEqIVYZVLCrPZHGHjP17CTW0/+D9Lf
        w0EkjqF7xB4FivAxzic30tMM4GF+hR6Dxh71Z50VGGdldkkDXZCnTNnoXQ==
        -----END PUBLIC KEY-----
        """

    /// Source: RFC 9421 §B.1.3.
    static let p256PrivateKey = """
        -----BEGIN EC PRIVATE KEY-----
        MHcCAQEEIFKbhfNZfpDsW43+0+JjUr9K+bTeuxopu653+hBaXGA7oAoGCCqGSM49
        AwEHoUQDQgAEqIVYZVLCrPZHGHjP17CTW0/+D9Lfw0EkjqF7xB4FivAxzic30tMM
        4GF+hR6Dxh71Z50VGGdldkkDXZCnTNnoXQ==
        -----END EC PRIVATE KEY-----
        """

    /// Source: RFC 9421 §B.1.4.
    static let ed25519PublicKey = """
        -----BEGIN PUBLIC KEY-----
        MCowBQYDK2VwAyEAJrQLj5P/89iXES9+vFgrIy29clF9CC/oPPsw3c5D0bs=
        -----END PUBLIC KEY-----
        """

    /// Source: RFC 9421 §B.1.4.
    static let ed25519PrivateKey = """
        -----BEGIN PRIVATE KEY-----
        MC4CAQAwBQYDK2VwBCIEIJ+DYvh6SEqVTm50DFtMDoQikTmiCqirVv9mWG9qfSnF
        -----END PRIVATE KEY-----
        """

    /// A key of our own, since the RFC has none for this curve.
    static let p384PrivateKey = """
        -----BEGIN PRIVATE KEY-----
        MIG2AgEAMBAGByqGSM49AgEGBSuBBAAiBIGeMIGbAgEBBDCtTMdy0gatUHa09/DZ
        iCkmdu7JNG6Iy9o89Hlk2gl5iw3gRjPjf8SkuabR4MxDxJ2hZANiAAQt9BFa+sRC
        712U9Wx9WBfOkzOPSYsbvnq5rvUXK6v7ncR62Pxbl2id/N7N8xzXz1eLVGs69Yyf
        HydwIDMkzBSxjGqeGlykmUKsGs0RcnCdltFFaz4gNZUS4MLcpuB/Dkk=
        -----END PRIVATE KEY-----
        """

    static let p384PublicKey = """
        -----BEGIN PUBLIC KEY-----
        MHYwEAYHKoZIzj0CAQYFK4EEACIDYgAELfQRWvrEQu9dlPVsfVgXzpMzj0mLG756
        ua71Fyur+53Eetj8W5donfzezfMc189Xi1RrOvWMnx8ncCAzJMwUsYxqnhpcpJlC
        rBrNEXJwnZbRRWs+IDWVEuDC3Kbgfw5J
        -----END PUBLIC KEY-----
        """
}
