import Mimeograph

extension RequestFraming {
    /// Refuses methods that are not a token, and `CONNECT`, which makes a tunnel.
    ///
    /// Source: RFC 9110 §9.1, §9.3.6.
    static func check(_ method: HTTPMethod) throws(TransportError) {
        switch method {
        case .get, .head, .post, .put, .patch, .delete, .options, .trace: return
        case "CONNECT":
            throw TransportError(
                .unsupported,
                "CONNECT makes a tunnel, which a transport does by itself where a proxy needs one.",
                remedy: "Give the proxy with the options."
            )
        default:
            // The name of a field is a token, too.
            var fields = HeaderFields()
            do throws(HeaderFieldError) {
                try fields.append(method.rawValue, "")
            } catch {
                throw TransportError(
                    .invalidRequest,
                    "The method holds a character that none may have.",
                    remedy: "Write it in letters."
                )
            }
        }
    }

    /// Refuses URLs that are not absolute, not of HTTP, hold a user's name, or hold what must be percent-encoded.
    ///
    /// Characters beyond ASCII may stand in the host only, where they are a domain name's.
    ///
    /// Source: RFC 3986 §2, §3; RFC 9110 §4.2.
    static func check(url: String) throws(TransportError) {
        let bytes = url.utf8
        guard let colon = bytes.firstIndex(of: 0x3A),
            [4, 5].contains(bytes.distance(from: bytes.startIndex, to: colon)),
            ["http", "https"].contains(url[..<colon].lowercased()), bytes[colon...].starts(with: "://".utf8)
        else {
            throw TransportError(
                .invalidRequest,
                "The URL is not absolute, or its scheme is not http or https.",
                remedy: "Resolve it against a base URL first."
            )
        }
        var isAuthority = true
        var length = 0
        for byte in bytes[bytes.index(colon, offsetBy: 3)...] {
            switch byte {
            case 0x2F, 0x3F, 0x23: isAuthority = false
            case 0x40 where isAuthority:
                throw TransportError(
                    .invalidRequest,
                    "The URL holds a user's name.",
                    remedy: "Send it with an Authorization field."
                )
            case 0...0x20, 0x7F: throw notEncoded
            case 0x80... where !isAuthority: throw notEncoded
            default: break
            }
            if isAuthority { length += 1 }
        }
        guard length > 0 else {
            throw TransportError(.invalidRequest, "The URL has no host.", remedy: "Write it like https://example.com/.")
        }
    }

    private static var notEncoded: TransportError {
        TransportError(
            .invalidRequest,
            "The URL holds a character that must be percent-encoded.",
            remedy: "Encode spaces, control characters and what is not ASCII."
        )
    }
}
