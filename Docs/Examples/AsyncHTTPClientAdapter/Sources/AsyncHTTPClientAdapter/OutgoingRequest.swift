import AsyncHTTPClient
import Mimeograph
import MimeographFiles
import MimeographSession
import NIOCore
import NIOHTTP1

/// A request in the form of AsyncHTTPClient.
///
/// AsyncHTTPClient replaces Content-Length and Transfer-Encoding with its own. The caller's fields are checked against the body
/// first, because two lengths for one message allow request smuggling.
struct OutgoingRequest: Sendable {
    let request: HTTPClientRequest
    /// The progress of sending the body, and the reason for a failure.
    let progress: SendingProgress

    /// - Throws: `invalidRequest`, `limitExceeded`, `unsupported`, `bodyFailed`.
    init(_ request: TransportRequest) throws(TransportError) {
        progress = SendingProgress(request)
        if let refused = request.fields.refused.first { throw .invalidRequest("A field cannot be sent.", refused) }
        guard request.method != "CONNECT", !request.fields.contains("Upgrade") else {
            throw TransportError(
                .unsupported,
                "This transport supports neither CONNECT nor Upgrade."
            )
        }
        guard request.trailers == nil else {
            throw TransportError(
                .unsupported,
                "AsyncHTTPClient sends no trailers.",
                remedy: "Put the fields into the head of the request, or use CurlTransport."
            )
        }
        let size = request.fields.lines.reduce(request.url.utf8.count) {
            $0 + $1.name.utf8.count + $1.value.utf8.count + 4
        }
        guard size <= 1_000_000 else {
            throw TransportError(
                .limitExceeded,
                "The URL and the fields of the request have \(size) bytes; the limit is 1,000,000.",
                remedy: "Send the data in the body."
            )
        }
        var token = HeaderFields()
        do throws(HeaderFieldError) { try token.append(request.method.rawValue, "") } catch {
            throw .invalidRequest("The method contains an invalid character.")
        }
        guard !request.fields.contains("Proxy-Authorization") else {
            throw .invalidRequest("Proxy-Authorization would reach the server. Configure the proxy instead.")
        }
        let host = try Self.host(request.url)
        var outgoing = HTTPClientRequest(url: request.url)
        outgoing.method = NIOHTTP1.HTTPMethod(rawValue: request.method.rawValue)
        var declared: Int?
        var isChunked = false
        for line in request.fields.lines {
            switch line.name.lowercased() {
            case "content-length":
                guard line.value.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let length = Int(line.value),
                    declared == nil || declared == length
                else { throw .contradiction }
                declared = length
            case "transfer-encoding":
                guard line.value.lowercased() == "chunked", !isChunked else { throw .contradiction }
                isChunked = true
            default: outgoing.headers.add(name: line.name, value: line.value)
            }
        }
        guard outgoing.headers["Host"].count < 2, !(isChunked && declared != nil) else { throw .contradiction }
        if outgoing.headers["Host"].isEmpty { outgoing.headers.add(name: "Host", value: host) }

        let stream: BodyStream?
        do throws(SerializationError) { stream = try request.body.stream() } catch { throw .bodyFailed(error) }
        if let stream {
            guard declared == nil || stream.length == nil || declared == stream.length else { throw .contradiction }
            let length = isChunked ? nil : declared ?? stream.length
            let chunks = BodyBuffers(stream: stream, declared: length, progress: progress)
            outgoing.body = .stream(chunks, length: length.map { .known(Int64($0)) } ?? .unknown)
        } else {
            guard !isChunked, declared ?? 0 == 0 else { throw .contradiction }
        }
        self.request = outgoing
    }

    /// Returns the host and the port as in the Host field. Source: RFC 3986 §2, §3; RFC 9110 §4.2.
    private static func host(_ url: String) throws(TransportError) -> String {
        guard let colon = url.firstIndex(of: ":"), url[colon...].hasPrefix("://"),
            ["http", "https"].contains(url[..<colon].lowercased())
        else { throw .invalidRequest("The URL is not absolute, or its scheme is not http or https.") }
        let authority = url[url.index(colon, offsetBy: 3)...].prefix { !"/?#".contains($0) }
        guard !authority.isEmpty, !authority.contains("@") else {
            throw .invalidRequest("The URL has no host, or contains a user name.")
        }
        guard url.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw .invalidRequest("The URL contains a character that must be percent-encoded.")
        }
        return String(authority)
    }
}

extension TransportError {
    static func invalidRequest(_ message: String, _ underlying: (any Error)? = nil) -> TransportError {
        TransportError(.invalidRequest, message, underlying: underlying)
    }

    static var contradiction: TransportError {
        .invalidRequest("Content-Length, Transfer-Encoding or Host contradict the body or one another.")
    }

    static func bodyFailed(_ error: any Error) -> TransportError {
        TransportError(.bodyFailed, "The body to send could not be produced.", underlying: error)
    }

    static var cancelled: TransportError { TransportError(.cancelled, "The exchange was cancelled.") }
}
