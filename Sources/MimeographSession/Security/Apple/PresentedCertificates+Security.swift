#if canImport(Security)
    import Foundation
    import Security

    extension PresentedCertificates: ServerTrust {
        /// Whether the system takes the first certificate for the host's, where it is trusted.
        public var isForHost: Bool {
            guard let host, let leaf = certificates.first else { return false }
            let policy = SecPolicyCreateSSL(true, HostName(host).text as CFString)
            return (try? Self.chain([leaf], policy, .only([leaf]))) != nil
        }

        /// A chain to one of the anchors, as the system builds and verifies it for a server of TLS.
        public func verifiedChain(to anchors: SecurityPolicy.Anchors) throws(TrustProblem) -> [Certificate] {
            try Self.chain(certificates, SecPolicyCreateSSL(true, nil), anchors)
        }

        /// The first certificates, as far as each is signed by the next.
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
            // SAFETY: the variable is of the type that the call fills.
            let status = unsafe SecTrustCreateWithCertificates(sent, policy, &made)
            guard status == errSecSuccess, let trust = made else {
                throw TrustProblem(reason: "the certificates cannot be judged", libraryCode: Int(status))
            }
            var statuses: [OSStatus] = []
            switch anchors {
            case .system: break
            case .systemAnd(let own), .only(let own):
                statuses.append(SecTrustSetAnchorCertificates(trust, own.map(\.parsed.certificate) as CFArray))
                if case .systemAnd = anchors { statuses.append(SecTrustSetAnchorCertificatesOnly(trust, false)) }
            }
            if let date { statuses.append(SecTrustSetVerifyDate(trust, date as CFDate)) }
            if let failed = statuses.first(where: { $0 != errSecSuccess }) {
                throw TrustProblem(reason: "the anchors cannot be used", libraryCode: Int(failed))
            }
            var error: CFError?
            // SAFETY: the variable is of the type that the call fills.
            guard unsafe SecTrustEvaluateWithError(trust, &error) else {
                let code = error.map { CFErrorGetCode($0) } ?? 0
                let reason = SecCopyErrorMessageString(OSStatus(truncatingIfNeeded: code), nil) as String?
                throw TrustProblem(reason: reason ?? "the chain is not valid", libraryCode: code)
            }
            return certificatesOf(trust)
        }

        /// The certificates of a trust, the server's own first.
        static func certificatesOf(_ trust: SecTrust) -> [Certificate] {
            (SecTrustCopyCertificateChain(trust) as? [SecCertificate] ?? []).compactMap {
                Certificate(ParsedCertificate($0))
            }
        }
    }

    extension URLAuthenticationChallenge {
        /// What a policy says of the server; nil for challenges of other kinds.
        func judgement(by policy: SecurityPolicy) -> Result<URLCredential, TrustFailure>? {
            guard protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust,
                let trust = protectionSpace.serverTrust
            else { return nil }
            let presented = PresentedCertificates(
                host: protectionSpace.host,
                certificates: PresentedCertificates.certificatesOf(trust)
            )
            do throws(TrustFailure) {
                try policy.evaluate(presented)
                return .success(URLCredential(trust: trust))
            } catch {
                return .failure(error)
            }
        }
    }
#endif
