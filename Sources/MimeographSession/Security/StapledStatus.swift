#if os(Linux)
    import COpenSSL
#endif

/// The status of a certificate in the response that its server has stapled.
///
/// Source: RFC 6960 §2.2, §4.2; RFC 6066 §8.
public enum StapledStatus: Hashable, Sendable {
    /// The server stapled no response, or one in which the responder only says why it does not answer.
    case absent
    /// The certificate is not revoked, as far as its authority knows.
    case good
    /// The authority has revoked the certificate.
    case revoked
    /// The response is not valid; the text gives the reason.
    case invalid(String)
}

#if os(Linux)
    extension PresentedCertificates {
        /// Returns the status in the stapled response.
        ///
        /// The authority of the certificate, or a responder that this authority has named, must have signed the response.
        public func stapledStatus(in chain: [Certificate]) -> StapledStatus {
            guard let stapledResponse, !stapledResponse.isEmpty else { return .absent }
            guard stapledResponse.count <= Self.mostBytesOfResponse else {
                return .invalid("the response is too large")
            }
            guard let leaf = chain.first else { return .invalid("the chain has no certificate") }
            // A self-signed certificate is its own authority.
            let issuer = chain.count > 1 ? chain[1] : leaf
            // SAFETY: the bytes and both certificates live through the call, which keeps none of them.
            let result = unsafe stapledResponse.withUnsafeBufferPointer { bytes in
                unsafe mimeograph_ocsp_status(
                    bytes.baseAddress,
                    bytes.count,
                    leaf.parsed.pointer,
                    issuer.parsed.pointer,
                    securityLevel
                )
            }
            ERR_clear_error()
            switch Int(result) {
            case MIMEOGRAPH_OCSP_GOOD: return .good
            case MIMEOGRAPH_OCSP_REVOKED: return .revoked
            case MIMEOGRAPH_OCSP_REFUSED: return .absent
            case MIMEOGRAPH_OCSP_UNKNOWN: return .invalid("the authority does not know the certificate")
            case MIMEOGRAPH_OCSP_UNSIGNED:
                return .invalid("the response is not signed by the certificate's authority with a strong key")
            case MIMEOGRAPH_OCSP_WEAK: return .invalid("the response is signed with a weak digest")
            case MIMEOGRAPH_OCSP_OTHER: return .invalid("the response is about other certificates")
            case MIMEOGRAPH_OCSP_OUTDATED: return .invalid("the response is not valid now")
            case MIMEOGRAPH_OCSP_EXHAUSTED: return .invalid("the system has no memory left")
            default: return .invalid("the response cannot be read")
            }
        }

        private static var mostBytesOfResponse: Int { 64 << 10 }
    }
#endif
