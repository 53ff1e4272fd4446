extension SerializerRegistry {
    /// What came with a body: the head of a response, or a media type alone.
    enum BodyOrigin {
        case response(ResponseHead)
        /// A part of a body, the data of an event, the body of a request.
        case labelled(MediaType?, isMalformed: Bool = false)

        /// The media type that it names.
        var mediaType: MediaType? {
            switch self {
            case .response(let head): head.contentType
            case .labelled(let type, _): type
            }
        }

        /// Whether it names something that is no media type, where it names none.
        var isMalformed: Bool {
            switch self {
            case .response(let head): head.fields.contains("Content-Type")
            case .labelled(_, let isMalformed): isMalformed
            }
        }

        /// Whether the bytes may not be looked at to find out what they are.
        var forbidsSniffing: Bool {
            if case .response(let head) = self { head.forbidsSniffing } else { false }
        }

        /// Whether bytes belong to it, where there are some.
        var mayHaveBody: Bool {
            if case .response(let head) = self { head.mayHaveBody } else { true }
        }

        /// Whether a serializer may be asked to make something of no bytes.
        var mayBeEmpty: Bool {
            if case .response(let head) = self { head.mayHaveBody && head.status == 200 } else { true }
        }
    }

    /// The media type that decides, and how it was found.
    struct ResolvedContentType {
        /// What the body says that it is.
        let received: MediaType?
        /// What decides.
        var type: MediaType?
        var notes: [String] = []

        init(_ received: MediaType?, type: MediaType?, notes: [String] = []) {
            self.received = received
            self.type = type
            self.notes = notes
        }

        /// What is looked up for a whole body. Nothing tells what an unlabelled one is, so only what takes any bytes may
        /// take it. Source: RFC 9110 §8.3 (application/octet-stream may be assumed).
        var lookedUpType: MediaType { type ?? .octetStream }

        /// The media type as a format gets it: where the body is taken for another type than its label says, it has the
        /// label's parameters (a charset, a boundary) where it has none of that name.
        var mediaType: MediaType? {
            guard !notes.isEmpty, let type, let received, type != received else { return type }
            let missing = received.parameters.filter { type[parameter: $0.name] == nil }
            return MediaType(canonicalEssence: type.essence, parameters: type.parameters + missing)
        }

        /// The head as a serializer of responses gets it: it names the media type that a format would get.
        ///
        /// What is no response has no head. So that such a serializer can read parts and requests, too, it gets one that has
        /// the media type and nothing else; no other code makes one.
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

    /// What the body is taken to be: what the caller assumes, else the label (relabelled where told to, overruled by the
    /// signature of an image), else a registered signature.
    ///
    /// Source of the sniffing rules: WHATWG MIME Sniffing §7; RFC 9110 §8.3 permits to examine an unlabelled body.
    func label(_ origin: BodyOrigin, _ wanted: WantedType, prefix: Span<UInt8>) -> ResolvedContentType {
        let received = origin.mediaType
        if let assumedType {
            return ResolvedContentType(
                received,
                type: assumedType,
                notes: ["the label is ignored: assuming \(assumedType)"]
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
            label.notes.append(origin.isMalformed ? "the Content-Type is malformed" : "there is no Content-Type")
        }
        if origin.forbidsSniffing {
            label.notes.append("sniffing is forbidden by X-Content-Type-Options: nosniff")
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

    /// Finds the entries of this registry.
    var index: EntryIndex { lazyIndex.index(of: entries) }

    /// Why entries said that a body is not theirs.
    typealias Refusals = [ObjectIdentifier: String]

    /// The entries that match and can give the wanted type, nearest first, each with the range that matches.
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

    /// The ranges of whole bodies that a type is read from; for nil those of any value. Nil if the registry cannot say it: the caller has
    /// named the reader, or nothing makes the type, which the trace then says better.
    package func acceptedRanges(making type: (any Any.Type)?) -> [MediaRange]? {
        if namedReader != nil { return nil }
        let wanted = type.map { WantedType($0) } ?? .anything
        let able = entries.filter { $0.readsBodies && wanted.isProduced(by: $0) }
        return able.isEmpty ? nil : able.flatMap(\.reads)
    }

    /// The first that accepts the body, without building the whole ranking; what declined goes to `declined`.
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

    /// The whole trace for a label and a wanted type, a line for each registration.
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
            trace.notes.append("the caller has named \(named.id), which reads every body")
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
            // A registration shows the entry that reads the body; else the one that was asked first.
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
    fileprivate mutating func add(_ id: Registration.ID, _ ranges: [MediaRange], _ verdict: Verdict) {
        let types = "reads \(ranges.map(\.description).joined(separator: ", "))"
        candidates.append(Candidate(id: id, types: types, verdict: verdict))
    }

    /// Adds what the caller has named.
    fileprivate mutating func add(_ named: Entry, isAble: Bool) {
        add(named.id, named.reads, isAble ? .chosen(.any) : .wrongType(produces: named.domain.description))
    }
}
