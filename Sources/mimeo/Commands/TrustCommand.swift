import Mimeograph
import MimeographSession

/// Shows the certificates of a server, and the pins of their keys.
enum TrustCommand: Command {
    static let name = "trust"
    static let summary = "Shows a server's certificates, whether they are trusted, and the pins to copy."
    static let operands = "HOST[:PORT]"
    static let details = """
        Nothing is sent but the beginning of a TLS handshake, which is broken off. The certificates are shown as the server
        sends them, its own first; a pin is the digest of a key, for SecurityPolicy.publicKeys. Compare it with what the
        server's owner says before you trust it: this only tells what answered here and now.
        Exit status 1 says that the server is not trusted, or did not answer.
        """
    static let options = [TrustOptions.anchors]

    static func run(_ arguments: Arguments, console: Console) throws -> ExitCode {
        let url = try url(arguments.operands)
        // It pins, and names no key: whatever the server shows is refused, and told.
        var policy = SecurityPolicy.pinning(keys: [])
        if let path = arguments.values["anchors"] { policy.anchors = try TrustOptions.anchors(path) }
        let options = TransportOptions(idleTimeout: .seconds(30), securityPolicy: policy)
        let request = TransportRequest(method: .head, url: url.text, options: options)
        let error: TransportError? = Waiting.wait {
            do throws(TransportError) {
                _ = try await PlatformTransport.make().send(request)
                return nil
            } catch {
                return error
            }
        }
        guard let trust = error?.trust else {
            console.errorOutput.write("error: \(VisibleText(error?.description ?? "no certificate was evaluated"))\n")
            return .badBody
        }
        for (index, certificate) in trust.certificates.enumerated() {
            console.output.write(text(certificate, index + 1, of: trust.certificates.count))
        }
        let isTrusted = trust.rule == .noPinnedKey
        let anchors = arguments.has("anchors") ? "the anchors" : "what the system trusts"
        console.errorOutput.write(
            isTrusted
                ? "# trusted: they lead to \(anchors), and are for \(VisibleText(url.host))\n"
                : "# not trusted: \(VisibleText(trust.message))\n"
        )
        return isTrusted ? .success : .badBody
    }

    /// The URL of a host, with a port or without; a whole URL will do.
    private static func url(_ operands: [String]) throws(UsageError) -> RequestURL {
        guard operands.count == 1, let text = operands.first else {
            throw UsageError("which server? One of the form example.com, example.com:8443 or [::1]:443")
        }
        do throws(SessionError) {
            let url = try RequestURL(text.contains("://") ? text : "https://\(text)")
            if url.isSecure { return url }
        } catch {
            throw UsageError("\(text) names no server: \(error.message)")
        }
        throw UsageError("\(text) is not of https, which has certificates")
    }

    private static func text(_ certificate: Certificate, _ number: Int, of count: Int) -> String {
        var rows = [
            ("subject", certificate.subject), ("issuer", certificate.issuer), ("valid", certificate.validity),
        ]
        if !certificate.hostNames.isEmpty { rows.append(("names", certificate.hostNames.joined(separator: ", "))) }
        rows.append(("pin", certificate.pin.description))
        return "certificate \(number) of \(count)\(number == 1 ? ", the server's own" : "")\n\(Help.columns(rows))\n"
    }
}
