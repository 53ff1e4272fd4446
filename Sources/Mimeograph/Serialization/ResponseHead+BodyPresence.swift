extension ResponseHead {
    /// Whether the response may have a body, by its status and the method that it answers; its fields do not matter.
    ///
    /// It is false for HEAD, for 1xx, 204, 205 and 304, and for a successful CONNECT. Bytes that came all the same are
    /// not part of the response.
    ///
    /// Source: RFC 9110 §6.4.1, §9.3.6, §15.3.6.
    public var mayHaveBody: Bool {
        switch status {
        case 100...199, 204, 205, 304: false
        case 200...299 where requestMethod == "CONNECT": false
        default: requestMethod != .head
        }
    }

    /// Whether the response has a body: it may have one, and at least one byte came.
    public func hasBody(byteCount: Int) -> Bool { byteCount > 0 && mayHaveBody }
}
