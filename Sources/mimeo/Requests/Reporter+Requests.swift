import Mimeograph
import MimeographSession
import MimeographSessionTesting

extension Reporter {
    /// Saves the cookies to their file, and reports a failure.
    func save(_ cookies: CookieStorage?) {
        if cookies?.save() == false { remark("The cookie file could not be written. Its cookies are lost.") }
    }

    /// Writes the recording to its file, and reports a failure.
    func save(_ recorder: RecordingTransport?, _ path: String?) {
        guard let recorder, let path else { return }
        do throws(SerializationError) { try recorder.har.write(to: path) } catch {
            line(error.message, Self.forUsers(error.remedy))
        }
    }

    /// Reports the times of each completed request.
    func remark(timing events: [SessionEvent]) {
        for case .completed(_, _, _, let metrics, _) in events { remark("times: \(metrics.timing)") }
    }

    /// Reports in one line that a response is not as expected.
    func report(unexpected message: String) { line("Not as expected: \(message).", nil) }

    /// Reports in one line why a request failed, with a remedy.
    ///
    /// - Returns: The exit code of the tool.
    func report(_ error: SessionError) -> ExitCode {
        if let error = error.serialization {
            report(error)
            return .badBody
        }
        line(error.message, remedy(error))
        return ExitCode(error)
    }

    /// Reports in one line that the server refused the request or failed, with a remedy.
    func report(refusal head: ResponseHead, _ credential: Credential?) {
        line("The server answered \(head.statusText).", remedy(head, credential))
    }

    /// Reports the number of redirects and the final URL.
    func remark(redirects metrics: ExchangeMetrics, to head: ResponseHead) {
        guard metrics.redirectCount > 0, let url = head.url else { return }
        remark(
            "after \(metrics.redirectCount) redirect\(metrics.redirectCount == 1 ? "" : "s"): \(HiddenValues.hidden(inURL: url))"
        )
    }

    /// Reports the interim responses, with the HTTP version of the response.
    func remark(interim heads: [ResponseHead], _ metrics: ExchangeMetrics) {
        for line in heads.flatMap({ $0.lines(metrics.protocolVersion) }) { remark(line) }
    }

    private func line(_ message: String, _ remedy: String?) {
        let text = VisibleText("\(message)\(remedy.map { " \($0)" } ?? "")").description
        console.errorOutput.write(style.text("error:", .error) + " \(text)\n")
    }

    private func remedy(_ error: SessionError) -> String? {
        switch error.code {
        case .timedOut: "Allow more time with --connect-timeout, --idle-timeout or --max-time."
        case .tooManyRedirects: "The server may redirect in a loop; --max-redirects allows more."
        case .fileNotWritable: "Check the directory of -o, its permissions and the free space."
        case .downloadMoveFailed: "Name another file with -o. For the target of a link, write `-o - > PATH`."
        case .redirectRefused: "To follow the redirect anyway, request its URL."
        case .digestMissing: "If the server sends no digest, omit --digest."
        case .digestMismatch: "The body was damaged on the way, or the server is wrong. Send the request again."
        default: error.trust.flatMap(remedy) ?? Self.forUsers(error.remedy)
        }
    }

    private func remedy(_ failure: TrustFailure) -> String? {
        switch failure.rule {
        case .invalidChain:
            "`mimeo trust` shows its certificates; --anchors names certificates to trust instead of the system's."
        case .noPinnedKey: "`mimeo trust` shows its keys; do not pin a key that you have not checked."
        case .noStapledStatus: "If the server need not staple a status, omit --stapled-status."
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
                ? "Sign in with --user NAME:PASSWORD." : "Check the name and the password of --user."
        case 401: "Sign in with --header 'Authorization: …'."
        case 404, 410: "Check the URL."
        case 405: head.fields["Allow"].map { "It allows \($0)." }
        case 406: "Request another type with --header 'Accept: …'."
        case 407: "Add the proxy's user and password: --proxy http://NAME:PASSWORD@HOST:PORT."
        case 415: "Name the type of the body with --header 'Content-Type: …'."
        case 429, 503:
            head.fields["Retry-After"].map { "Try again later (Retry-After: \($0))." }
                ?? "Try again later, or use --retry."
        case 500...599: "The server has an error. If it is temporary, --retry may help."
        default: nil
        }
    }
}

extension ExitCode {
    /// Creates the exit code for a status, or nil for a status below 400.
    init?(status: Int) {
        switch status {
        case ..<400: return nil
        case 500...: self = .serverFailed
        default: self = .refused
        }
    }

    /// Creates the exit code for an error of the session.
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
    /// The status with its reason phrase: `404 Not Found`.
    var statusText: String { "\(status)\(ReasonPhrase.of(status).map { " \($0)" } ?? "")" }

    /// Returns the lines of the head, as HTTP/1.1 writes them.
    func lines(_ version: String?) -> [String] {
        ["HTTP/\(version ?? "1.1") \(statusText)"] + fields.map { "\($0.name): \($0.value.legible)" }
    }
}

extension ExchangeMetrics {
    /// The HTTP version of the last step, or nil if it is not known.
    var protocolVersion: String? { steps.last?.transport.protocolVersion }
}

extension String {
    /// The URL without its user and password.
    var withoutUser: String {
        guard let url = try? RequestURL(self) else { return self }
        return url.text
    }
}
