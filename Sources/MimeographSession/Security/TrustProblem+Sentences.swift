#if os(Linux)
    import COpenSSL
#endif

extension TrustProblem {
    /// The end of a sentence with the reason, and a sentence about the affected certificate if it is known.
    var sentences: String {
        guard let certificate, let detail = detail(certificate) else { return ": \(reason)." }
        let subject = certificate.subject.isEmpty ? "no subject" : certificate.subject
        let role = certificateIndex == 0 ? "The server's certificate" : "The authority's certificate"
        return ": \(reason). \(role) (\(subject)) \(detail)."
    }

    /// A sentence that says what you can do about the problem.
    var remedy: String {
        #if os(Linux)
            let isOwn = (certificateIndex ?? 0) == 0
            return switch Int32(truncatingIfNeeded: libraryCode) {
            case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY,
                X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
                "The server must send all certificates up to a trusted authority. "
                    + "If it is your own server, \(Self.howToTrust)"
            case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT, X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
                "If it is your own server, \(Self.howToTrust)"
            case X509_V_ERR_CERT_HAS_EXPIRED:
                isOwn
                    ? "Renew the server's certificate, and check this machine's clock."
                    : "The server must send a current certificate of its authority; check this machine's clock, too."
            case X509_V_ERR_CERT_NOT_YET_VALID: "Check the clock of this machine."
            case X509_V_ERR_EE_KEY_TOO_SMALL, X509_V_ERR_CA_KEY_TOO_SMALL, X509_V_ERR_CA_MD_TOO_WEAK:
                "Replace the certificate by one with RSA of 2048 bits or ECDSA, signed with SHA-256."
            case X509_V_ERR_INVALID_PURPOSE where isOwn: "Get a certificate with the extended key usage serverAuth."
            case X509_V_ERR_PERMITTED_VIOLATION, X509_V_ERR_EXCLUDED_VIOLATION:
                "Get a certificate with only names that its authorities allow."
            default: "Check when the certificate expires, and what it may be used for."
            }
        #else
            // errSecNotTrusted
            return libraryCode == -67843
                ? "If it is your own server, \(Self.howToTrust)"
                : "Check when the certificate expires, and what it may be used for."
        #endif
    }

    private static var howToTrust: String {
        "trust its authority: policy.anchors = .only(try Certificate.read(path: …))."
    }

    /// The problem of the affected certificate, as the rest of a sentence; nil if the reason says as much.
    ///
    /// Source: X509_STORE_CTX_get_error(3).
    private func detail(_ certificate: Certificate) -> String? {
        #if os(Linux)
            switch Int32(truncatingIfNeeded: libraryCode) {
            case X509_V_ERR_CERT_HAS_EXPIRED: return "expired on \(Certificate.day(certificate.validUntil))"
            case X509_V_ERR_CERT_NOT_YET_VALID: return "is valid from \(Certificate.day(certificate.validFrom))"
            case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY,
                X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
                return "is signed by \(certificate.issuer), and no usable certificate of it was sent or is trusted"
            case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT, X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
                return "is signed only by itself, and is not trusted"
            case X509_V_ERR_EE_KEY_TOO_SMALL, X509_V_ERR_CA_KEY_TOO_SMALL: return "has a key that is too short"
            case X509_V_ERR_CA_MD_TOO_WEAK: return "is signed with a weak digest such as SHA-1"
            case X509_V_ERR_INVALID_PURPOSE: return "may not be used for a server, by its key usage"
            case X509_V_ERR_INVALID_CA: return "is not an authority's, or may not sign certificates"
            case X509_V_ERR_PATH_LENGTH_EXCEEDED: return "does not allow so many authorities below it"
            case X509_V_ERR_PERMITTED_VIOLATION: return "has a name outside of those that an authority may sign"
            case X509_V_ERR_EXCLUDED_VIOLATION: return "has a name that an authority may not sign"
            case X509_V_ERR_UNHANDLED_CRITICAL_EXTENSION: return "has a critical extension that OpenSSL does not know"
            case X509_V_ERR_CERT_CHAIN_TOO_LONG: return "is the first of too many"
            case X509_V_ERR_CERT_SIGNATURE_FAILURE: return "is not signed by the authority that it names"
            default: return "is not valid"
            }
        #else
            return nil
        #endif
    }
}
