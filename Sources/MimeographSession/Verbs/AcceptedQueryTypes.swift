import Mimeograph
import MimeographStructuredFields
import MimeographSupport

/// The media types in which servers accept the content of QUERY, as their responses listed them in `Accept-Query`.
///
/// A session remembers the lists of the 256 paths that it used last, with at most 64 media ranges each. A list holds for all URLs
/// with the same path, whatever their queries are. A field that cannot be parsed changes nothing, and neither does a field that
/// has more than 4,096 bytes together with the path.
///
/// Source: RFC 10008 §3.
final class AcceptedQueryTypes: Sendable {
    private struct State {
        var ranges: [ByteEqualString: [MediaRange]] = [:]
        var order = RecencyOrder<ByteEqualString>()
    }

    private static let mostPaths = 256
    private static let mostRanges = 64
    private static let mostBytes = 4096

    private let state = Locked(State())

    /// The number of paths.
    var count: Int { state.withLock { $0.ranges.count } }

    /// Returns the media ranges for a URL; nil if no response listed any.
    func ranges(at url: RequestURL) -> [MediaRange]? {
        let key = Self.key(url)
        return state.withLock { state in
            guard let ranges = state.ranges[key] else { return nil }
            state.order.use(key)
            return ranges
        }
    }

    /// Remembers the media ranges of a response for a URL.
    ///
    /// - Returns: Whether the response lists any that are remembered.
    @discardableResult
    func learn(from fields: HeaderFields, at url: RequestURL) -> Bool {
        let key = Self.key(url)
        let size = fields.values(of: "Accept-Query").reduce(key.text.utf8.count) { $0 + $1.utf8.count }
        guard size <= Self.mostBytes, let ranges = try? fields.acceptedQueryTypes(), !ranges.isEmpty else {
            return false
        }
        state.withLock { state in
            state.ranges[key] = Array(ranges.prefix(Self.mostRanges))
            state.order.use(key)
            if state.order.count > Self.mostPaths, let oldest = state.order.removeOldest() {
                state.ranges[oldest] = nil
            }
        }
        return true
    }

    private static func key(_ url: RequestURL) -> ByteEqualString {
        ByteEqualString("\(url.origin)\(url.path)")
    }
}

extension SerializerRegistry {
    /// Returns the media type to write a value in, for a server that accepts these ranges. Nil if none can be written.
    ///
    /// The type of the writer with the largest weight is chosen, or the first registered one of these, because the order of the
    /// ranges has no meaning. If no declared type is accepted, it is a type that the server names and a format reads, such as
    /// `application/vnd.api+json` for JSON.
    ///
    /// Source: RFC 10008 §3.
    func type<Value>(for value: Value, acceptedBy ranges: [MediaRange]) -> MediaType? {
        for (type, _) in writtenTypes(for: value) where ranges.contains(where: { $0.contains(type) }) { return type }
        return typesWrittenByName(for: value, accept: AcceptField(ranges.map { AcceptField.Element($0) })).first?.type
    }
}

extension HTTPSessionManager {
    /// Returns the media type to write a value in. It is nil unless the request is a QUERY without a Content-Type, and the server
    /// has listed a type that can be written.
    func queryType<Value>(for value: Value, in message: RequestMessage) -> MediaType? {
        guard message.method == .query, !message.fields.contains("Content-Type"),
            let url = queryURL(message), let ranges = session.acceptedQueryTypes.ranges(at: url)
        else { return nil }
        return serializers.type(for: value, acceptedBy: ranges)
    }

    /// Remembers the media types that a response lists.
    func learnQueryTypes(from head: ResponseHead) {
        guard head.fields.contains("Accept-Query"), let url = head.url.flatMap({ try? RequestURL($0) }) else { return }
        session.acceptedQueryTypes.learn(from: head.fields, at: url)
    }

    /// Returns the request to send instead of a QUERY whose format the server rejected: the same content in a format that the
    /// server lists. Nil if there is none, or if the caller chose the format. The server of another origin, after a redirect,
    /// does not choose the format for this one.
    ///
    /// - Parameter write: Writes the request again.
    func rewritten(
        _ message: RequestMessage,
        after error: SessionError,
        _ write: () throws(SessionError) -> RequestMessage
    ) -> RequestMessage? {
        // An error with another code may have a head that was not verified. After a redirect, the URL of the request is another
        // one than that of the response.
        guard error.code == .unacceptableStatus, let head = error.head, head.status == 415,
            let url = queryURL(message), let answering = head.url.flatMap({ try? RequestURL($0) }),
            answering.hasSameOrigin(as: url), session.acceptedQueryTypes.learn(from: head.fields, at: url),
            let other = try? write(), let type = other.fields.contentType, type != message.fields.contentType,
            // Each multipart body has another boundary.
            !type.essence.beginsWithBytes(of: "multipart/")
        else { return nil }
        return other
    }

    private func queryURL(_ message: RequestMessage) -> RequestURL? {
        guard let base else { return try? RequestURL(message.url) }
        return try? RequestURL(message.url, relativeTo: base.url)
    }
}
