import Foundation
import Mimeograph
import MimeographSession

/// One transfer of a case.
struct CurlCaseTransfer {
    /// The parts of a response that the session delivers.
    struct Result {
        fileprivate(set) var body: [UInt8] = []
        fileprivate(set) var trailers = HeaderFields()
        fileprivate(set) var error: SessionError?
        fileprivate(set) var head: ResponseHead?
        fileprivate(set) var metrics: ExchangeMetrics?
        /// The path of the file, if the response chooses it.
        fileprivate(set) var path: String?
    }

    let session: SessionManager
    let request: CurlRequest
    let configuration: SessionConfiguration
    let group: CurlCommandLine.Group
    /// The path of the output; nil for the standard output.
    let path: String?
    /// Whether the response may choose the name of the file.
    let mayChooseName: Bool
    let includesHeads: Bool

    /// Sends the request. Downloads go to a file, as the options say. Other bodies are read as they arrive, so that a body whose
    /// end is missing is kept.
    func carryOut() async -> Result {
        var result = Result()
        do {
            let fails = group.has("fail") || group.has("fail-with-body")
            if request.offset == 0, fails || path != nil && !includesHeads && !group.has("compressed") {
                try await download(fails, &result)
            } else if group.has("compressed") || group.last("max-filesize") != nil {
                let response = try await session.data(for: request.message, configuration: configuration)
                result.body = response.value
                (result.head, result.metrics, result.trailers) = (response.head, response.metrics, response.trailers)
            } else {
                try await stream(&result)
            }
        } catch let error as SessionError {
            result.error = error
            result.head = result.head ?? error.head
            result.metrics = result.metrics ?? error.metrics
        } catch {
            result.error = SessionError(wrapping: error, as: .invalidRequest, "The request cannot be made.")
        }
        return result
    }

    private func stream(_ result: inout Result) async throws {
        let response = try await session.response(for: request.message, configuration: configuration)
        result.head = response.head
        defer { result.metrics = response.metrics }
        if mayChooseName, let path { result.path = Self.chosen(path, by: response.head) }
        // curl has the whole file if the server cannot send more.
        if request.offset > 0, response.head.status == 416 {
            response.body.cancel()
            return
        }
        for try await chunk in response.body { result.body += chunk }
        result.trailers = response.trailers
    }

    private func download(_ fails: Bool, _ result: inout Result) async throws {
        let path = path ?? "\(NSTemporaryDirectory())curl-suite-\(UUID().uuidString)"
        defer { if self.path == nil { try? FileManager.default.removeItem(atPath: path) } }
        let makesFolders: DownloadDestination.Options = group.has("create-dirs") ? [.createIntermediateDirectories] : []
        var destination = DownloadDestination.file(path, options: makesFolders.union(.removePreviousFile))
        if mayChooseName {
            destination = .decide { .file(Self.chosen(path, by: $0)) }
        }
        do {
            let response = try await session.download(
                request.message,
                to: destination,
                validation: ResponseValidation(statusCodes: accepted(fails), contentTypes: .any),
                configuration: configuration
            )
            if mayChooseName { result.path = response.value }
            result.body = [UInt8](FileManager.default.contents(atPath: response.value) ?? Data())
            (result.head, result.metrics, result.trailers) = (response.head, response.metrics, response.trailers)
        } catch {
            if group.has("fail-with-body") { result.body = error.body ?? [] }
            if !group.has("remove-on-error"), let part = error.resumption?.partialFile {
                result.body = [UInt8](FileManager.default.contents(atPath: part) ?? Data())
            }
            if group.last("etag-compare") != nil, error.status == 304 { return }
            throw error
        }
    }

    private func accepted(_ fails: Bool) -> StatusCodes {
        if fails { return StatusCodes(100...399) }
        // The file stays as it is if the entity tag still matches.
        return group.last("etag-compare") == nil ? .any : StatusCodes([100...303, 305...999])
    }

    /// Returns a path with the name that a response chooses. If neither its fields nor its URL have a name, curl's tool chooses one.
    private static func chosen(_ path: String, by head: ResponseHead) -> String {
        let hasName = head.fields.contains("Content-Disposition") || CurlURL(head.url ?? "").path.contains { $0 != "/" }
        guard hasName else { return path }
        return (path.lastIndex(of: "/").map { String(path[...$0]) } ?? "") + head.suggestedFileName
    }
}
