package import Mimeograph

/// Which fields may stand behind a body.
///
/// What must be known before the body is read may not: what delimits, routes and authenticates a message, conditions and controls of a
/// request, what controls caches, and what says how the content is read. A forged one has no effect then, whatever reads it.
///
/// Source: RFC 9110 §6.5.1; the fields are those of RFC 7230 §4.1.2 and what RFC 9110 §7.6.1 and RFC 6265 have besides.
package enum TrailerRules {
    /// The most bytes of the trailers of a request; libcurl holds 64 KiB of them.
    static let maximumSize = 60 << 10

    private static let forbidden: Set<String> = [
        // What delimits and routes.
        "content-length", "transfer-encoding", "trailer", "host", "connection", "keep-alive", "proxy-connection", "te",
        "upgrade",
        "via", "forwarded", "http2-settings",
        // What a request says of how it is to be handled.
        "cache-control", "expect", "max-forwards", "pragma", "range", "if-match", "if-none-match", "if-modified-since",
        "if-unmodified-since", "if-range", "accept", "accept-charset", "accept-encoding", "accept-language",
        // Who asks.
        "authorization", "proxy-authorization", "www-authenticate", "proxy-authenticate", "cookie", "set-cookie",
        "set-cookie2",
        "origin", "referer",
        // What a response says of how it is to be handled.
        "age", "expires", "date", "location", "retry-after", "vary", "warning", "clear-site-data",
        "strict-transport-security",
        // How the content is read.
        "content-encoding", "content-type", "content-range", "content-location", "content-disposition",
    ]

    /// Whether a field of that name may stand in trailers.
    package static func allow(_ name: String) -> Bool { !forbidden.contains(name.lowercased()) }

    /// The trailers of a response without those that may not stand there.
    package static func allowed(_ fields: HeaderFields) -> HeaderFields {
        var allowed = fields
        allowed.remove(contentsOf: fields.map(\.name).filter { !allow($0) })
        return allowed
    }
}

extension RequestTrailers {
    /// The line that announces them, unless the request has one.
    ///
    /// - Throws: ``TransportError/Code/invalidRequest`` for a name that may not stand in trailers, and for a request without a body, or
    ///   with Content-Length.
    package func announcement(in request: TransportRequest) throws(TransportError) -> [HeaderFields.Field] {
        if case .none = request.body {
            throw TransportError(
                .invalidRequest,
                "Trailers follow a body, and the request has none.",
                remedy: "Give it a body, of no bytes if need be."
            )
        }
        guard !request.fields.contains("Content-Length") else { throw .trailersNeedChunks }
        if let refused = refused.first {
            throw TransportError(
                .invalidRequest,
                "A trailer cannot be sent.",
                remedy: "Take line breaks out of its value.",
                underlying: refused
            )
        }
        var announced = HeaderFields()
        for name in names {
            var fields = HeaderFields()
            do throws(HeaderFieldError) {
                try fields.append(name, "")
            } catch {
                throw TransportError(
                    .invalidRequest,
                    "A trailer cannot be sent.",
                    remedy: "Write its name in letters.",
                    underlying: error
                )
            }
            guard TrailerRules.allow(name) else {
                throw TransportError(
                    .invalidRequest,
                    "\(name) must be known before the body, and may not be a trailer.",
                    remedy: "Put it into the head of the request."
                )
            }
        }
        if !names.isEmpty, !request.fields.contains("Trailer") { announced["Trailer"] = names.joined(separator: ", ") }
        return announced.lines
    }

    /// Asks for the fields, and sees to it that they are those that were announced.
    ///
    /// - Throws: ``TransportError/Code/bodyFailed``, where the closure throws too.
    package func checkedFields() throws(TransportError) -> HeaderFields {
        let fields: HeaderFields
        do {
            fields = try self.fields()
        } catch {
            throw .trailersFailed("The trailers could not be produced.", error)
        }
        if let refused = fields.refused.first { throw .trailersFailed("A trailer cannot be sent.", refused) }
        let names = Set(names.map { $0.lowercased() })
        var size = 0
        for line in fields {
            guard names.contains(line.name.lowercased()) else {
                throw .trailersFailed("The trailers have a field that was not announced: \(line.name).", nil)
            }
            size += line.name.utf8.count + line.value.utf8.count + 4
        }
        guard size <= TrailerRules.maximumSize else {
            throw .trailersFailed("The trailers have more than \(TrailerRules.maximumSize) bytes.", nil)
        }
        return fields
    }
}

extension TransportError {
    fileprivate static func trailersFailed(_ message: String, _ error: (any Error)?) -> TransportError {
        TransportError(
            .bodyFailed,
            message,
            remedy: error == nil ? "Name each field in RequestTrailers, and keep them short." : "See what led to it.",
            underlying: error
        )
    }

    /// Two ways to tell where one body ends.
    fileprivate static var trailersNeedChunks: TransportError {
        TransportError(
            .invalidRequest,
            "Trailers follow the chunks of a body, and Content-Length says that there are none.",
            remedy: "Take Content-Length away: the transport sends the body in chunks."
        )
    }
}
