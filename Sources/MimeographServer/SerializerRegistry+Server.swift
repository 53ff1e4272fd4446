public import Mimeograph
import MimeographStructuredFields

extension SerializerRegistry {
    /// Returns the media types that a value can be written as, in the server's order of preference.
    ///
    /// - Returns: An offer for each media type, with the writer's weight.
    public func offers<Value>(for value: Value) -> [ContentNegotiation.Offer] {
        writtenTypes(for: value).map { ContentNegotiation.Offer($0.type, weight: $0.weight) }
    }

    /// Returns additional media types for a value. The client names them, and a format of the registry writes them.
    func offersByName<Value>(for value: Value, accept: AcceptField?) -> [ContentNegotiation.Offer] {
        typesWrittenByName(for: value, accept: accept).map { ContentNegotiation.Offer($0.type, weight: $0.weight) }
    }

    /// Makes a response with a value in a media type that the client accepts.
    ///
    /// It sets Content-Type, and `Vary: Accept` if the value could be written in several types. A client without Accept receives
    /// the first of ``offers(for:)``: the type with the highest weight. If weights are equal, the first registered type is used.
    /// If the client accepts none of the offers, the value is written as a type that the client names and a format reads, such as
    /// `application/merge-patch+json` for JSON. If there is none either, the response is a 406 that lists the offers, as
    /// ``ProblemDetails`` if the client accepts it, else as text. A ``ProblemDetails`` value is always sent, whatever the client
    /// accepts: with its own status if it has one, as a problem document, or as text if no format writes it.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - request: The head of the request.
    ///   - status: The status of a successful response. Default 200.
    ///   - options: Options for sorting offers that the client prefers equally.
    /// - Throws: ``SerializationError/Code/unsupportedMediaType`` if no serializer writes the value (a mistake of the server,
    ///   status 500); ``SerializationError/Code/unencodableValue`` if the value cannot be written.
    /// Source: RFC 9110 §12.1, §12.5.5, §15.5.7.
    public func respond<Value>(
        with value: Value,
        to request: RequestHead,
        status: Int = 200,
        options: ContentNegotiation.Options = []
    ) throws(SerializationError) -> ResponseMessage {
        if let problem = value as? ProblemDetails {
            return respond(with: problem, status: status == 200 ? problem.status ?? status : status, to: request)
        }
        let offers = offers(for: value)
        guard !offers.isEmpty else {
            var error = unwritten(Value.self, as: nil)
            error.statusForPeer = 500
            throw error
        }
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

    /// Makes the response for a client that accepts none of the available types.
    private func notAcceptable(_ available: [MediaType], to request: RequestHead) -> ResponseMessage {
        let list = available.map(\.description)
        let problem = ProblemDetails(
            title: ReasonPhrase.of(406),
            status: 406,
            detail: "The server writes none of the accepted media types. Available: \(list.joined(separator: ", ")).",
            extensions: ["available": .array(list.map { .string($0) })]
        )
        if problemOffer(of: offers(for: problem), accept: request.fields.accept) != nil {
            return respond(with: problem, status: 406, to: request)
        }
        var response = ResponseMessage(status: 406)
        response.fields["Vary"] = "Accept"
        response.fields["Content-Type"] = "text/plain; charset=utf-8"
        let lines = list.map { "\($0)\n" }.joined()
        response.body = .bytes(Array("The server writes none of the accepted media types. Available:\n\(lines)".utf8))
        return response
    }

    /// Makes the response that explains why a request could not be read.
    ///
    /// The body is a ``ProblemDetails`` in a type that the client accepts, or in the first available type, since any explanation
    /// is better than none. A client that accepts `application/json` also receives `application/problem+json`. A 415 for the
    /// media type has an Accept field with the readable types; for POST, PATCH and QUERY also Accept-Post, Accept-Patch and
    /// Accept-Query. A 415 for the content coding has an Accept-Encoding field instead. The response repeats nothing of the
    /// request's body, and does not name a Swift type.
    ///
    /// Source: RFC 9110 §12.5.1 (Accept may be disregarded), §15.5.16; RFC 9457; RFC 5789 §3.1 (Accept-Patch); W3C Linked
    /// Data Platform §7.1 (Accept-Post); RFC 10008 §3 (Accept-Query).
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

    /// Makes a response with a problem: in the best type that the client accepts, else in the first, else as text.
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

    /// Returns the best offer for a problem, under either of its names; nil if the client accepts none.
    private func problemOffer(of offers: [ContentNegotiation.Offer], accept: AcceptField?) -> MediaType? {
        let named = offers.flatMap { offer in
            [ContentNegotiation.Offer(offer.type.problemDetailsType, weight: offer.weight), offer]
        }
        let best = ContentNegotiation.rank(offers: named, accept: accept).first
        return best.map { offers[$0.offerIndex / 2].type }
    }

    /// Adds fields with the concrete media types that the registry reads.
    private func setReadableTypes(of response: inout ResponseMessage, for method: HTTPMethod) {
        let readTypes = readTypes
        let types = readTypes.map(\.description)
        // An Accept field without elements would mean that the server reads nothing.
        guard !types.isEmpty else { return }
        let value = types.joined(separator: ", ")
        response.fields["Accept"] = value
        if method == .post { response.fields["Accept-Post"] = value }
        if method == .patch { response.fields["Accept-Patch"] = value }
        if method == .query { try? response.fields.setAcceptedQueryTypes(readTypes.map { MediaRange($0) }) }
    }
}

extension SerializationError {
    /// The status for the response to a request that caused this error.
    ///
    /// A plugin that defines a code also sets its status.
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
