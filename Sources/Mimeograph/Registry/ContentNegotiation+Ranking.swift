extension ContentNegotiation {
    /// An acceptable offer and what speaks for it.
    public struct Candidate: Hashable, Sendable {
        /// The place of the offer, from 0.
        public let offerIndex: Int
        /// The weight it is compared by.
        public let quality: QualityValue
        /// The range it falls under; nil where there is no Accept field.
        public let matchedRange: MediaRange?
        /// How closely that range fits it; nil where there is no Accept field.
        public let match: MediaRange.Match?
        /// The server's weight.
        let weight: QualityValue
        /// The place of the range in the field.
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
