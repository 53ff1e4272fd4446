public import Mimeograph

/// The choice between the media types that a server offers, by a client's Accept.
///
/// ```swift
/// let accept = AcceptField(parsing: "text/html, application/xml;q=0.9, */*;q=0.8")
/// let offers: [ContentNegotiation.Offer] = [.init(.json), .init(.xml, weight: 0.8)]
/// ContentNegotiation.negotiate(offers: offers, accept: accept)
/// // XML, which the client named at 0.9; with `options: .multiplyWeights` JSON (0.8 × 1 against 0.9 × 0.8)
/// ```
///
/// It depends only on the two values, and does not read or write fields.
///
/// Source: RFC 9110 §12.1, §12.5.1.
public enum ContentNegotiation {
    /// A media type that a server can send.
    public struct Offer: Hashable, Sendable {
        /// The type.
        public let type: MediaType
        /// The server's preference, which decides between offers that the client prefers equally.
        public let weight: QualityValue

        /// Makes an offer.
        public init(_ type: MediaType, weight: QualityValue = .one) {
            self.type = type
            self.weight = weight
        }
    }

    /// Options for sorting offers.
    public struct Options: OptionSet, Hashable, Sendable {
        /// The bits.
        public let rawValue: Int

        /// Makes options from bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Among offers that the client prefers equally, choose the one whose range comes first in Accept. When off, the server's
        /// weight and order decide.
        public static let clientOrder = Options(rawValue: 1)
        /// Multiply the client's weight by the server's before comparing. When off, the server's weight decides only between
        /// offers that the client prefers equally.
        public static let multiplyWeights = Options(rawValue: 2)
    }

    /// The result of a negotiation.
    public enum Outcome: Hashable, Sendable {
        /// The index of the offer, from 0, its weight, and the matching range of Accept (nil without Accept).
        case selected(offerIndex: Int, quality: QualityValue, matchedRange: MediaRange?)
        /// No offer is acceptable (status 406). The response's body can list all of them.
        case notAcceptable(available: [MediaType])
    }

    /// Chooses the offer that the client prefers.
    ///
    /// - Parameters:
    ///   - offers: The media types that the server can send, most preferred first.
    ///   - accept: The client's field; nil, or a field without elements, accepts anything and selects the first offer.
    ///   - options: Options for sorting the acceptable offers.
    public static func negotiate(offers: [Offer], accept: AcceptField?, options: Options = []) -> Outcome {
        let ranked = rank(offers: offers, accept: accept, options: options)
        guard let best = ranked.first else { return .notAcceptable(available: offers.map(\.type)) }
        return .selected(offerIndex: best.offerIndex, quality: best.quality, matchedRange: best.matchedRange)
    }

    /// Returns the value of the response's Vary field: `Accept` if there was more than one offer. Even if only one was
    /// acceptable, another client might have received another. Source: RFC 9110 §12.5.5.
    package static func vary(offerCount: Int) -> [String] { offerCount > 1 ? ["Accept"] : [] }
}

extension ContentNegotiation {
    /// An acceptable offer and its rank.
    public struct Candidate: Hashable, Sendable {
        /// The index of the offer, from 0.
        public let offerIndex: Int
        /// The weight for comparing.
        public let quality: QualityValue
        /// The matching range; nil without an Accept field.
        public let matchedRange: MediaRange?
        /// The specificity of the match; nil without an Accept field.
        public let match: MediaRange.Match?
        /// The server's weight.
        let weight: QualityValue
        /// The index of the range in the field.
        let position: Int
    }

    /// Returns all acceptable offers, best first.
    ///
    /// They are sorted by the client's weight, then by the specificity of the matching range, then by the server's weight and
    /// order. ``Options/clientOrder`` puts the client's order before the server's weight, and ``Options/multiplyWeights``
    /// multiplies the weights of both. An offer without a matching range, or with weight zero, is omitted. Without an Accept
    /// field the result is all offers in the server's order.
    public static func rank(offers: [Offer], accept: AcceptField?, options: Options = []) -> [Candidate] {
        guard let accept, !accept.elements.isEmpty else {
            return offers.enumerated().map { index, offer in
                Candidate(
                    offerIndex: index,
                    quality: .one,
                    matchedRange: nil,
                    match: nil,
                    weight: offer.weight,
                    position: 0
                )
            }
        }
        let candidates = offers.enumerated().compactMap { index, offer -> Candidate? in
            guard let (element, match) = accept.bestElement(for: offer.type) else { return nil }
            let quality = options.contains(.multiplyWeights) ? element.quality * offer.weight : element.quality
            guard quality > .zero else { return nil }
            return Candidate(
                offerIndex: index,
                quality: quality,
                matchedRange: element.range,
                match: match,
                weight: offer.weight,
                position: element.position
            )
        }
        return candidates.sorted { one, other in one.precedes(other, options: options) }
    }
}

extension ContentNegotiation.Candidate {
    fileprivate func precedes(_ other: Self, options: ContentNegotiation.Options) -> Bool {
        if quality != other.quality { return quality > other.quality }
        if let match, let theirs = other.match, match != theirs { return match > theirs }
        if options.contains(.clientOrder), position != other.position { return position < other.position }
        if weight != other.weight { return weight > other.weight }
        return offerIndex < other.offerIndex
    }
}
