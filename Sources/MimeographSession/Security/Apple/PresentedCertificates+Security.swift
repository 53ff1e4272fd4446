#if canImport(Security)
    import Foundation
    import Security

    extension PresentedCertificates: ServerTrust {
        /// Whether the system accepts the first certificate for the host, if that certificate is trusted.
        public var isForHost: Bool {
            guard let host, let leaf = certificates.first else { return false }
            let policy = SecPolicyCreateSSL(true, HostName(host).text as CFString)
            return (try? Self.chain([leaf], policy, .only([leaf]))) != nil
        }

        /// Returns a chain to one of the anchors, as the system builds and verifies it for a TLS server.
        public func verifiedChain(to anchors: SecurityPolicy.Anchors) throws(TrustProblem) -> [Certificate] {
            try Self.chain(certificates, SecPolicyCreateSSL(true, nil), anchors)
        }

        /// Returns the first certificates, as far as each is signed by the next.
        public func signatureLinkedCertificates() -> [Certificate] {
            var linked = Array(certificates.prefix(1))
            for (one, next) in zip(certificates, certificates.dropFirst()) {
                let policy = SecPolicyCreateBasicX509()
                guard let chain = try? Self.chain([one, next], policy, .only([next]), at: one.validFrom),
                    chain.contains(next)
                else { break }
                linked.append(next)
            }
            return linked
        }

        private static func chain(
            _ certificates: [Certificate],
            _ policy: SecPolicy,
            _ anchors: SecurityPolicy.Anchors,
            at date: Date? = nil
        ) throws(TrustProblem) -> [Certificate] {
            var made: SecTrust?
            let sent = certificates.map(\.parsed.certificate) as CFArray
            // SAFETY: the variable has the type that the call fills.
            let status = unsafe SecTrustCreateWithCertificates(sent, policy, &made)
            guard status == errSecSuccess, let trust = made else {
                throw TrustProblem(reason: "the certificates cannot be evaluated", libraryCode: Int(status))
            }
            // By default, the system would download missing certificates from addresses in the certificate that it checks.
            var statuses = [SecTrustSetNetworkFetchAllowed(trust, false)]
            switch anchors {
            case .system: break
            case .systemAnd(let own), .only(let own):
                statuses.append(SecTrustSetAnchorCertificates(trust, own.map(\.parsed.certificate) as CFArray))
                if case .systemAnd = anchors { statuses.append(SecTrustSetAnchorCertificatesOnly(trust, false)) }
            }
            if let date { statuses.append(SecTrustSetVerifyDate(trust, date as CFDate)) }
            if let failed = statuses.first(where: { $0 != errSecSuccess }) {
                throw TrustProblem(reason: "the evaluation cannot be set up", libraryCode: Int(failed))
            }
            var error: CFError?
            // SAFETY: the variable has the type that the call fills.
            guard unsafe SecTrustEvaluateWithError(trust, &error) else {
                let code = error.map { CFErrorGetCode($0) } ?? 0
                let reason = SecCopyErrorMessageString(OSStatus(truncatingIfNeeded: code), nil) as String?
                throw TrustProblem(reason: reason ?? "the chain is not valid", libraryCode: code)
            }
            return certificatesOf(trust)
        }

        /// Returns the certificates of a trust, the server's own first.
        static func certificatesOf(_ trust: SecTrust) -> [Certificate] {
            (SecTrustCopyCertificateChain(trust) as? [SecCertificate] ?? []).compactMap {
                Certificate(ParsedCertificate($0))
            }
        }
    }

    extension URLProtectionSpace {
        /// Returns a policy's decision about the server. If the system has no certificate, the policy rejects the empty list.
        func validated(by policy: SecurityPolicy) -> Result<URLCredential?, TrustFailure> {
            let certificates = serverTrust.map { PresentedCertificates.certificatesOf($0) } ?? []
            do throws(TrustFailure) {
                try policy.evaluate(PresentedCertificates(host: host, certificates: certificates))
                return .success(serverTrust.map { URLCredential(trust: $0) })
            } catch {
                return .failure(error)
            }
        }
    }

    /// A certificate of the Security framework. It is unchecked because the framework does not declare its type as `Sendable`,
    /// and we cannot change that.
    final class ParsedCertificate: @unchecked Sendable {
        let certificate: SecCertificate

        init(_ certificate: SecCertificate) { self.certificate = certificate }

        /// Parses a certificate; nil if the bytes are not a certificate.
        init?(der: [UInt8]) {
            guard let certificate = SecCertificateCreateWithData(nil, Data(der) as CFData) else { return nil }
            self.certificate = certificate
        }

        var der: [UInt8]? { Array(SecCertificateCopyData(certificate) as Data) }

        /// The SHA-256 of the SubjectPublicKeyInfo. The framework does not provide it, so it is taken from the encoding.
        var keyDigest: [UInt8]? {
            der.flatMap { DERElement.publicKey(inCertificate: $0) }.flatMap {
                MessageDigest.sha256.digest(of: Array($0))
            }
        }

        /// The subject in the framework's summary.
        var subject: String { SecCertificateCopySubjectSummary(certificate) as String? ?? "" }
        /// The framework provides this on macOS only.
        var issuer: String { "(unknown to the system)" }
        /// The framework provides these on macOS only.
        var hostNames: [String] { [] }

        var validity: (from: Date, until: Date)? {
            guard let from = SecCertificateCopyNotValidBeforeDate(certificate) as Date?,
                let until = SecCertificateCopyNotValidAfterDate(certificate) as Date?
            else { return nil }
            return (from, until)
        }
    }

    /// An element in DER (Distinguished Encoding Rules).
    ///
    /// Source: ITU-T X.690 §8.1, §10.1.
    struct DERElement {
        let tag: UInt8
        let whole: ArraySlice<UInt8>
        let content: ArraySlice<UInt8>

        /// Parses the first element of some bytes; nil if there is none.
        init?(_ bytes: ArraySlice<UInt8>) {
            guard bytes.count >= 2, let tag = bytes.first, let short = bytes.dropFirst().first else { return nil }
            var length = Int(short)
            var head = 2
            if short >= 0x80 {
                let count = Int(short & 0x7F)
                guard (1...4).contains(count), bytes.count >= 2 + count else { return nil }
                length = bytes.dropFirst(2).prefix(count).reduce(0) { $0 << 8 | Int($1) }
                head += count
            }
            guard length <= bytes.count - head else { return nil }
            self.tag = tag
            whole = bytes.prefix(head + length)
            content = whole.dropFirst(head)
        }

        /// Returns the SubjectPublicKeyInfo of a certificate: after version, number, algorithm, issuer, validity and subject.
        ///
        /// Source: RFC 5280 §4.1.
        static func publicKey(inCertificate der: [UInt8]) -> ArraySlice<UInt8>? {
            guard let certificate = DERElement(der[...]), let signed = DERElement(certificate.content) else {
                return nil
            }
            var rest = signed.content
            var left = 5
            while let element = DERElement(rest) {
                if left == 0 { return element.whole }
                // The version is optional.
                if element.tag != 0xA0 { left -= 1 }
                rest = rest.dropFirst(element.whole.count)
            }
            return nil
        }
    }
#endif
