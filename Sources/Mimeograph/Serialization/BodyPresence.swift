/// Whether a message has a body at all, which is settled before any serializer is chosen.
public enum BodyPresence {
    /// Whether a response with this status, to this method, never has a body, whatever its fields say.
    ///
    /// That is so for HEAD, for 1xx, 204, 205 and 304, and for a successful CONNECT.
    ///
    /// Source: RFC 9110 §6.4.1, §9.3.6, §15.3.6.
    public static func isForbidden(status: Int, requestMethod: HTTPMethod) -> Bool {
        switch status {
        case 100...199, 204, 205, 304: true
        case 200...299 where requestMethod == "CONNECT": true
        default: requestMethod == .head
        }
    }

    /// Whether a response has no body: it may not have one, or it has zero bytes.
    ///
    /// Bytes that came where there may be none are not looked at.
    public static func isEmpty(_ head: ResponseHead, byteCount: Int) -> Bool {
        byteCount == 0 || isForbidden(status: head.status, requestMethod: head.requestMethod)
    }
}
