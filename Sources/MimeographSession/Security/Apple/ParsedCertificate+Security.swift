#if canImport(Security)
    import Foundation
    import Security

    /// A certificate as the Security framework holds it. It is unchecked because the framework's type, which nobody can change, does not
    /// say that it may be shared.
    final class ParsedCertificate: @unchecked Sendable {
        let certificate: SecCertificate

        init(_ certificate: SecCertificate) { self.certificate = certificate }

        /// Reads a certificate; nil where the bytes are none.
        init?(der: [UInt8]) {
            guard let certificate = SecCertificateCreateWithData(nil, Data(der) as CFData) else { return nil }
            self.certificate = certificate
        }

        /// The encoding.
        var der: [UInt8]? { Array(SecCertificateCopyData(certificate) as Data) }

        /// The SHA-256 of the SubjectPublicKeyInfo, which the framework does not hand out: it is cut out of the encoding.
        var keyDigest: [UInt8]? {
            der.flatMap { DERElement.publicKey(inCertificate: $0) }.flatMap {
                MessageDigest.sha256.digest(of: Array($0))
            }
        }

        /// Whom it is for, in the framework's summary.
        var subject: String { SecCertificateCopySubjectSummary(certificate) as String? ?? "" }
        /// The framework tells this on macOS only.
        var issuer: String { "(not told by the system)" }
        /// The framework tells these on macOS only.
        var hostNames: [String] { [] }

        /// The first and the last moment at which it is valid.
        var validity: (from: Date, until: Date)? {
            guard let from = SecCertificateCopyNotValidBeforeDate(certificate) as Date?,
                let until = SecCertificateCopyNotValidAfterDate(certificate) as Date?
            else { return nil }
            return (from, until)
        }
    }

    /// An element of an encoding by the Distinguished Encoding Rules.
    ///
    /// Source: ITU-T X.690 §8.1, §10.1.
    struct DERElement {
        let tag: UInt8
        let whole: ArraySlice<UInt8>
        let content: ArraySlice<UInt8>

        /// The first element of some bytes; nil where there is none.
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

        /// The SubjectPublicKeyInfo of a certificate: behind version, number, algorithm, issuer, validity and subject.
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
                // A version may be left out.
                if element.tag != 0xA0 { left -= 1 }
                rest = rest.dropFirst(element.whole.count)
            }
            return nil
        }
    }
#endif
