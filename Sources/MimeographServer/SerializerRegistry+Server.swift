public import Mimeograph

extension SerializerRegistry {
    /// What a value can be written as, in the server's order of preference.
    ///
    /// - Returns: An offer for each media type, with the writer's weight.
    public func offers<Value>(for value: Value) -> [ContentNegotiation.Offer] {
        writtenTypes(for: value).map { ContentNegotiation.Offer($0.type, weight: $0.weight) }
    }

    /// The media types that a value can be written as because a client names them.
    func offersByName<Value>(for value: Value, accept: AcceptField?) -> [ContentNegotiation.Offer] {
        typesWrittenByName(for: value, accept: accept).map { ContentNegotiation.Offer($0.type, weight: $0.weight) }
    }

    /// Makes the response that carries a value in a form the client accepts.
    ///
    /// Sets Content-Type, and `Vary: Accept` where the value could have been written otherwise. A client without Accept gets
    /// the first of ``offers(for:)``: the type with the highest weight, of equals the one that was registered first. Where the
    /// client accepts none of the offers, the value is written as a type that the client names and a format reads,
    /// `application/merge-patch+json` for JSON; where there is none either, the response is a 406 whose body lists the offers,
    /// a ``ProblemDetails`` where the client takes one, else text. ``ProblemDetails`` are sent as a problem document in any
    /// case, with its status where it has one.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - request: The head of the request.
    ///   - status: The status of a successful response. Default 200.
    ///   - options: How offers that the client likes equally well are ordered.
    /// - Throws: ``SerializationError/Code/unsupportedMediaType`` where nothing writes the value (a mistake of the
    ///   server's, status 500), ``SerializationError/Code/unencodableValue`` where it cannot be written.
    /// Source: RFC 9110 §12.1, §12.5.5, §15.5.7.
    public func respond<Value>(
        with value: Value,
        to request: RequestHead,
        status: Int = 200,
        options: ContentNegotiation.Options = []
    ) throws(SerializationError) -> ResponseMessage {
        if let problem = value as? ProblemDetails {
            guard !offers(for: problem).isEmpty else { throw unwritten(Value.self, as: nil) }
            return respond(with: problem, status: status == 200 ? problem.status ?? status : status, to: request)
        }
        let offers = offers(for: value)
        guard !offers.isEmpty else { throw unwritten(Value.self, as: nil) }
        let accept = request.fields.accept
        let named = offersByName(for: value, accept: accept)
        var response = ResponseMessage(status: status)
        for field in ContentNegotiation.vary(offerCount: offers.count + named.count) { response.fields["Vary"] = field }
        let best =
            ContentNegotiation.rank(offers: offers, accept: accept, options: options).first.map {
                offers[$0.offerIndex].type
            }
            ?? ContentNegotiation.rank(offers: named, accept: accept, options: options).first.map {
                named[$0.offerIndex].type
            }
        guard let best else { return notAcceptable(offers.map(\.type), to: request) }
        let (type, bytes) = try encode(value, as: best)
        response.fields["Content-Type"] = type.description
        response.body = .bytes(bytes)
        return response
    }

    /// The answer to a client that accepts nothing of what can be made.
    private func notAcceptable(_ available: [MediaType], to request: RequestHead) -> ResponseMessage {
        let list = available.map(\.description)
        let problem = ProblemDetails(
            title: ReasonPhrase.of(406),
            status: 406,
            detail: "None of the accepted media types can be made. Available: \(list.joined(separator: ", ")).",
            extensions: ["available": .array(list.map { .string($0) })]
        )
        if problemOffer(of: offers(for: problem), accept: request.fields.accept) != nil {
            return respond(with: problem, status: 406, to: request)
        }
        var response = ResponseMessage(status: 406)
        response.fields["Vary"] = "Accept"
        response.fields["Content-Type"] = "text/plain; charset=utf-8"
        let lines = list.map { "\($0)\n" }.joined()
        response.body = .bytes(Array("None of the accepted media types can be made. Available:\n\(lines)".utf8))
        return response
    }

    /// Makes the response that tells a client why its request could not be read.
    ///
    /// The body is a ``ProblemDetails`` in a form the client accepts, or in the first there is, since an explanation in a
    /// form it did not ask for is better than none. A client that accepts `application/json` is taken to accept
    /// `application/problem+json`. A 415 carries Accept (for POST and PATCH also Accept-Post and Accept-Patch), so that
    /// the client learns what is read here. Nothing of the request's body is repeated, and no type of the program is named.
    ///
    /// Source: RFC 9110 §12.5.1 (Accept may be disregarded), §15.5.16; RFC 9457; RFC 5789 §3.1 (Accept-Patch); W3C Linked
    /// Data Platform §7.1 (Accept-Post).
    public func respond(with error: SerializationError, to request: RequestHead) -> ResponseMessage {
        let status = error.suggestedStatus
        let detail =
            status >= 500 ? nil : error.location.map { "\(error.detailForPeer) At \($0)." } ?? error.detailForPeer
        // The title of a problem without a type of its own is the phrase of its status. Source: RFC 9457 §4.2.1.
        let problem = ProblemDetails(title: ReasonPhrase.of(status), status: status, detail: detail)
        var response = respond(with: problem, status: status, to: request)
        if status == 415 {
            if error.code == .unsupportedContentCoding {
                response.fields["Accept-Encoding"] = codings.names.joined(separator: ", ")
            } else {
                setReadableTypes(of: &response, for: request.method)
            }
        }
        return response
    }

    /// The response that tells a problem: in the best form that the client accepts, else in the first, else as text.
    private func respond(with problem: ProblemDetails, status: Int, to request: RequestHead) -> ResponseMessage {
        var response = ResponseMessage(status: status)
        let offers = offers(for: problem)
        for field in ContentNegotiation.vary(offerCount: offers.count) { response.fields["Vary"] = field }
        let accepted = problemOffer(of: offers, accept: request.fields.accept) ?? offers.first?.type
        guard let accepted, let (type, bytes) = try? encode(problem, as: accepted) else {
            response.fields["Content-Type"] = "text/plain; charset=utf-8"
            response.body = .bytes(Array((problem.detail ?? problem.title ?? "").utf8))
            return response
        }
        response.fields["Content-Type"] = type.problemDetailsType.description
        response.body = .bytes(bytes)
        return response
    }

    /// The offer in which a client takes a problem: the best one under either of its names; nil where it takes none.
    private func problemOffer(of offers: [ContentNegotiation.Offer], accept: AcceptField?) -> MediaType? {
        let named = offers.flatMap { offer in
            [ContentNegotiation.Offer(offer.type.problemDetailsType, weight: offer.weight), offer]
        }
        let best = ContentNegotiation.rank(offers: named, accept: accept).first
        return best.map { offers[$0.offerIndex / 2].type }
    }

    /// Names the concrete media types that are read here, without those that only take anything.
    private func setReadableTypes(of response: inout ResponseMessage, for method: HTTPMethod) {
        let types = readTypes.map(\.description)
        // An Accept field without elements would say that nothing at all is read.
        guard !types.isEmpty else { return }
        let value = types.joined(separator: ", ")
        response.fields["Accept"] = value
        if method == .post { response.fields["Accept-Post"] = value }
        if method == .patch { response.fields["Accept-Patch"] = value }
    }
}

extension SerializationError {
    /// The status with which a server answers a request that failed so.
    ///
    /// A plugin that defines a code gives its errors the status, too.
    ///
    /// Source: RFC 9110 §15.5 (400, 406, 413, 415), RFC 9110 §15.5.21 (422).
    public var suggestedStatus: Int {
        if let statusForPeer { return statusForPeer }
        return switch code {
        case .unsupportedMediaType, .missingContentType, .unacceptableContentType, .unsupportedCharset,
            .unsupportedContentCoding, .declined:
            415
        case .dataShape: 422
        case .limitExceeded: limit?.limit == .inputBytes || limit?.limit == .outputBytes ? 413 : 400
        case .notAcceptable: 406
        case .unencodableValue, .sourceFailed, .invalidField: 500
        default: 400
        }
    }
}

extension MediaType {
    /// The type of a problem document in this format: `application/problem+json` for JSON. Source: RFC 9457 §6.
    fileprivate var problemDetailsType: MediaType {
        if isJSON { return .problemJSON }
        if isXML { return "application/problem+xml" }
        return self
    }
}
