import Mimeograph
import MimeographSession

/// The pages of a list: the requested one, and those that the links of each page name as the next.
struct Pages {
    private let client: RequestClient
    private let first: RequestMessage
    private let display: ResponseDisplay
    private let reporter: Reporter

    init(_ client: RequestClient, _ first: RequestMessage, _ display: ResponseDisplay) {
        self.client = client
        self.first = first
        self.display = display
        reporter = display.reporter
    }

    /// Shows each page when it arrives.
    ///
    /// - Returns: The exit code of the first page that failed, else that of the last one.
    /// - Throws: ``SessionError``, ``UsageError``.
    func show() throws -> ExitCode {
        var message = first
        var seen: Set<ByteEqualString> = []
        for page in 1...client.options.pageLimit {
            seen.insert(message.url.utf8Key)
            let response = try client.send(message)
            reporter.remark(interim: client.interimResponses, response.metrics)
            display.show(client.sent)
            let code = try display.show(response)
            guard code == .success, client.options.pageLimit > 1, let next = response.head.url(ofLink: "next") else {
                return code
            }
            guard page < client.options.pageLimit else {
                reporter.remark("there are more pages; --max-pages allows more")
                return code
            }
            guard !seen.contains(next.utf8Key) else {
                reporter.remark("the next page is one that was already shown")
                return code
            }
            // The credentials and fields of the request are for its own server only.
            guard let url = try? RequestURL(next), (try? RequestURL(message.url))?.hasSameOrigin(as: url) == true else {
                reporter.remark(
                    "the next page is on another server, and is not requested: \(HiddenValues.hidden(inURL: next))"
                )
                return code
            }
            message.url = next
            reporter.remark("page \(page + 1): \(HiddenValues.hidden(inURL: next))")
        }
        return .success
    }
}
