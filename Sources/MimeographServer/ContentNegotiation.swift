public import Mimeograph

/// Chooses between what a server can send and what a client asks for.
///
/// ```swift
/// let accept = AcceptField(parsing: "text/html, application/xml;q=0.9, */*;q=0.8")
/// let offers: [ContentNegotiation.Offer] = [.init(.json), .init(.xml, weight: 0.8)]
/// ContentNegotiation.negotiate(offers: offers, accept: accept)
/// // XML, which the client named at 0.9; with `options: .multiplyWeights` JSON (0.8 × 1 against 0.9 × 0.8)
/// ```
///
/// It decides from the two values alone. It does not read or write fields.
///
/// Source: RFC 9110 §12.1, §12.5.1.
public enum ContentNegotiation {
    /// A media type that a server can send.
    public struct Offer: Hashable, Sendable {
        /// The type.
        public let type: MediaType
        /// How much the server likes it; it decides between offers that the client likes equally well.
        public let weight: QualityValue

        /// Makes an offer.
        public init(_ type: MediaType, weight: QualityValue = .one) {
            self.type = type
            self.weight = weight
        }
    }

    /// How offers are put in order.
    public struct Options: OptionSet, Hashable, Sendable {
        /// The bits.
        public let rawValue: Int

        /// Makes options from bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Of offers that the client likes equally well, take the one whose range it wrote first. When off, the server's
        /// weight and order decide.
        public static let clientOrder = Options(rawValue: 1)
        /// Multiply the client's weight by the server's before comparing. When off, the server's weight decides only
        /// between offers that the client likes equally well.
        public static let multiplyWeights = Options(rawValue: 2)
    }

    /// What a negotiation comes to.
    public enum Outcome: Hashable, Sendable {
        /// The index of the offer, from 0, its weight, and the range of the Accept field that it falls under (nil where
        /// there is no such field).
        case selected(offerIndex: Int, quality: QualityValue, matchedRange: MediaRange?)
        /// No offer is acceptable (status 406). All of them are listed, for the answer's body.
        case notAcceptable(available: [MediaType])
    }

    /// Chooses the offer that the client likes best.
    ///
    /// - Parameters:
    ///   - offers: What the server can send, most preferred first.
    ///   - accept: The client's field; nil, or one without elements, accepts anything and gives the first offer.
    ///   - options: How offers that the client likes are put in order.
    public static func negotiate(offers: [Offer], accept: AcceptField?, options: Options = []) -> Outcome {
        let ranked = rank(offers: offers, accept: accept, options: options)
        guard let best = ranked.first else { return .notAcceptable(available: offers.map(\.type)) }
        return .selected(offerIndex: best.offerIndex, quality: best.quality, matchedRange: best.matchedRange)
    }

    /// The value of the Vary field that the answer needs: `Accept` where there was more than one offer, even if only one
    /// was acceptable, since another client would have got another.
    ///
    /// Source: RFC 9110 §12.5.5.
    package static func vary(offerCount: Int) -> [String] { offerCount > 1 ? ["Accept"] : [] }
}

extension ContentNegotiation {
    /// An acceptable offer and what speaks for it.
    public struct Candidate: Hashable, Sendable {
        /// The index of the offer, from 0.
        public let offerIndex: Int
        /// The weight it is compared by.
        public let quality: QualityValue
        /// The range it falls under; nil where there is no Accept field.
        public let matchedRange: MediaRange?
        /// How closely that range fits it; nil where there is no Accept field.
        public let match: MediaRange.Match?
        /// The server's weight.
        let weight: QualityValue
        /// The index of the range in the field.
        let position: Int
    }

    /// All acceptable offers, best first.
    ///
    /// They are compared by weight, then by how specific the matched range is, then by the server's weight and order (or,
    /// with ``Options/clientOrder``, by the client's order first). An offer that no range matches, or only one with
    /// weight zero, is left out. Without an Accept field all offers stay, in the server's order.
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
