import Mimeograph
import MimeographSession
import Tracing

/// The attributes of an exchange, by the names that OpenTelemetry has for them.
///
/// Source: OpenTelemetry semantic conventions 1.44.0, HTTP spans, "HTTP client span".
struct HTTPAttributes {
    private let exchange: ObservedExchange
    private let method: String
    private let url: String
    private let server: String

    /// - Parameters:
    ///   - visible: The parameters whose values may be seen.
    ///   - knownMethods: The methods that are told by their names.
    init(_ exchange: ObservedExchange, visible: Set<String>, knownMethods: Set<String>) {
        self.exchange = exchange
        let name = exchange.method.rawValue
        method = knownMethods.contains(name) ? name : "_OTHER"
        url = exchange.url.redacted(visible: visible)
        let host = exchange.url.host
        // An address of IPv6 stands in brackets in a URL alone.
        server = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    }

    /// The method, and nothing that has many values.
    var spanName: String { method == "_OTHER" ? "HTTP" : method }

    /// What is known before the exchange begins.
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

    /// The dimensions of metrics: what has few values.
    var dimensions: [(String, String)] {
        [
            ("http.request.method", method), ("server.address", server),
            ("server.port", "\(exchange.url.effectivePort)"), ("url.scheme", exchange.url.scheme),
        ]
    }

    /// What is known when it has ended.
    struct End {
        private let outcome: ExchangeOutcome
        private let status: Int?
        /// The code of the error, else the status where that is one of an error.
        private let errorType: String?

        init(_ outcome: ExchangeOutcome) {
            self.outcome = outcome
            status = outcome.head?.status
            errorType =
                if case .failed(let error) = outcome.end {
                    // What the caller has cancelled is no error.
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

        /// An error for a status of 400 or more and for what failed; else nothing is set.
        var spanStatus: SpanStatus? {
            guard errorType != nil else { return nil }
            // The message of an error holds no secret; a status says what is to be said.
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
    /// The URL without a user, and with the names of its parameters alone.
    ///
    /// What has no name, or a long one, is left out altogether: it may be a secret itself.
    func redacted(visible: Set<String>) -> String {
        let plain = "\(scheme)://\(authority)\(path)"
        guard let query, !query.isEmpty else { return plain }
        // A query of very many parameters says no more than its first ones.
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
