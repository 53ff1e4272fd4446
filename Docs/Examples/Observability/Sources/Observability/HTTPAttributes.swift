import Mimeograph
import MimeographSession
import Tracing

/// The attributes of an exchange, with OpenTelemetry's names.
///
/// Source: OpenTelemetry semantic conventions 1.44.0, HTTP spans, "HTTP client span".
struct HTTPAttributes {
    private let exchange: ObservedExchange
    private let method: String
    private let url: String
    private let server: String

    /// - Parameters:
    ///   - visible: The parameters whose values are shown.
    ///   - knownMethods: The methods that are shown by name.
    init(_ exchange: ObservedExchange, visible: Set<String>, knownMethods: Set<String>) {
        self.exchange = exchange
        let name = exchange.method.rawValue
        method = knownMethods.contains(name) ? name : "_OTHER"
        url = exchange.url.redacted(visible: visible)
        let host = exchange.url.host
        // An IPv6 address has brackets only in a URL.
        server = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    }

    /// The name of the span: the method, which has few values.
    var spanName: String { method == "_OTHER" ? "HTTP" : method }

    /// Adds the attributes that are known before the exchange begins.
    func addStart(_ attributes: inout SpanAttributes) {
        attributes.set("http.request.method", value: .string(method))
        if method == "_OTHER" {
            attributes.set("http.request.method_original", value: .string(exchange.method.rawValue))
        }
        attributes.set("url.full", value: .string(url))
        attributes.set("url.scheme", value: .string(exchange.url.scheme))
        attributes.set("server.address", value: .string(server))
        attributes.set("server.port", value: .int64(Int64(exchange.url.effectivePort)))
        if exchange.resendCount > 0 {
            attributes.set("http.request.resend_count", value: .int64(Int64(exchange.resendCount)))
        }
    }

    /// The dimensions of metrics: attributes with few values.
    var dimensions: [(String, String)] {
        [
            ("http.request.method", method), ("server.address", server),
            ("server.port", "\(exchange.url.effectivePort)"), ("url.scheme", exchange.url.scheme),
        ]
    }

    /// The attributes that are known when the exchange has ended.
    struct End {
        private let outcome: ExchangeOutcome
        private let status: Int?
        /// The code of the error, or else the status if it is an error.
        private let errorType: String?

        init(_ outcome: ExchangeOutcome) {
            self.outcome = outcome
            status = outcome.head?.status
            errorType =
                if case .failed(let error) = outcome.end {
                    // A cancellation by the caller is not an error.
                    error.code == .cancelled ? nil : error.code.rawValue
                } else {
                    status.flatMap { $0 >= 400 ? "\($0)" : nil }
                }
        }

        func add(_ attributes: inout SpanAttributes) {
            if let status { attributes.set("http.response.status_code", value: .int64(Int64(status))) }
            if let errorType { attributes.set("error.type", value: .string(errorType)) }
            if let version = outcome.metrics.protocolVersion {
                attributes.set("network.protocol.version", value: .string(version))
            }
            if let address = outcome.metrics.remoteAddress {
                attributes.set("network.peer.address", value: .string(address))
            }
        }

        /// The status of the span: an error for a status of 400 or more and for a failure, otherwise nil.
        var spanStatus: SpanStatus? {
            guard errorType != nil else { return nil }
            // The message of an error contains no secret. An HTTP status needs no message.
            if case .failed(let error) = outcome.end { return SpanStatus(code: .error, message: error.message) }
            return SpanStatus(code: .error)
        }

        var dimensions: [(String, String)] {
            var dimensions: [(String, String)] = []
            if let status { dimensions.append(("http.response.status_code", "\(status)")) }
            if let errorType { dimensions.append(("error.type", errorType)) }
            if let version = outcome.metrics.protocolVersion {
                dimensions.append(("network.protocol.version", version))
            }
            return dimensions
        }
    }
}

extension RequestURL {
    /// Returns the URL without a user, and with only the names of its parameters.
    ///
    /// A parameter with a long name or without a name is omitted: it may be a secret itself.
    func redacted(visible: Set<String>) -> String {
        let plain = "\(scheme)://\(authority)\(path)"
        guard let query, !query.isEmpty else { return plain }
        // The first parameters of a long query are enough.
        let parameters = query.split(separator: "&", maxSplits: 32, omittingEmptySubsequences: false).prefix(32)
        let shown = parameters.map { parameter -> String in
            let parts = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[1].isEmpty, parts[1].first != "=", (1...40).contains(parts[0].utf8.count)
            else { return "REDACTED" }
            return visible.contains(String(parts[0])) ? String(parameter) : "\(parts[0])=REDACTED"
        }
        return "\(plain)?\(shown.joined(separator: "&"))"
    }
}
