import Mimeograph
import MimeographSession

/// The command that shows the certificates of a server and the pins of their keys.
enum TrustCommand: Command {
    static let name = "trust"
    static let summary = "Shows a server's certificates, whether they are trusted, and the pins to copy."
    static let operands = "HOST[:PORT]"
    static let examples = [
        (line: "trust example.com", meaning: "Shows the certificates and their pins."),
        (line: "trust 127.0.0.1:8443 --anchors ca.pem", meaning: "Trusts another authority."),
    ]
    static let details = """
        The command only begins a TLS handshake and then stops it. The certificates are shown in the server's order, its own
        first. A pin is the digest of a key, for SecurityPolicy.publicKeys. Compare it with the pin that the server's owner
        publishes before you trust it: the command shows only which server answered here and now.
        Exit status 1 means that the server is not trusted, or did not answer.
        """
    static let options = [TrustOptions.anchors]

    static func run(_ arguments: Arguments, console: Console) throws -> ExitCode {
        let url = try url(arguments.operands)
        // The policy requires a pinned key but lists none, so every server is rejected and its certificates are reported.
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
        let anchors = arguments.has("anchors") ? "the anchors" : "the system's anchors"
        console.errorOutput.write(
            isTrusted
                ? "# trusted: the certificates lead to \(anchors), and are for \(VisibleText(url.host))\n"
                : "# not trusted: \(VisibleText(trust.message))\n"
        )
        return isTrusted ? .success : .badBody
    }

    /// Returns the URL of a host, with or without a port. The operand may also be a whole URL.
    private static func url(_ operands: [String]) throws(UsageError) -> RequestURL {
        guard operands.count == 1, let text = operands.first else {
            throw UsageError("name one server, such as example.com, example.com:8443 or [::1]:443")
        }
        do throws(SessionError) {
            let url = try RequestURL(text.contains("://") ? text : "https://\(text)")
            if url.isSecure { return url }
        } catch {
            throw UsageError("\(text) is not a server: \(error.message)")
        }
        throw UsageError("\(text) is not an https URL, and only https has certificates")
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
