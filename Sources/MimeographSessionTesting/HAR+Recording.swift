import Mimeograph
import MimeographSession

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension HAR.Entry {
    /// Makes an entry without secrets.
    init(_ exchange: RecordedExchange, _ secrets: HAR.Secrets) {
        let metrics = exchange.metrics
        let version = metrics.protocolVersion.map { "HTTP/\($0)" } ?? ""
        timings = HAR.Timings(metrics)
        time = max(0, timings.dns) + max(0, timings.connect) + timings.send + timings.wait + timings.receive
        startedDateTime = exchange.started.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        let (headers, fields) = (secrets.hidden(exchange.fields), secrets.hidden(exchange.head.fields))
        request = HAR.Request(
            method: exchange.method.rawValue,
            url: secrets.hidden(inURL: exchange.url),
            httpVersion: version,
            headers: headers,
            postData: exchange.body.isEmpty
                ? nil : HAR.PostData(exchange.body, HAR.value(of: "content-type", in: headers), secrets)
        )
        response = HAR.Response(
            status: exchange.head.status,
            httpVersion: version,
            headers: fields,
            content: HAR.Content(exchange, HAR.value(of: "content-type", in: fields), secrets),
            bodySize: exchange.size
        )
        comment = exchange.isWhole ? nil : "The response was not read to its end."
    }
}

extension HAR.PostData {
    fileprivate init(_ bytes: [UInt8], _ type: String, _ secrets: HAR.Secrets) {
        let shown = secrets.hidden(inBody: bytes, HAR.mediaType(type))
        let text = String(validating: shown, as: UTF8.self)
        self.init(
            mimeType: type,
            text: text ?? Data(shown).base64EncodedString(),
            encoding: text == nil ? "base64" : nil
        )
    }
}

extension HAR.Content {
    /// The comment on a body that was not read to its end.
    static let isCut = "The recording has only the start of the body."

    fileprivate init(_ exchange: RecordedExchange, _ type: String, _ secrets: HAR.Secrets) {
        self.init(size: exchange.size, mimeType: type)
        let media = HAR.mediaType(type)
        // An event stream has no end, so its reader always stops early.
        let isStream = media?.essence.hasSameBytes(as: "text/event-stream") ?? false
        let mayHaveBody = exchange.head.mayHaveBody && exchange.method != .head
        if !exchange.isWhole, mayHaveBody, !isStream { comment = Self.isCut }
        guard let bytes = exchange.responseBody else {
            comment = "The body is longer than the limit of the recorder."
            return
        }
        if bytes.isEmpty { return }
        if HAR.hasContentCoding(exchange.head.fields) {
            comment = "The body has a content coding, and the recorder cannot decode it."
            return
        }
        let shown = secrets.hidden(inBody: bytes, media)
        // Other programs write decoded text, so text in another charset would be ambiguous.
        let isText = shown.allSatisfy { $0 < 0x80 } || !HAR.hasOtherCharset(media)
        let decoded = isText ? String(validating: shown, as: UTF8.self) : nil
        text = decoded ?? Data(shown).base64EncodedString()
        encoding = decoded == nil ? "base64" : nil
    }
}

extension HAR {
    /// Returns the media type of a body. Text that cannot be parsed is not an error.
    static func mediaType(_ text: String) -> MediaType? { (["Content-Type": text] as HeaderFields).contentType }

    /// Returns the first value of a field, whose name is in lower case; empty if it is missing.
    static func value(of name: String, in headers: [Pair]) -> String {
        headers.first { $0.name.lowercasedASCII.hasSameBytes(as: name) }?.value ?? ""
    }

    /// Whether the type names a charset other than UTF-8.
    static func hasOtherCharset(_ type: MediaType?) -> Bool {
        guard let charset = type?.charset?.lowercasedASCII else { return false }
        return !charset.hasSameBytes(as: "utf-8") && !charset.hasSameBytes(as: "utf8")
    }

    /// Whether a body with these fields is coded. Source: RFC 9110 §8.4.
    static func hasContentCoding(_ fields: HeaderFields) -> Bool {
        let codings = (fields["Content-Encoding"] ?? "").parts(at: ",")
        return codings.contains { coding in
            let name = coding.utf8.filter { $0 > 0x20 }
            return !name.isEmpty && !name.map { $0 | 0x20 }.elementsEqual("identity".utf8)
        }
    }
}

extension HAR.Timings {
    /// Converts times from the start of an exchange to durations of its phases.
    fileprivate init(_ metrics: TransportMetrics) {
        self.init()
        var last = Duration.zero
        if let resolved = metrics.nameResolved {
            dns = Self.milliseconds(resolved)
            last = resolved
        }
        if let connected = metrics.secured ?? metrics.connected {
            connect = Self.milliseconds(connected - last)
            if let secured = metrics.secured, let start = metrics.connected { ssl = Self.milliseconds(secured - start) }
            last = connected
        }
        if let first = metrics.firstByte {
            wait = Self.milliseconds(first - last)
            last = first
        }
        if let total = metrics.total { receive = Self.milliseconds(total - last) }
    }

    private static func milliseconds(_ duration: Duration) -> Double {
        let parts = duration.components
        return max(0, Double(parts.seconds) * 1000 + Double(parts.attoseconds) / 1e15)
    }
}
