extension SerializerRegistry {
    /// The media type that decides, and how it was found.
    struct Label {
        var type: MediaType?
        var notes: [String] = []

        /// What is looked up for a whole body. Nothing tells what an unlabelled one is, so only what takes any bytes may
        /// take it. Source: RFC 9110 §8.3 (application/octet-stream may be assumed).
        var lookedUpType: MediaType { type ?? .octetStream }

        /// The head as a serializer gets it: where the body is taken for another type than its label says, it names that
        /// one, with the label's parameters (a charset, a boundary) where it has none of that name.
        func head(_ head: ResponseHead) -> ResponseHead {
            guard !notes.isEmpty, let type else { return head }
            let labelled = head.contentType
            if type == labelled { return head }
            var head = head
            var field = type.description
            for parameter in labelled?.parameters ?? [] where type[parameter: parameter.name] == nil {
                parameter.write(into: &field)
            }
            head.fields["Content-Type"] = field
            return head
        }
    }

    /// What the body is taken to be: what the caller assumes, else the label (relabelled where told to, overruled by the
    /// signature of an image), else a registered signature.
    ///
    /// Source of the sniffing rules: WHATWG MIME Sniffing §7; RFC 9110 §8.3 permits to examine an unlabelled body.
    func label(_ head: ResponseHead, _ wanted: WantedType, prefix: Span<UInt8>) -> Label {
        if let assumedType {
            return Label(type: assumedType, notes: ["the label is ignored: assuming \(assumedType)"])
        }
        var label = Label(type: head.contentType)
        if let type = label.type, !relabelled.isEmpty, let other = relabelled[type.essence] {
            label = Label(type: other, notes: ["\(type.visibleEssence) is treated as \(other)"])
        }
        let isImage = label.type?.isImage ?? false
        guard label.type == nil || isImage else { return label }
        if label.type == nil {
            label.notes.append(
                head.fields.contains("Content-Type") ? "the Content-Type is malformed" : "there is no Content-Type"
            )
        }
        if head.forbidsSniffing {
            label.notes.append("sniffing is forbidden by X-Content-Type-Options: nosniff")
            return label
        }
        guard let signature = signature(of: prefix, wanted), signature.type.essence != label.type?.essence else {
            return label
        }
        if isImage {
            guard signature.type.isImage else { return label }
            label.notes.append(
                "the label says \(label.type?.visibleEssence ?? ""), the bytes are \(signature.type.essence)"
            )
        } else {
            label.notes.append("the bytes have the signature of \(signature.type.essence)")
        }
        label.type = signature.type
        return label
    }

    /// The signature that pins down the most of the body, of the uppermost layer that has one.
    private func signature(of prefix: Span<UInt8>, _ wanted: WantedType) -> Signature? {
        for layer in layers.reversed() {
            if let signature = layer.signatures.match(prefix, wanted) { return signature }
        }
        return nil
    }

    /// What may be asked for a body: the claims that match and can give the wanted type, nearest first.
    func ranking(
        _ type: MediaType,
        _ wanted: WantedType,
        streaming: Bool = false
    ) -> [DispatchIndex.Claim] {
        var ranking: [DispatchIndex.Claim] = []
        var ranked: Set<Registration.ID> = []
        for tier in stride(from: 5, through: 1, by: -1) {
            for claim in claims(on: type, tier: tier, streaming: streaming)
            where wanted.isProduced(by: claim.registration) && ranked.insert(claim.registration.id).inserted {
                ranking.append(claim)
            }
        }
        return ranking
    }

    /// The first claim that accepts the body, without building the whole ranking; what declined goes to `declined`.
    func firstClaim(
        _ type: MediaType,
        _ wanted: WantedType,
        prefix: Span<UInt8>,
        head: ResponseHead,
        declined: inout [Registration.ID: String]
    ) -> DispatchIndex.Claim? {
        for tier in stride(from: 5, through: 1, by: -1) {
            for claim in claims(on: type, tier: tier, streaming: false)
            where wanted.isProduced(by: claim.registration) && declined[claim.registration.id] == nil {
                guard case .value(let serializer) = claim.registration.implementation,
                    case .decline(let reason) = serializer.inspect(prefix, head: head)
                else { return claim }
                declined[claim.registration.id] = reason
            }
        }
        return nil
    }

    /// The claims of one tier, the uppermost layer first.
    private func claims(on type: MediaType, tier: Int, streaming: Bool) -> [DispatchIndex.Claim] {
        if layers.count == 1 {
            return streaming
                ? layers[0].streaming.claims(on: type, tier: tier) : layers[0].reading.claims(on: type, tier: tier)
        }
        var hidden: Set<Registration.ID> = []
        var claims: [DispatchIndex.Claim] = []
        for layer in layers.reversed() {
            let index = streaming ? layer.streaming : layer.reading
            claims += index.claims(on: type, tier: tier).filter { !hidden.contains($0.registration.id) }
            hidden.formUnion(layer.ids)
        }
        return claims
    }

    /// The whole trace for a label and a wanted type.
    func trace(
        _ label: Label,
        _ wanted: WantedType,
        declined: [Registration.ID: String],
        streaming: Bool = false
    ) -> DispatchTrace {
        var trace = DispatchTrace(contentType: label.type, wanted: wanted.name, notes: label.notes)
        let type = streaming ? label.type : label.lookedUpType
        let ranking = type.map { self.ranking($0, wanted, streaming: streaming) } ?? []
        var isChosen = false
        for claim in ranking {
            let verdict: DispatchTrace.Verdict
            if let reason = declined[claim.registration.id] {
                verdict = .declined(reason: reason)
            } else {
                verdict = isChosen ? .outranked(claim.range) : .chosen(claim.range)
                isChosen = true
            }
            trace.add(claim.registration, verdict)
        }
        let ranked = Set(ranking.map(\.registration.id))
        for registration in registrations where !ranked.contains(registration.id) {
            guard registration.isStream == streaming, registration.writes == nil || !registration.reads.isEmpty else {
                continue
            }
            let matches = type.map(registration.claims) ?? false
            trace.add(registration, matches ? .wrongType(produces: "\(registration.domain)") : .mediaTypeDiffers)
        }
        return trace
    }
}

extension ResponseHead {
    /// Whether the first value of X-Content-Type-Options, which may come twice, is `nosniff`.
    ///
    /// Source: Fetch §3.6 "determine nosniff".
    fileprivate var forbidsSniffing: Bool {
        guard let options = fields["X-Content-Type-Options"] else { return false }
        let first = options.utf8.prefix { $0 != FieldSyntax.comma }.filter { !FieldSyntax.isOptionalWhitespace($0) }
        return FieldSyntax.equalsIgnoringCase(String(decoding: first, as: UTF8.self), "nosniff")
    }
}

extension DispatchTrace {
    fileprivate mutating func add(_ registration: Registration, _ verdict: Verdict) {
        candidates.append(Candidate(id: registration.id, claims: "reads \(registration.readsText)", verdict: verdict))
    }
}
