public import Mimeograph

extension RequestMessage {
    /// Adds a query to the URL: behind one that is there, and before a fragment.
    ///
    /// ```swift
    /// var message = RequestMessage(url: "https://example.com/search?lang=en#results")
    /// message.appendQuery("q=swift")   // https://example.com/search?lang=en&q=swift#results
    /// ```
    /// - Parameter query: Escaped text without a leading `?`; an empty one changes nothing.
    ///
    /// Source: RFC 3986 §3.4, §3.5. AFNetworking puts the query behind the fragment, where no server ever sees it.
    public mutating func appendQuery(_ query: String) {
        if query.isEmpty { return }
        let bytes = url.utf8
        let end = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
        let beforeFragment = bytes[..<end]
        var separator = "?"
        if beforeFragment.contains(UInt8(ascii: "?")) {
            // Nothing stands between the pairs already where the query is empty or ends with its separator.
            let last = beforeFragment.last
            separator = last == UInt8(ascii: "?") || last == UInt8(ascii: "&") ? "" : "&"
        }
        url = "\(url[..<end])\(separator)\(query)\(url[end...])"
    }
}
