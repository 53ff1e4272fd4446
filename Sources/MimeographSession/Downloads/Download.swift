import Mimeograph
import MimeographFiles
import MimeographSupport

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// One download: the head is validated, the body goes into a file, the file is moved.
///
/// An attempt that breaks off leaves its part, and the next one goes on with it, be it a retry or a later download.
struct Download: Sendable {
    let destination: DownloadDestination
    /// What the caller gave to go on with.
    let given: DownloadResumption?
    let validation: ResponseValidation
    /// The most bytes of the body that an error keeps.
    let errorBodyLimit: Int
    /// What is done about the digest of a whole that came in parts.
    let digests: DigestPolicy
    /// What an error is made of where the status is not acceptable.
    let failure: @Sendable (ResponseHead, [UInt8]) -> SessionError
    private struct State {
        /// What there is to go on with now.
        var resumption: DownloadResumption?
        /// What the last request asked for.
        var asked = Asked.whole
        /// The response with the last part that came whole, if the length of the file is not known.
        var last: (head: ResponseHead, trailers: HeaderFields)?
    }

    private enum Asked {
        case whole
        /// The rest behind what is there.
        case rest
        /// A range that the caller has set.
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

    /// What there is to go on with now.
    var resumption: DownloadResumption? { state.withLock { $0.resumption } }

    /// Whether the last request asked for the rest behind what is there, and the whole is held to its digest.
    var verifiesWhole: Bool { digests != .ignored && state.withLock { $0.asked == .rest } }

    /// Refuses a destination where something is that must not be replaced, before anything is downloaded.
    func checkDestination() throws(SessionError) {
        if let (path, options) = destination.resolved(nil) { try PartialFile.modeOfPreviousFile(at: path, options) }
    }

    /// Asks for the bytes from where the part ends, without content codings, with which ranges would mean nothing.
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

    /// Removes what an attempt left, where the caller that cancelled does not want to go on.
    func discard() {
        guard given == nil, let left = resumption else { return }
        SystemFile.remove(part: left.partialFile)
        state.withLock { $0.resumption = nil }
    }

    /// Removes a part that the server has no rest for, unless another download writes to it.
    /// If the caller named it, it must be this user's.
    ///
    /// - Returns: Whether there was one, so that the download can begin anew.
    func startOver() -> Bool {
        guard let left = resumption else { return false }
        SystemFile.remove(part: left.partialFile, onlyOwn: given != nil)
        state.withLock { $0.resumption = nil }
        return true
    }

    /// Reads the response into a file, and moves that to where it is to be.
    ///
    /// - Returns: The path, and the head of the response that the file came with; nil if a part came whole, and the next request has to
    ///   find out whether more is missing.
    /// - Throws: ``SessionError/Code/resumptionFailed`` where what comes is not the rest of the part that is there.
    func finish(
        _ response: SessionResponse,
        keepsPart: @Sendable () -> Bool
    ) async throws(SessionError) -> (path: String, head: ResponseHead)? {
        let head = response.head
        let (asked, last) = state.withLock { ($0.asked, $0.last) }
        if head.status == 416, asked == .rest {
            // Of a part that is whole already the server says no digest here.
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
                "The destination of the download leads to no path.",
                remedy: "Give a path in DownloadDestination.decide."
            )
        }
        var (part, end, total, lengths) = try part(for: head, path, options)
        // The Content-Length of a part is not that of the whole.
        if end == nil { total = total ?? head.contentLength }
        let transferState = response.transferState
        await transferState.expectToReceive(completed: part.byteCount, total: total)?
            .waitForCalls(until: transferState.deadline)
        do throws(SessionError) {
            while let chunk = try await response.body.chunks.nextChunk() {
                if let end, end - part.byteCount < Int64(chunk.count) { throw SessionError.wrongPart }
                try part.append(chunk)
            }
            // What was sent may be whole, and yet not all that is missing.
            if let end, part.byteCount < total ?? end { throw SessionError.shortPart }
            if end != nil, total == nil, !isWhole(part, head, response.trailers) {
                guard let left = continuation(of: part, head, total: nil) else { throw SessionError.shortPart }
                state.withLock { ($0.resumption, $0.last) = (left, (head, response.trailers)) }
                return nil
            }
            if let lengths, !lengths.contains(part.byteCount) { throw SessionError.wrongPart }
            if end != nil { try verify(part, head, response.trailers) }
        } catch {
            // What is longer than it says is no more of the file than another part of it.
            var error = error.code == .invalidResponse && asked == .rest ? SessionError.wrongPart : error
            let mayKeep =
                !options.contains(.removePartialFile) && (error.code != .cancelled || given != nil || keepsPart())
            // The positions of a range of the caller's are not those of the file.
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

    /// The file to write to: the part that is there where the server goes on with it, else a new one. With it, for a part, the length
    /// that the file has behind what is sent now; the length of the whole, if it is known; for a new file, the lengths
    /// that it may have.
    private func part(
        for head: ResponseHead,
        _ path: String,
        _ options: DownloadDestination.Options
    ) throws(SessionError) -> (part: PartialFile, end: Int64?, total: Int64?, lengths: ClosedRange<Int64>?) {
        guard head.status == 206, let resumption, state.withLock({ $0.asked }) == .rest else {
            let lengths = try wholeLengths(head)
            let total = lengths == nil ? nil : self.resumption?.totalLength
            // The server sends all of it: what is there is of no use.
            _ = startOver()
            return (try PartialFile(beside: path, options: options), nil, total, lengths)
        }
        guard let range = ContentRange(head), let bytes = range.bytes, bytes.lowerBound == resumption.byteCount,
            resumption.isSameFile(as: head, isToldByAll: true), let part = PartialFile(continuing: resumption),
            resumption.totalLength == nil || range.total == nil || range.total == resumption.totalLength
        else { throw .wrongPart.with(head) }
        // The digest of the rest says nothing of what was there before; nothing is read for it.
        if digests == .required, DigestField.expected(DigestField.representation, in: head.fields) == nil {
            throw .wrongPart.with(head)
        }
        // The server may send less than what was asked for, and then says so.
        let end = bytes.upperBound + 1
        let total = range.total ?? resumption.totalLength
        guard end <= total ?? end else { throw .wrongPart.with(head) }
        return (part, end, total, nil)
    }

    /// The lengths that a whole file may have that a server sends instead of the rest; nil if nothing is known.
    ///
    /// Some servers and what stands before them answer with the rest, and call it the whole. Of the same file the
    /// length is known, or it has at least as many bytes as the part.
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

    /// Whether the digest of a response says that a part is the whole.
    private func isWhole(_ part: PartialFile, _ head: ResponseHead, _ trailers: HeaderFields) -> Bool {
        let name = DigestField.representation
        guard digests != .ignored,
            DigestField.expected(name, in: head.fields) ?? DigestField.expected(name, in: trailers) != nil
        else { return false }
        return (try? verify(part, head, trailers)) != nil
    }

    /// Holds what came in several parts to the digest of the whole.
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

    /// A part that turns out to be the whole already. Source: RFC 9110 §15.5.17.
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

    /// How the download can go on; nil where the server could not tell that it is still the same file, or nothing came.
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

    /// Source: RFC 9110 §13.1.5: a weak tag will not do, and a date only where it is older than the response.
    private static func validator(_ head: ResponseHead) -> String? {
        // It is sent back, so it must be fit for that.
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
    /// Whether the server says that it knows no ranges. Source: RFC 9110 §14.3.
    fileprivate var refusesRanges: Bool {
        fields["Accept-Ranges"]?.utf8.elementsEqual("none".utf8) { $0 | 0x20 == $1 } == true
    }
}
