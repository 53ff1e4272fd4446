import Mimeograph

/// An observed exchange, whose end is reported once.
struct ExchangeObserving: Sendable {
    /// The names of the added fields, in lower case.
    let addedNames: Set<String>
    private let ending: ExchangeEnding?

    /// Passes an exchange to an observation, and adds the observation's fields to the request.
    ///
    /// - Throws: ``SessionError/Code/invalidRequest`` for a field that observers may not set; the exchange ends with that error.
    init(
        _ observation: any RequestObservation,
        _ exchange: ObservedExchange,
        addingTo fields: inout HeaderFields
    ) throws(SessionError) {
        var exchange = exchange
        ending = observation.willSend(&exchange)
        addedNames = Set(exchange.fields.map { $0.name.lowercased() })
        if let error = Self.refusal(of: exchange.fields) {
            end(nil, .failed(error))
            throw error
        }
        for name in addedNames { fields.remove(name) }
        // The fields were checked when they were added to the list.
        for line in exchange.fields { try? fields.append(line.name, line.value) }
    }

    func end(_ head: ResponseHead?, _ end: ExchangeOutcome.End, _ metrics: TransportMetrics = TransportMetrics()) {
        ending?(ExchangeOutcome(head: head, metrics: metrics, end: end))
    }

    private static func refusal(of fields: HeaderFields) -> SessionError? {
        if let refused = fields.refused.first {
            return SessionError(
                .invalidRequest,
                "The observer adds a field that cannot be sent: \(refused)",
                remedy: "Set the field to a value that a message can hold.",
                underlying: [refused]
            )
        }
        guard let line = fields.first(where: { !mayAdd($0.name) }) else { return nil }
        return SessionError(
            .invalidRequest,
            "The observer adds the field \(line.name), which observers may not set.",
            remedy: "Set it in the request, or in a RequestInterceptor."
        )
    }

    /// Whether a field leaves the meaning, the user and the length of the request unchanged.
    private static func mayAdd(_ name: String) -> Bool {
        let name = name.lowercased()
        return !RedirectRules.isOfAnOrigin(name) && !name.beginsWithBytes(of: "if-")
            && !name.beginsWithBytes(of: "content-") && !meaningful.contains(name)
    }

    /// Source: RFC 9110 §7.6.1, §10.1.1, §12.5, §14.2; RFC 9111 §5.2; RFC 9112 §6.1.
    private static let meaningful: Set<String> = [
        "accept", "accept-charset", "accept-encoding", "accept-language", "cache-control", "connection", "expect",
        "keep-alive", "pragma", "proxy-connection", "range", "te", "trailer", "transfer-encoding", "upgrade",
    ]
}
