import Mimeograph
import MimeographSession

extension Reporter {
    /// Writes the cookies to their file, and says so if that fails.
    func save(_ cookies: CookieStorage?) {
        if cookies?.save() == false { remark("The cookie file could not be written. Its cookies are lost.") }
    }

    /// Says in one line why a request failed, and what helps.
    ///
    /// - Returns: How the tool ends.
    func report(_ error: SessionError) -> ExitCode {
        if let error = error.serialization {
            report(error)
            return .badBody
        }
        line(error.message, remedy(error))
        return ExitCode(error)
    }

    /// Says in one line that the server did not do what it was asked for, and what helps.
    func report(refusal head: ResponseHead, _ credential: Credential?) {
        line("The server answered \(head.statusText).", remedy(head, credential))
    }

    /// Says where redirects have led to.
    func remark(redirects metrics: ExchangeMetrics, to head: ResponseHead) {
        guard metrics.redirectCount > 0, let url = head.url else { return }
        remark(
            "after \(metrics.redirectCount) redirect\(metrics.redirectCount == 1 ? "" : "s"): \(HiddenValues.hidden(inURL: url))"
        )
    }

    /// Says what came before the response, with the version of HTTP that the response has.
    func remark(interim heads: [ResponseHead], _ metrics: ExchangeMetrics) {
        for line in heads.flatMap({ $0.lines(metrics.protocolVersion) }) { remark(line) }
    }

    private func line(_ message: String, _ remedy: String?) {
        let text = VisibleText("\(message)\(remedy.map { " \($0)" } ?? "")").description
        console.errorOutput.write(style.text("error:", .error) + " \(text)\n")
    }

    private func remedy(_ error: SessionError) -> String? {
        switch error.code {
        case .timedOut: "Allow more with --connect-timeout, --idle-timeout or --max-time."
        case .tooManyRedirects: "the server may redirect in a loop; --max-redirects allows more."
        case .fileNotWritable: "Check the directory of -o, its permissions and the space that is left."
        case .downloadMoveFailed: "Name another file with -o. For a pipe or a device, write `-o - > PATH`."
        case .redirectRefused: "Ask for the URL it leads to, if that is meant."
        case .digestMissing: "Leave out --digest, where the server sends none."
        case .digestMismatch: "It was damaged on the way, or its server is wrong: send the request again."
        default: error.trust.flatMap(remedy) ?? error.remedy
        }
    }

    private func remedy(_ failure: TrustFailure) -> String? {
        switch failure.rule {
        case .invalidChain:
            "`mimeo trust` shows its certificates; name whom you trust instead of the system's with --anchors."
        case .noPinnedKey: "`mimeo trust` shows its keys; do not pin a key that you have not checked."
        case .noStapledStatus: "Leave out --stapled-status, where the server may go without."
        default: nil
        }
    }

    private func remedy(_ head: ResponseHead, _ credential: Credential?) -> String? {
        switch head.status {
        case 401
        where AuthenticationChallenge.challenges(in: head.fields).contains {
            ["basic", "digest"].contains($0.scheme.utf8Key)
        }:
            credential == nil
                ? "Say who you are with --user NAME:PASSWORD." : "Check the name and the password of --user."
        case 401: "Say who you are with --header 'Authorization: …'."
        case 404, 410: "Check the URL."
        case 405: head.fields["Allow"].map { "It allows \($0)." }
        case 406: "Ask for another type with --header 'Accept: …'."
        case 407: "Give the user of the proxy in --proxy http://NAME:PASSWORD@HOST:PORT."
        case 415: "Say what the body is with --header 'Content-Type: …'."
        case 429, 503:
            head.fields["Retry-After"].map { "Come back later (Retry-After: \($0))." }
                ?? "Come back later, or use --retry."
        case 500...599: "The fault is the server's; --retry may help where it passes."
        default: nil
        }
    }
}

extension ExitCode {
    /// How the tool ends after a status; nil for one of success.
    init?(status: Int) {
        switch status {
        case ..<400: return nil
        case 500...: self = .serverFailed
        default: self = .refused
        }
    }

    /// How the tool ends after an error of the session.
    init(_ error: SessionError) {
        switch error.code {
        case .invalidURL, .invalidRequest, .bodyFailed, .fileNotWritable, .downloadMoveFailed, .destinationExists,
            .invalidDestination:
            self = .wrongUsage
        case .unacceptableStatus: self = error.status.flatMap(ExitCode.init(status:)) ?? .refused
        case .serialization, .limitExceeded, .unacceptableContentType, .digestMismatch, .digestMissing: self = .badBody
        default: self = .noResponse
        }
    }
}

extension ResponseHead {
    /// The status with its words: `404 Not Found`.
    var statusText: String { "\(status)\(ReasonPhrase.of(status).map { " \($0)" } ?? "")" }

    /// The head in lines, as HTTP/1.1 writes it.
    func lines(_ version: String?) -> [String] {
        ["HTTP/\(version ?? "1.1") \(statusText)"] + fields.map { "\($0.name): \($0.value.legible)" }
    }
}

extension ExchangeMetrics {
    /// The version of HTTP that the last step used; nil if it is not known.
    var protocolVersion: String? { steps.last?.transport.protocolVersion }
}

extension String {
    /// A URL without the user and the password in it.
    var withoutUser: String {
        guard let url = try? RequestURL(self) else { return self }
        return url.text
    }
}
