extension SerializerRegistry {
    /// The metadata of a body: the head of a response, or a media type alone.
    enum BodyOrigin {
        case response(ResponseHead)
        /// For a part of a body, the data of an event, or the body of a request.
        case labelled(MediaType?, isMalformed: Bool = false)

        var mediaType: MediaType? {
            switch self {
            case .response(let head): head.contentType
            case .labelled(let type, _): type
            }
        }

        /// Whether the Content-Type is malformed, if ``mediaType`` is nil.
        var isMalformed: Bool {
            switch self {
            case .response(let head): head.fields.contains("Content-Type")
            case .labelled(_, let isMalformed): isMalformed
            }
        }

        /// Whether the media type must not be detected from the bytes.
        var forbidsSniffing: Bool {
            if case .response(let head) = self { head.forbidsSniffing } else { false }
        }

        /// Whether any bytes belong to the message.
        var mayHaveBody: Bool {
            if case .response(let head) = self { head.mayHaveBody } else { true }
        }

        /// Whether a serializer may be called for an empty body.
        var mayBeEmpty: Bool {
            if case .response(let head) = self { head.mayHaveBody && head.status == 200 } else { true }
        }
    }

    /// The media type that is looked up for a body, and how it was found.
    struct ResolvedContentType {
        /// The media type in the label.
        let received: MediaType?
        /// The media type that counts.
        var type: MediaType?
        var notes: [String] = []

        init(_ received: MediaType?, type: MediaType?, notes: [String] = []) {
            self.received = received
            self.type = type
            self.notes = notes
        }

        /// The media type to look up for a whole body. An unlabelled body is looked up as arbitrary bytes.
        /// Source: RFC 9110 §8.3 (application/octet-stream may be assumed).
        var lookedUpType: MediaType { type ?? .octetStream }

        /// The media type that a format receives. If it differs from the label, it takes over the label's parameters
        /// (a charset, a boundary), unless it has a parameter of that name.
        var mediaType: MediaType? {
            guard !notes.isEmpty, let type, let received, type != received else { return type }
            let missing = received.parameters.filter { type[parameter: $0.name] == nil }
            return MediaType(canonicalEssence: type.essence, parameters: type.parameters + missing)
        }

        /// The head that a serializer of responses receives, with ``mediaType`` as its Content-Type.
        ///
        /// For parts and requests, which have no such head, it has a Content-Type and nothing else.
        func head(_ origin: BodyOrigin) -> ResponseHead {
            guard case .response(var head) = origin else {
                return ResponseHead(
                    status: 200,
                    fields: mediaType.map { ["Content-Type": $0.description] } ?? [:],
                    requestMethod: .post
                )
            }
            if !notes.isEmpty, let mediaType, mediaType != received {
                head.fields["Content-Type"] = mediaType.description
            }
            return head
        }
    }

    /// Determines the media type of a body: the assumed type, else the label, else a registered signature.
    ///
    /// `treating(_:as:)` changes a label. If the label is an image type, the signature of another image type overrides it.
    ///
    /// Source of the sniffing rules: WHATWG MIME Sniffing §7; RFC 9110 §8.3 permits examining an unlabelled body.
    func label(_ origin: BodyOrigin, _ wanted: WantedType, prefix: Span<UInt8>) -> ResolvedContentType {
        let received = origin.mediaType
        if let assumedType {
            return ResolvedContentType(
                received,
                type: assumedType,
                notes: ["the label is ignored because the registry assumes \(assumedType)"]
            )
        }
        var label = ResolvedContentType(received, type: received)
        if let type = received, !relabelled.isEmpty, let other = relabelled[type.essence] {
            label.type = other
            label.notes = ["\(type.visibleEssence) is treated as \(other)"]
        }
        let isImage = label.type?.isImage ?? false
        guard label.type == nil || isImage else { return label }
        if label.type == nil {
            label.notes.append(origin.isMalformed ? "the Content-Type is malformed" : "the Content-Type is missing")
        }
        if origin.forbidsSniffing {
            label.notes.append("X-Content-Type-Options: nosniff forbids sniffing")
            return label
        }
        guard let signature = index.signature(of: prefix, wanted), signature.type.essence != label.type?.essence else {
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

    var index: EntryIndex { lazyIndex.index(of: entries) }

    /// The reasons why entries declined a body, by entry.
    typealias Refusals = [ObjectIdentifier: String]

    /// The entries that match and can produce the wanted type, most specific first, each with the range that matches.
    func ranking(
        _ type: MediaType,
        _ wanted: WantedType,
        streaming: Bool = false
    ) -> [(entry: Entry, range: MediaRange)] {
        if let named = streaming ? namedStream : namedReader {
            return wanted.isProduced(by: named) ? [(named, .any)] : []
        }
        var ranking: [(entry: Entry, range: MediaRange)] = []
        var ranked: Set<ObjectIdentifier> = []
        _ = index.first(matching: type) { match -> Never? in
            let entry = match.entry
            if streaming ? entry.isStream : entry.readsBodies, wanted.isProduced(by: entry),
                ranked.insert(ObjectIdentifier(entry)).inserted
            {
                ranking.append((entry, match.range))
            }
            return nil
        }
        return ranking
    }

    /// The ranges of whole bodies from which a type can be read; for nil, from which any value can be read.
    ///
    /// The result is nil if the caller has named the reader, or if nothing produces the type, which the trace explains better.
    package func acceptedRanges(making type: (any Any.Type)?) -> [MediaRange]? {
        if namedReader != nil { return nil }
        let wanted = type.map { WantedType($0) } ?? .anything
        let able = entries.filter { $0.readsBodies && wanted.isProduced(by: $0) }
        return able.isEmpty ? nil : able.flatMap(\.reads)
    }

    /// Finds the first entry that accepts the body, without building the whole ranking; adds the entries that declined it.
    func firstReader(
        _ label: ResolvedContentType,
        _ wanted: WantedType,
        prefix: Span<UInt8>,
        _ origin: BodyOrigin,
        declined: inout Refusals
    ) -> Entry? {
        if let namedReader { return wanted.isProduced(by: namedReader) ? namedReader : nil }
        return index.first(matching: label.lookedUpType) { match in
            let entry = match.entry
            guard entry.readsBodies, wanted.isProduced(by: entry), declined[ObjectIdentifier(entry)] == nil else {
                return nil
            }
            guard case .value(let serializer) = entry.implementation,
                case .decline(let reason) = serializer.inspect(prefix, head: label.head(origin))
            else { return entry }
            declined[ObjectIdentifier(entry)] = reason
            return nil
        }
    }

    /// Builds the trace for a label and a wanted type, with one line for each registration.
    func trace(
        _ label: ResolvedContentType,
        _ wanted: WantedType,
        declined: Refusals,
        streaming: Bool = false
    ) -> DispatchTrace {
        var trace = DispatchTrace(contentType: label.type, wanted: wanted.name, notes: label.notes)
        let type = streaming ? label.type : label.lookedUpType
        let ranking = type.map { self.ranking($0, wanted, streaming: streaming) } ?? []
        if let named = streaming ? namedStream : namedReader {
            trace.notes.append("the caller chose \(named.id) for every body")
            trace.add(named, isAble: !ranking.isEmpty)
            return trace
        }
        let registrations = registrations
        var ranges: [Registration.ID: [MediaRange]] = [:]
        for registration in registrations {
            ranges[registration.id] = registration.ranges { $0.isStream == streaming }
        }
        var verdicts: [Registration.ID: DispatchTrace.Verdict] = [:]
        var order: [Registration.ID] = []
        var isChosen = false
        for (entry, range) in ranking {
            var verdict: DispatchTrace.Verdict
            if let reason = declined[ObjectIdentifier(entry)] {
                verdict = .declined(reason: reason)
            } else {
                verdict = isChosen ? .outranked(range) : .chosen(range)
            }
            // For a registration of several entries, show the one that reads the body, else the first.
            if case .chosen = verdict {
                isChosen = true
                if case .declined(let reason)? = verdicts[entry.id] {
                    trace.notes.append("another reader of \(entry.id) declined: \(reason)")
                }
            } else if let earlier = verdicts[entry.id] {
                verdict = earlier
            }
            if verdicts.updateValue(verdict, forKey: entry.id) == nil { order.append(entry.id) }
        }
        for id in order {
            if let verdict = verdicts[id] { trace.add(id, ranges[id] ?? [], verdict) }
        }
        for registration in registrations where verdicts[registration.id] == nil {
            guard let ranges = ranges[registration.id], !ranges.isEmpty else { continue }
            let able = registration.domains { entry in
                entry.isStream == streaming && (type.map(entry.accepts) ?? false)
            }
            trace.add(registration.id, ranges, able.isEmpty ? .mediaTypeDiffers : .wrongType(produces: able.text))
        }
        return trace
    }
}

extension ResponseHead {
    /// Whether the first value of X-Content-Type-Options, which may be repeated, is `nosniff`.
    ///
    /// Source: Fetch §3.6 "determine nosniff".
    fileprivate var forbidsSniffing: Bool {
        guard let options = fields["X-Content-Type-Options"] else { return false }
        let first = options.utf8.prefix { $0 != FieldSyntax.comma }.filter { !FieldSyntax.isOptionalWhitespace($0) }
        return FieldSyntax.equalsIgnoringCase(String(decoding: first, as: UTF8.self), "nosniff")
    }
}

extension DispatchTrace {
    fileprivate mutating func add(_ id: Registration.ID, _ ranges: [MediaRange], _ verdict: Verdict) {
        let types = "reads \(ranges.map(\.description).joined(separator: ", "))"
        candidates.append(Candidate(id: id, types: types, verdict: verdict))
    }

    /// Adds the serializer that the caller has named.
    fileprivate mutating func add(_ named: Entry, isAble: Bool) {
        add(named.id, named.reads, isAble ? .chosen(.any) : .wrongType(produces: named.domain.description))
    }
}
