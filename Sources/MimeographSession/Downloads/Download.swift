import Mimeograph
import MimeographFiles

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// One download: the head is judged, the body goes into a file, the file is moved.
///
/// An attempt that breaks off leaves its part, and the next one goes on with it, be it a retry or a later download.
struct Download: Sendable {
    let destination: DownloadDestination
    /// What the caller gave to go on with.
    let given: DownloadResumption?
    let validation: ResponseValidation
    /// The most bytes of the body that an error keeps.
    let errorBodyLimit: Int
    /// What an error is made of where the status is not acceptable.
    let failure: @Sendable (ResponseHead, [UInt8]) -> SessionError
    /// What there is to go on with now.
    private let state: Guarded<DownloadResumption?>

    init(
        destination: DownloadDestination,
        resuming given: DownloadResumption?,
        validation: ResponseValidation,
        errorBodyLimit: Int,
        failure: @escaping @Sendable (ResponseHead, [UInt8]) -> SessionError
    ) {
        self.destination = destination
        self.given = given
        self.validation = validation
        self.errorBodyLimit = errorBodyLimit
        self.failure = failure
        state = Guarded(given)
    }

    /// What there is to go on with now.
    var resumption: DownloadResumption? { state.withLock { $0 } }

    /// Refuses a destination where there is a file that must not be replaced, before anything is downloaded.
    func checkDestination() throws(SessionError) {
        if let (path, options) = destination.resolved(nil), !options.contains(.removePreviousFile),
            SystemFile.exists(path)
        {
            throw SessionError(
                .downloadMoveFailed,
                "There is a file at the destination already.",
                remedy: "Use DownloadDestination.Options.removePreviousFile where it may be replaced."
            )
        }
    }

    /// Asks for the bytes from where the part ends, without content codings, with which ranges would mean nothing.
    ///
    /// Source: RFC 9110 §14.2, §13.1.5.
    func prepare(_ request: inout RequestMessage) {
        if !request.fields.contains("Accept-Encoding") { request.fields["Accept-Encoding"] = "identity" }
        guard let resumption, PartialFile(continuing: resumption) != nil else { return }
        request.fields["Range"] = "bytes=\(resumption.byteCount)-"
        request.fields["If-Range"] = resumption.validator
    }

    /// Takes away what an attempt left, where whoever cancelled does not want to go on.
    func discard() {
        guard given == nil, let left = resumption else { return }
        SystemFile.remove(left.partialFile)
        state.withLock { $0 = nil }
    }

    /// Reads the response into a file, and moves that to where it is to be.
    ///
    /// - Returns: The path.
    func finish(_ response: SessionResponse, keepsPart: @Sendable () -> Bool) async throws(SessionError) -> String {
        let head = response.head
        if head.status == 416, let whole = try wholePart(head) { return try move(whole, head) }
        if validation.statusError(head) != nil || !isAcceptableType(head) {
            let body = try? await response.body.collect(atMost: errorBodyLimit)
            throw failure(head, body ?? [])
        }
        guard let (path, options) = destination.resolved(head) else {
            throw SessionError(
                .downloadMoveFailed,
                "The destination of the download leads to no path.",
                remedy: "Give a path in DownloadDestination.decide."
            )
        }
        var part = try part(for: head, path, options)
        let total = head.contentLength.map { $0 + part.byteCount }
        response.control.expect(.receiving, completed: part.byteCount, total: total)
        do throws(SessionError) {
            while let chunk = try await response.body.chunks.nextChunk() { try part.append(chunk) }
        } catch {
            var error = error
            let mayKeep =
                !options.contains(.removePartialFile) && (error.code != .cancelled || given != nil || keepsPart())
            let left = mayKeep ? continuation(of: part, head, total: total) : nil
            if left == nil { part.remove() }
            state.withLock { $0 = left }
            error.resumption = left
            error.head = head
            throw error
        }
        return try move(part, path, options)
    }

    /// The file to write to: the part that is there where the server goes on with it, else a new one.
    private func part(
        for head: ResponseHead,
        _ path: String,
        _ options: DownloadDestination.Options
    ) throws(SessionError) -> PartialFile {
        guard let resumption else { return try PartialFile(beside: path, options: options) }
        guard head.status == 206 else {
            // The server sends all of it: what is there is of no use.
            SystemFile.remove(resumption.partialFile)
            state.withLock { $0 = nil }
            return try PartialFile(beside: path, options: options)
        }
        guard let range = ContentRange(head), range.first == resumption.byteCount,
            let part = PartialFile(continuing: resumption),
            resumption.totalLength == nil || range.total == nil || range.total == resumption.totalLength
        else { throw .wrongPart }
        return part
    }

    /// A part that turns out to be the whole already. Source: RFC 9110 §15.5.17.
    private func wholePart(_ head: ResponseHead) throws(SessionError) -> PartialFile? {
        guard let resumption, let range = ContentRange(head), range.first == nil, range.total == resumption.byteCount,
            resumption.totalLength == nil || resumption.totalLength == range.total
        else { return nil }
        return PartialFile(continuing: resumption)
    }

    private func move(_ part: PartialFile, _ head: ResponseHead) throws(SessionError) -> String {
        guard let (path, options) = destination.resolved(head) else { return part.path }
        return try move(part, path, options)
    }

    private func move(
        _ part: PartialFile,
        _ path: String,
        _ options: DownloadDestination.Options
    ) throws(SessionError) -> String {
        do throws(SessionError) {
            try part.move(to: path, options: options)
        } catch {
            part.remove()
            throw error
        }
        return path
    }

    /// How the download can go on; nil where the server could not tell that it is still the same file, or nothing came.
    private func continuation(of part: PartialFile, _ head: ResponseHead, total: Int64?) -> DownloadResumption? {
        guard part.byteCount > 0, let validator = Self.validator(head) ?? resumption?.validator,
            head.fields["Accept-Ranges"]?.lowercased() != "none", let url = head.url
        else { return nil }
        return DownloadResumption(
            url: url,
            partialFile: part.path,
            byteCount: part.byteCount,
            validator: validator,
            totalLength: total
        )
    }

    /// Source: RFC 9110 §13.1.5: a weak tag will not do, and a date only where it is older than the response.
    private static func validator(_ head: ResponseHead) -> String? {
        if let tag = head.fields["ETag"], tag.hasPrefix("\"") { return tag }
        guard let modified = head.fields["Last-Modified"], let then = HTTPDate.parse(modified) else { return nil }
        guard let date = head.fields["Date"].flatMap(HTTPDate.parse) else { return modified }
        return date.timeIntervalSince(then) >= 1 ? modified : nil
    }

    private func isAcceptableType(_ head: ResponseHead) -> Bool {
        validation.validate(head, bodyIsEmpty: false, serializerTypes: nil).isValid
    }
}

/// What Content-Range says. Source: RFC 9110 §14.4.
struct ContentRange: Hashable {
    /// The place of the first byte; nil where no range is given.
    let first: Int64?
    /// The length of the whole; nil where it is not known.
    let total: Int64?

    init?(_ head: ResponseHead) {
        guard let text = head.fields["Content-Range"] else { return nil }
        var scanner = FieldScanner(text)
        guard scanner.token()?.lowercased() == "bytes" else { return nil }
        scanner.skipSpaces()
        let isDigit = { (byte: UInt8) in (0x30...0x39).contains(byte) }
        if scanner.skip("*") {
            first = nil
        } else {
            guard let from = scanner.run(while: isDigit).flatMap({ Int64($0) }), scanner.skip("-"),
                let last = scanner.run(while: isDigit).flatMap({ Int64($0) }), last >= from
            else { return nil }
            first = from
        }
        guard scanner.skip("/") else { return nil }
        if scanner.skip("*") {
            total = nil
        } else {
            guard let length = scanner.run(while: isDigit).flatMap({ Int64($0) }) else { return nil }
            total = length
        }
        guard scanner.isAtEnd else { return nil }
    }
}

extension SessionError {
    fileprivate static var wrongPart: SessionError {
        SessionError(
            .resumptionFailed,
            "The server sends another part of the file than the one that is missing.",
            remedy: "Start the download from its beginning."
        )
    }
}
