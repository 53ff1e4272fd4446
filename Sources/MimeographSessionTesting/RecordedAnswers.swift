import Mimeograph
import MimeographSession
import MimeographSupport

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The answers of a recording, and the requests that receive them.
final class RecordedAnswers: Sendable {
    private struct Entry {
        let request: ComparedRequest
        let answer: ScriptedAnswer
    }

    private let entries: [Entry]
    private let secrets: HAR.Secrets
    /// The indices of the entries that have not answered yet, the first one last.
    private let unused: Locked<[ComparedRequest: [Int]]>

    init(_ recording: HAR, _ secrets: HAR.Secrets) throws(SerializationError) {
        var entries: [Entry] = []
        for (index, entry) in recording.entries.enumerated() {
            do throws(SerializationError) {
                let request = try ComparedRequest(entry.request, secrets)
                entries.append(Entry(request: request, answer: try entry.response.answer(to: entry.request.method)))
            } catch {
                var error = error
                error.codingPath =
                    [PlainCodingKey("log"), PlainCodingKey("entries"), PlainCodingKey(index: index)] + error.codingPath
                throw error
            }
        }
        var unused: [ComparedRequest: [Int]] = [:]
        for index in entries.indices.reversed() { unused[entries[index].request, default: []].append(index) }
        (self.entries, self.secrets, self.unused) = (entries, secrets, Locked(unused))
    }

    /// Answers after the request's body was read.
    var answering: @Sendable (ScriptedRequest) async -> ScriptedAnswer {
        { _ in .afterBody { self.answer(to: $0) } }
    }

    private func answer(to request: ScriptedRequest) -> ScriptedAnswer {
        let compared = ComparedRequest(
            request.method.rawValue,
            request.url,
            request.body,
            HAR.mediaType(HAR.value(of: "content-type", in: secrets.hidden(request.fields))),
            secrets
        )
        let index = unused.withLock { unused in unused[compared]?.popLast() }
        return index.map { entries[$0].answer } ?? .failure(unrecorded(request, compared))
    }

    private func unrecorded(_ request: ScriptedRequest, _ compared: ComparedRequest) -> TransportError {
        let start = "The recording has no answer to \(request.method) \(RequestURL.redacted(request.url))"
        let remedy = "Record again, or add a rule with on(_:call:_:)."
        // The earliest of the most similar entries.
        let distances = entries.map { compared.distance(to: $0.request) }
        guard let least = distances.min(), let index = distances.firstIndex(of: least) else {
            let empty = UnrecordedRequest(nearestEntry: nil, differences: [])
            return TransportError(.unsupported, "\(start): it is empty.", remedy: remedy, underlying: empty)
        }
        let nearest = entries[index].request
        let reason = UnrecordedRequest(nearestEntry: index, differences: compared.differences(from: nearest))
        let difference =
            reason.differences.isEmpty
            ? "has answered as often as it was recorded" : "differs in \(compared.description(of: reason, nearest))"
        return TransportError(
            .unsupported,
            "\(start). The nearest entry, log.entries[\(index)], \(difference).",
            remedy: remedy,
            underlying: reason
        )
    }
}

extension HAR.Response {
    /// - Throws: `SerializationError.Code.dataShape` and `.invalidField`.
    fileprivate func answer(to method: String) throws(SerializationError) -> ScriptedAnswer {
        guard (0...999).contains(status) else {
            throw SerializationError(
                .dataShape,
                "The status \(status) is not a status code.",
                codingPath: [PlainCodingKey("response"), PlainCodingKey("status")],
                remedy: "Correct the status, or remove the entry."
            )
        }
        var fields = HeaderFields()
        for (index, header) in headers.enumerated() {
            let name = header.name.lowercasedASCII
            // Browsers write the pseudo-fields of HTTP/2. A hidden cookie is not a cookie, and a hidden signature is not valid.
            let isHidden = header.value.hasSameBytes(as: HAR.Secrets.mark)
            let isLeftOut = ["set-cookie", "signature", "signature-input"].contains { $0.hasSameBytes(as: name) }
            if name.utf8.first == UInt8(ascii: ":") || isLeftOut && isHidden { continue }
            // Browsers write several cookies as the lines of one value.
            let values = name.hasSameBytes(as: "set-cookie") ? header.value.parts(at: "\n") : [header.value[...]]
            do throws(HeaderFieldError) {
                for value in values { try fields.append(header.name, String(value)) }
            } catch {
                throw SerializationError(
                    .invalidField,
                    "A recorded field cannot be sent: \(error).",
                    codingPath: [PlainCodingKey("response"), PlainCodingKey("headers"), PlainCodingKey(index: index)],
                    remedy: "Correct the field, or remove it.",
                    underlying: [error]
                )
            }
        }
        let body = try HAR.bytes(of: content.text ?? "", content.encoding, at: ["response", "content"])
        guard status >= 200 else { return .incomplete("The recording has no final response") }
        let isHead = method.hasSameBytes(as: "HEAD")
        let mayHaveBody = ResponseHead(status: status).mayHaveBody && !isHead
        if content.text == nil, content.size > 0, mayHaveBody {
            return .incomplete("The response was recorded without its body")
        }
        let isHidden = content.text?.index(ofBytes: HAR.Secrets.mark) != nil
        if isHidden || HAR.hasContentCoding(fields) {
            fields.remove(contentsOf: ["Content-Digest", "Repr-Digest", "Digest", "Content-MD5"])
        }
        fields.remove(contentsOf: ["Content-Encoding", "Transfer-Encoding"])
        // The text is UTF-8, even if the server sent another charset.
        let isDecoded = content.encoding?.isEmpty ?? true
        if isDecoded, let type = fields.contentType, HAR.hasOtherCharset(type), body.contains(where: { $0 >= 0x80 }) {
            fields["Content-Type"] = (try? type.adding(parameter: "charset", value: "utf-8"))?.description
        }
        let isCut = mayHaveBody && content.comment?.hasSameBytes(as: HAR.Content.isCut) == true
        let failure = isCut ? TransportError(.connectionLost, HAR.Content.isCut) : nil
        // The length of a response to HEAD, of a 304, and of a body that was cut is not that of the recorded body.
        if fields.contains("Content-Length"), !isHead, status != 304, !isCut {
            fields["Content-Length"] = "\(body.count)"
        }
        return ScriptedAnswer(status: status, fields: fields, chunks: [body], failure: failure)
    }
}

extension ScriptedAnswer {
    fileprivate static func incomplete(_ reason: String) -> ScriptedAnswer {
        .failure(
            TransportError(.invalidResponse, "\(reason).", remedy: "Record it again, or add a rule for the request.")
        )
    }
}

extension HAR {
    /// Returns the bytes of a recorded body.
    ///
    /// - Throws: `SerializationError.Code.dataShape`.
    static func bytes(
        of text: String,
        _ encoding: String?,
        at path: [String]
    ) throws(SerializationError) -> [UInt8] {
        guard let encoding, !encoding.isEmpty else { return Array(text.utf8) }
        // Some programs break Base64 into lines.
        let data = Data(base64Encoded: Data(text.utf8.filter { $0 > 0x20 }))
        let isBase64 = encoding.lowercasedASCII.hasSameBytes(as: "base64")
        if isBase64, let data { return Array(data) }
        throw SerializationError(
            .dataShape,
            isBase64
                ? "The body is not valid Base64." : "The encoding of the body is not base64.",
            codingPath: path.map { PlainCodingKey($0) } + [PlainCodingKey("text")],
            remedy: "Correct the body, or remove the entry."
        )
    }
}
