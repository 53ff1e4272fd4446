public import Mimeograph

/// A record of the media types that a server could send, and why one was chosen or none was acceptable.
///
/// Its `description` is a text for people:
/// ```
/// Accept: text/html, application/xml;q=0.9, */*;q=0.8
///   application/xml   q 0.9 by application/xml: chosen
///   application/json  q 0.8 by */*
/// ```
public struct NegotiationTrace: Hashable, Sendable {
    /// The client's field as it was parsed; nil if there was none.
    public let accept: AcceptField?
    /// The offers, the server's most preferred first.
    public let offers: [ContentNegotiation.Offer]
    /// The acceptable offers, best first; the first is chosen.
    public let ranking: [ContentNegotiation.Candidate]

    /// Negotiates, and records the result.
    public init(
        offers: [ContentNegotiation.Offer],
        accept: AcceptField?,
        options: ContentNegotiation.Options = []
    ) {
        self.accept = accept
        self.offers = offers
        ranking = ContentNegotiation.rank(offers: offers, accept: accept, options: options)
    }

    /// The chosen media type; nil if none is acceptable.
    public var chosen: MediaType? { ranking.first.map { offers[$0.offerIndex].type } }
}

extension NegotiationTrace: CustomStringConvertible {
    /// The field, its dropped parts, and a line for each offer, best first.
    public var description: String {
        var lines = [
            accept.map { "Accept: \("\($0)".visible(atMost: AcceptField.maximumByteCount))" }
                ?? "The Accept field is missing: the first offer is sent."
        ]
        lines += (accept?.diagnostics ?? []).map { "  note: \($0)" }
        let width = offers.map { "\($0.type)".count }.max() ?? 0
        func row(_ index: Int, _ reason: String) -> String {
            let type = "\(offers[index].type)"
            return "  \(type)\(String(repeating: " ", count: width - type.count))  \(reason)"
        }
        for (index, candidate) in ranking.enumerated() {
            let by = candidate.matchedRange.map { " by \("\($0)".visible(atMost: 200))" } ?? ""
            lines.append(row(candidate.offerIndex, "q \(candidate.quality)\(by)\(index == 0 ? ": chosen" : "")"))
        }
        let ranked = Set(ranking.map(\.offerIndex))
        for index in offers.indices where !ranked.contains(index) {
            lines.append(row(index, "not acceptable"))
        }
        return lines.joined(separator: "\n")
    }
}

extension SerializerRegistry {
    /// Explains as which media type a value would be sent to a client, without writing it.
    public func explain<Value>(
        _ request: RequestHead,
        offering value: Value,
        options: ContentNegotiation.Options = []
    ) -> NegotiationTrace {
        let accept = request.fields.accept
        let trace = NegotiationTrace(offers: offers(for: value), accept: accept, options: options)
        if trace.chosen != nil { return trace }
        let named = offersByName(for: value, accept: accept)
        return NegotiationTrace(offers: trace.offers + named, accept: accept, options: options)
    }
}

extension HeaderFields {
    /// The Accept field of all its lines; nil if there is none.
    public var accept: AcceptField? {
        let lines = values(of: "Accept")
        return lines.isEmpty ? nil : AcceptField(parsing: lines)
    }
}
