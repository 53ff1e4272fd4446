import Mimeograph
import MimeographFiles
import MimeographSupport

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A download: it validates the head, writes the body to a file, and moves the file to its destination.
///
/// An attempt that breaks off leaves its part. The next attempt, a retry or a later download, continues that part.
struct Download: Sendable {
    let destination: DownloadDestination
    /// The state that the caller resumes from.
    let given: DownloadResumption?
    let validation: ResponseValidation
    /// The most bytes of the body that an error keeps.
    let errorBodyLimit: Int
    /// How to verify the digest of a file that came in several parts.
    let digests: DigestPolicy
    /// Makes the error for a response that is not acceptable.
    let failure: @Sendable (ResponseHead, [UInt8]) -> SessionError
    private struct State {
        /// The state that the next attempt resumes from.
        var resumption: DownloadResumption?
        /// The bytes that the last request asked for.
        var asked = Asked.whole
        /// The response with the last complete part, if the length of the file is unknown.
        var last: (head: ResponseHead, trailers: HeaderFields)?
    }

    private enum Asked {
        case whole
        /// The rest after the part on disk.
        case rest
        /// A range that the caller set.
        case ownRange
    }

    private let state: Locked<State>

    init(
        destination: DownloadDestination,
        resuming given: DownloadResumption?,
        validation: ResponseValidation,
        errorBodyLimit: Int,
        digests: DigestPolicy,
        failure: @escaping @Sendable (ResponseHead, [UInt8]) -> SessionError
    ) {
        self.destination = destination
        self.given = given
        self.validation = validation
        self.errorBodyLimit = errorBodyLimit
        self.digests = digests
        self.failure = failure
        state = Locked(State(resumption: given))
    }

    /// The state that the next attempt resumes from.
    var resumption: DownloadResumption? { state.withLock { $0.resumption } }

    /// Whether the last request asked for the rest of a part, and the digest of the whole file has to be verified.
    var verifiesWhole: Bool { digests != .ignored && state.withLock { $0.asked == .rest } }

    /// Throws if the destination may not be replaced, before anything is downloaded.
    func checkDestination() throws(SessionError) {
        if let (path, options) = destination.resolved(nil) { try PartialFile.modeOfPreviousFile(at: path, options) }
    }

    /// Asks for the bytes after the part, without content codings by default, because ranges would count coded bytes.
    ///
    /// Source: RFC 9110 §14.2, §13.1.5.
    func prepare(_ request: inout RequestMessage) {
        if !request.fields.contains("Accept-Encoding") { request.fields["Accept-Encoding"] = "identity" }
        guard let resumption, PartialFile(continuing: resumption) != nil else {
            let isOwn = request.fields.contains("Range")
            return state.withLock { ($0.asked, $0.last) = (isOwn ? .ownRange : .whole, nil) }
        }
        state.withLock { $0.asked = .rest }
        request.fields["Range"] = "bytes=\(resumption.byteCount)-"
        request.fields["If-Range"] = resumption.validator
    }

    /// Removes the part of a cancelled attempt, unless the caller passed a state to resume from.
    func discard() {
        guard given == nil, let left = resumption else { return }
        SystemFile.remove(part: left.partialFile)
        state.withLock { $0.resumption = nil }
    }

    /// Removes a part that the server cannot continue, unless another download writes to it. A part that the caller passed must
    /// belong to this user.
    ///
    /// - Returns: Whether there was a part, so that the download can start over.
    func startOver() -> Bool {
        guard let left = resumption else { return false }
        SystemFile.remove(part: left.partialFile, onlyOwn: given != nil)
        state.withLock { $0.resumption = nil }
        return true
    }

    /// Reads the response into a file and moves the file to its destination.
    ///
    /// - Returns: The path and the head of the response that the file came with. Nil if a part is complete, and the next request
    ///   has to find out whether more is missing.
    /// - Throws: ``SessionError/Code/resumptionFailed`` if the response is not the rest of the part.
    func finish(
        _ response: SessionResponse,
        keepsPart: @Sendable () -> Bool
    ) async throws(SessionError) -> (path: String, head: ResponseHead)? {
        let head = response.head
        let (asked, last) = state.withLock { ($0.asked, $0.last) }
        if head.status == 416, asked == .rest {
            // The part is already the whole file, and this response has no digest of it.
            guard digests != .required || last != nil, let whole = wholePart(head) else { throw .wrongPart.with(head) }
            guard let last else { return (try move(whole, head), head) }
            do throws(SessionError) {
                try verify(whole, last.head, last.trailers)
            } catch {
                whole.remove()
                state.withLock { $0.resumption = nil }
                throw error
            }
            return (try move(whole, last.head), last.head)
        }
        if validation.statusError(head) != nil || !isAcceptableType(head) {
            throw failure(head, await response.body.collectError(atMost: errorBodyLimit))
        }
        if head.status == 206, asked == .whole { throw .unaskedPart.with(head) }
        guard let (path, options) = destination.resolved(head) else {
            throw SessionError(
                .invalidDestination,
                "The destination of the download does not resolve to a path.",
                remedy: "Return a path from the closure of DownloadDestination.decide."
            )
        }
        var (part, end, total, lengths) = try part(for: head, path, options)
        // The Content-Length of a part is not the length of the whole file.
        if end == nil { total = total ?? head.contentLength }
        let transferState = response.transferState
        await transferState.expectToReceive(completed: part.byteCount, total: total)?
            .waitForCalls(until: transferState.deadline)
        do throws(SessionError) {
            while let chunk = try await response.body.chunks.nextChunk() {
                if let end, end - part.byteCount < Int64(chunk.count) { throw SessionError.wrongPart }
                try part.append(chunk)
            }
            // The response may be complete without reaching the end of the file.
            if let end, part.byteCount < total ?? end { throw SessionError.shortPart }
            if end != nil, total == nil, !isWhole(part, head, response.trailers) {
                guard let left = continuation(of: part, head, total: nil) else { throw SessionError.shortPart }
                state.withLock { ($0.resumption, $0.last) = (left, (head, response.trailers)) }
                return nil
            }
            if let lengths, !lengths.contains(part.byteCount) { throw SessionError.wrongPart }
            if end != nil { try verify(part, head, response.trailers) }
        } catch {
            // A response that is longer than it declares is not the rest of this file.
            var error = error.code == .invalidResponse && asked == .rest ? SessionError.wrongPart : error
            let mayKeep =
                !options.contains(.removePartialFile) && (error.code != .cancelled || given != nil || keepsPart())
            // The positions in a range that the caller set are not those in the file.
            let isWrong = error.code == .resumptionFailed || error.code == .digestMismatch
            let canGoOn = mayKeep && !isWrong && asked != .ownRange
            let left = canGoOn ? continuation(of: part, head, total: total) : nil
            if left == nil { part.remove() }
            state.withLock { $0.resumption = left }
            error.resumption = left
            error.head = head
            throw error
        }
        return (try move(part, path, options), head)
    }

    /// Returns the file to write to: the part if the server continues it, otherwise a new file.
    ///
    /// For a part, `end` is the length of the file after this response. `total` is the length of the whole file, if known. For a
    /// new file, `lengths` are the lengths that it may have.
    private func part(
        for head: ResponseHead,
        _ path: String,
        _ options: DownloadDestination.Options
    ) throws(SessionError) -> (part: PartialFile, end: Int64?, total: Int64?, lengths: ClosedRange<Int64>?) {
        guard head.status == 206, let resumption, state.withLock({ $0.asked }) == .rest else {
            let lengths = try wholeLengths(head)
            let total = lengths == nil ? nil : self.resumption?.totalLength
            // The server sends the whole file, so the part is useless.
            _ = startOver()
            return (try PartialFile(beside: path, options: options), nil, total, lengths)
        }
        guard let range = ContentRange(head), let bytes = range.bytes, bytes.lowerBound == resumption.byteCount,
            resumption.isSameFile(as: head, isToldByAll: true), let part = PartialFile(continuing: resumption),
            resumption.totalLength == nil || range.total == nil || range.total == resumption.totalLength
        else { throw .wrongPart.with(head) }
        // A digest of the rest does not cover the part, so the body is not read.
        if digests == .required, DigestField.expected(DigestField.representation, in: head.fields) == nil {
            throw .wrongPart.with(head)
        }
        // The server may send less than the request asked for, and then says so.
        let end = bytes.upperBound + 1
        let total = range.total ?? resumption.totalLength
        guard end <= total ?? end else { throw .wrongPart.with(head) }
        return (part, end, total, nil)
    }

    /// Returns the lengths that a file may have that the server sends as a whole instead of the rest; nil if nothing is known.
    ///
    /// Some servers and intermediaries send the rest but declare it as the whole. If the file is still the same, its length is
    /// known, or it has at least as many bytes as the part.
    ///
    /// - Throws: ``SessionError/Code/resumptionFailed`` if the head says that the body is only a part.
    private func wholeLengths(_ head: ResponseHead) throws(SessionError) -> ClosedRange<Int64>? {
        guard let resumption, state.withLock({ $0.asked }) == .rest else { return nil }
        let range = ContentRange(head)
        if let bytes = range?.bytes, bytes.lowerBound > 0 { throw .wrongPart.with(head) }
        guard resumption.isSameFile(as: head, isToldByAll: true) else { return nil }
        let lengths = resumption.totalLength.map { $0...$0 } ?? (resumption.byteCount...Int64.max)
        if let length = head.contentLength, !lengths.contains(length) { throw .wrongPart.with(head) }
        return lengths
    }

    /// Returns whether the digest of a response matches the part, which is then the whole file.
    private func isWhole(_ part: PartialFile, _ head: ResponseHead, _ trailers: HeaderFields) -> Bool {
        let name = DigestField.representation
        guard digests != .ignored,
            DigestField.expected(name, in: head.fields) ?? DigestField.expected(name, in: trailers) != nil
        else { return false }
        return (try? verify(part, head, trailers)) != nil
    }

    /// Verifies a file that came in several parts against the digest of the whole.
    ///
    /// Source: RFC 9530 §3.
    private func verify(
        _ part: PartialFile,
        _ head: ResponseHead,
        _ trailers: HeaderFields
    ) throws(SessionError) {
        guard digests != .ignored else { return }
        let name = DigestField.representation
        let said = DigestField.expected(name, in: head.fields) ?? DigestField.expected(name, in: trailers)
        guard let expected = said else { return }
        let running = try RunningDigest(expected.algorithm)
        do throws(SerializationError) {
            try running.update(from: FileBodySource(part.path))
        } catch {
            throw SessionError(error)
        }
        if try running.value() != expected.bytes { throw .digestMismatch(expected) }
    }

    /// Returns the part if it is already the whole file. Source: RFC 9110 §15.5.17.
    private func wholePart(_ head: ResponseHead) -> PartialFile? {
        guard let resumption, let range = ContentRange(head), range.bytes == nil, range.total == resumption.byteCount,
            resumption.totalLength == nil || resumption.totalLength == range.total,
            resumption.isSameFile(as: head, isToldByAll: false)
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

    /// Returns the state to resume from. Nil if nothing arrived, or if the server could not confirm that the file is unchanged.
    private func continuation(of part: PartialFile, _ head: ResponseHead, total: Int64?) -> DownloadResumption? {
        guard part.byteCount > 0, let validator = Self.validator(head) ?? resumption?.validator,
            !head.refusesRanges, let url = head.url
        else { return nil }
        return DownloadResumption(
            url: url,
            partialFile: part.path,
            byteCount: part.byteCount,
            validator: validator,
            totalLength: total,
            contentCoding: head.fields.contentCoding ?? (head.status == 206 ? resumption?.contentCoding : nil)
        )
    }

    /// Source: RFC 9110 §13.1.5: a weak tag is not allowed, and a date only if it is older than the response.
    private static func validator(_ head: ResponseHead) -> String? {
        // A later request sends it back, so it must be a valid field value.
        if let tag = head.fields["ETag"], tag.utf8.first == UInt8(ascii: "\""), tag.isFieldContent { return tag }
        guard let modified = head.fields["Last-Modified"], let then = HTTPDate.parse(modified) else { return nil }
        guard let date = head.fields["Date"].flatMap(HTTPDate.parse) else { return modified }
        return date.timeIntervalSince(then) >= 1 ? modified : nil
    }

    private func isAcceptableType(_ head: ResponseHead) -> Bool {
        validation.failure(of: head, bodyIsEmpty: false) == nil
    }
}

extension ResponseHead {
    /// Whether the server says that it does not support ranges. Source: RFC 9110 §14.3.
    fileprivate var refusesRanges: Bool {
        fields["Accept-Ranges"]?.utf8.elementsEqual("none".utf8) { $0 | 0x20 == $1 } == true
    }
}
