package import Mimeograph

/// The rules for fields that may follow a body.
///
/// Fields that recipients need before the body are not allowed. These are the fields for framing, routing and authentication,
/// conditions and controls of a request, and fields about caches and the content. A forged trailer therefore has no effect on any
/// recipient.
///
/// Source: RFC 9110 §6.5.1; RFC 7230 §4.1.2 lists the fields, and RFC 9110 §7.6.1 and RFC 6265 add further ones.
package enum TrailerRules {
    /// The maximum size of a request's trailers, in bytes. libcurl holds 64 KiB.
    static let maximumSize = 60 << 10

    private static let forbidden: Set<String> = [
        // Framing and routing.
        "content-length", "transfer-encoding", "trailer", "host", "connection", "keep-alive", "proxy-connection", "te",
        "upgrade",
        "via", "forwarded", "http2-settings",
        // Controls of a request.
        "cache-control", "expect", "max-forwards", "pragma", "range", "if-match", "if-none-match", "if-modified-since",
        "if-unmodified-since", "if-range", "accept", "accept-charset", "accept-encoding", "accept-language",
        // Identity of the client.
        "authorization", "proxy-authorization", "www-authenticate", "proxy-authenticate", "cookie", "set-cookie",
        "set-cookie2",
        "origin", "referer",
        // Controls of a response.
        "age", "expires", "date", "location", "retry-after", "vary", "warning", "clear-site-data",
        "strict-transport-security",
        // Format of the content.
        "content-encoding", "content-type", "content-range", "content-location", "content-disposition",
    ]

    package static func allow(_ name: String) -> Bool { !forbidden.contains(name.lowercased()) }

    /// Returns the trailers of a response without the fields that are not allowed there.
    package static func allowed(_ fields: HeaderFields) -> HeaderFields {
        var allowed = fields
        allowed.remove(contentsOf: fields.map(\.name).filter { !allow($0) })
        return allowed
    }
}

extension RequestTrailers {
    /// Returns the Trailer line that announces the fields, or no line if the request has one.
    ///
    /// - Throws: ``TransportError/Code/invalidRequest`` for a name that is not allowed in trailers, for a request without a body,
    ///   and for a request with Content-Length.
    package func announcement(in request: TransportRequest) throws(TransportError) -> [HeaderFields.Field] {
        if case .none = request.body {
            throw TransportError(
                .invalidRequest,
                "Trailers follow a body, but the request has no body.",
                remedy: "Give the request a body, which may be empty."
            )
        }
        guard !request.fields.contains("Content-Length") else { throw .trailersNeedChunks }
        if let refused = refused.first {
            throw TransportError(
                .invalidRequest,
                "A trailer cannot be sent.",
                remedy: "Remove line breaks from its value.",
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
                    remedy: "Use only letters, digits and hyphens in its name.",
                    underlying: error
                )
            }
            guard TrailerRules.allow(name) else {
                throw TransportError(
                    .invalidRequest,
                    "\(name) must be known before the body, so it cannot be a trailer.",
                    remedy: "Put it in the head of the request."
                )
            }
        }
        if !names.isEmpty, !request.fields.contains("Trailer") { announced["Trailer"] = names.joined(separator: ", ") }
        return announced.lines
    }

    /// Calls the closure for the fields, and checks that each one was announced.
    ///
    /// - Throws: ``TransportError/Code/bodyFailed``, also if the closure throws.
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
            remedy: error == nil ? "Name each field in RequestTrailers. Keep it short." : "See the underlying error.",
            underlying: error
        )
    }

    fileprivate static var trailersNeedChunks: TransportError {
        TransportError(
            .invalidRequest,
            "Trailers follow a chunked body, but the request has Content-Length.",
            remedy: "Remove Content-Length; the transport then sends the body in chunks."
        )
    }
}
