import Mimeograph
import MimeographFiles
import MimeographSession

/// Downloads the body of a response into a file, and goes on with a download that broke off.
struct FileDownload {
    /// Where the file goes.
    let path: String
    /// Who sends the request.
    let client: RequestClient
    /// Who says how it goes.
    let reporter: Reporter
    /// Who shows what the server says of an error.
    let printer: ValuePrinter

    /// Downloads; the file that is there is replaced when the new one is whole.
    ///
    /// - Throws: ``UsageError`` where the path is that of a folder.
    func run(_ message: RequestMessage) throws -> ExitCode {
        guard !path.isEmpty, !path.hasSuffix("/"), !FileReading.isFolder(path) else {
            throw UsageError("--output takes a file, and \(path.isEmpty ? "no name" : path) is none")
        }
        // What another method makes anew cannot be gone on with.
        let saved = message.method == .get ? ResumptionFile(for: path) : nil
        let resumption = saved?.read(for: message.url.withoutUser)
        if let resumption { reporter.remark("going on after \(ByteCount.text(resumption.byteCount))") }
        let (result, isInterrupted) = download(message, resumption, keepsPart: saved != nil)
        do throws(SessionError) {
            let response = try result.get()
            saved?.remove()
            reporter.remark(interim: client.interimResponses, response.metrics)
            reporter.remark(redirects: response.metrics, to: response.head)
            reporter.remark(response.head.statusText)
            let size = ByteCount.text(Int64(FileReading.size(of: path) ?? 0))
            reporter.remark("\(path): \(size), \(response.head.fields["Content-Type"] ?? "of no type")")
            return .success
        } catch {
            if error.code == .resumptionFailed, let saved, resumption != nil {
                reporter.remark("the server has another file by now: the download starts at its beginning")
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

    /// Says what went wrong, and keeps what is needed to go on.
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
                reporter.remark("interrupted; the server has not said how to go on, so nothing is kept")
            }
            return code
        }
        do throws(FileError) {
            try saved.write(resumption, for: message.url.withoutUser)
        } catch {
            // Nothing would ever find the part again.
            SystemFile.remove(part: resumption.partialFile)
            reporter.remark("\(error.path): \(error.reason); the download cannot go on")
            return code
        }
        let total = resumption.totalLength.map { " of \(ByteCount.text($0))" } ?? ""
        let words = isInterrupted ? "interrupted" : "broken off"
        reporter.remark(
            "\(words) after \(ByteCount.text(resumption.byteCount))\(total); the same command goes on with it"
        )
        return code
    }
}
