import Mimeograph
import MimeographFiles
import MimeographSession

/// A download of a response body into a file. It can resume an interrupted download.
struct FileDownload {
    /// The path of the file.
    let path: String
    /// The client that sends the request.
    let client: RequestClient
    /// The reporter of remarks and errors.
    let reporter: Reporter
    /// The printer for the body of an error response.
    let printer: ValuePrinter

    /// Downloads the body. An existing file is replaced when the new one is complete.
    ///
    /// - Throws: ``UsageError`` if the path is empty or leads to a folder.
    func run(_ message: RequestMessage) throws -> ExitCode {
        guard !path.isEmpty, !path.hasSuffix("/"), !FileReading.isFolder(path) else {
            throw UsageError("--output takes a file, but \(path.isEmpty ? "an empty name" : path) is not a file")
        }
        // Only a GET request can be resumed. Other methods may return a different body each time.
        let saved = message.method == .get ? ResumptionFile(for: path) : nil
        let resumption = saved?.read(for: message.url.withoutUser)
        if let resumption { reporter.remark("resuming after \(ByteCount.text(resumption.byteCount))") }
        let (result, isInterrupted) = download(message, resumption, keepsPart: saved != nil)
        do throws(SessionError) {
            let response = try result.get()
            saved?.remove()
            reporter.remark(interim: client.interimResponses, response.metrics)
            reporter.remark(redirects: response.metrics, to: response.head)
            reporter.remark(response.head.statusText)
            let size = ByteCount.text(Int64(FileReading.size(of: path) ?? 0))
            reporter.remark("\(path): \(size), \(response.head.fields["Content-Type"] ?? "no media type")")
            return .success
        } catch {
            if error.code == .resumptionFailed, let saved, resumption != nil {
                reporter.remark("the file on the server has changed, so the download starts from the beginning")
                saved.discard()
                return try run(message)
            }
            return report(error, message, saved, isInterrupted: isInterrupted)
        }
    }

    private func download(
        _ message: RequestMessage,
        _ resumption: DownloadResumption?,
        keepsPart: Bool
    ) -> (Result<ValueResponse<String>, SessionError>, isInterrupted: Bool) {
        let options: DownloadDestination.Options =
            keepsPart ? .removePreviousFile : [.removePreviousFile, .removePartialFile]
        let task = client.session.downloadTask(
            message,
            to: .file(path, options: options),
            resuming: resumption,
            configuration: client.configuration
        )
        var bar = ProgressBar(name: path.split(separator: "/").last.map(String.init) ?? path, reporter.console)
        let interruption = reporter.console.interruption()
        defer { interruption.end() }
        var isInterrupted = false
        let result = Waiting.wait(for: { await task.result }) {
            bar.show(task.currentDownloadProgress)
            if !isInterrupted, interruption.isRaised {
                isInterrupted = true
                Task.detached { _ = await task.cancelProducingResumption() }
            }
        }
        bar.clear()
        return (result, isInterrupted)
    }

    /// Reports the error, and keeps the data that is needed to resume.
    private func report(
        _ error: SessionError,
        _ message: RequestMessage,
        _ saved: ResumptionFile?,
        isInterrupted: Bool
    ) -> ExitCode {
        let code: ExitCode
        if let head = error.head, error.code == .unacceptableStatus {
            reporter.report(refusal: head, client.options.credential)
            ErrorBody(head: head, body: error.body ?? []).show(client.registry, reporter, printer)
            code = ExitCode(status: head.status) ?? .refused
        } else if isInterrupted {
            code = .interrupted
        } else {
            code = reporter.report(error)
        }
        guard let saved, let resumption = error.resumption else {
            saved?.remove()
            if isInterrupted {
                reporter.remark("interrupted; this download cannot be resumed, so nothing is kept")
            }
            return code
        }
        do throws(FileError) {
            try saved.write(resumption, for: message.url.withoutUser)
        } catch {
            // Nothing would find the partial file later.
            SystemFile.remove(part: resumption.partialFile)
            reporter.remark("\(error.path): \(error.reason); the download cannot be resumed")
            return code
        }
        let total = resumption.totalLength.map { " of \(ByteCount.text($0))" } ?? ""
        let words = isInterrupted ? "interrupted" : "stopped"
        reporter.remark(
            "\(words) after \(ByteCount.text(resumption.byteCount))\(total); run the same command to resume"
        )
        return code
    }
}
