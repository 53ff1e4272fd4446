extension SerializerRegistry {
    /// The most entries that a generated Accept has.
    static let acceptLimit = 20

    /// The Accept field for a wanted type: what can give it, the preferred first.
    ///
    /// Concrete types only, without `charset` and without `*/*`; at most 20. Where error bodies are typed, their types
    /// follow the type of the format that reads them. `Codable` over JSON and XML gives
    /// `application/json, application/xml;q=0.8`.
    ///
    /// Source: RFC 9110 §12.5.1.
    public func accept<Value>(for type: Value.Type) -> AcceptField {
        accept(for: WantedType(type), streaming: false)
    }

    /// The Accept field for whatever the native serializers make.
    public func acceptForAnything() -> AcceptField { accept(for: .native, streaming: false) }

    /// The Accept field for a stream of elements.
    public func accept<Element>(forElements type: Element.Type) -> AcceptField {
        accept(for: WantedType(type), streaming: true)
    }

    private func accept(for wanted: WantedType, streaming: Bool) -> AcceptField {
        var offers: [(type: MediaType, weight: QualityValue)] = []
        var offered: Set<MediaType> = []
        func offer(_ type: MediaType, _ weight: QualityValue) {
            if weight > .zero, offered.insert(type).inserted { offers.append((type, weight)) }
        }
        let errorTypes = errorBodies.flatMap(\.mediaRanges).compactMap(\.concreteType)
        for role in registrations.flatMap(\.roles)
        where role.isStream == streaming && !role.reads.isEmpty && wanted.isProduced(by: role) {
            for type in role.advertises { offer(type, role.options.weight) }
            guard case .format = role.implementation else { continue }
            for type in errorTypes where role.claims(type) { offer(type, role.options.weight) }
        }
        let sorted = offers.enumerated().sorted { one, two in
            (two.element.weight, one.offset) < (one.element.weight, two.offset)
        }
        return AcceptField(
            sorted.prefix(Self.acceptLimit).map {
                AcceptField.Element(MediaRange($0.element.type), quality: $0.element.weight)
            }
        )
    }
}
