import Mimeograph

/// A name in a stream of events. Each is made once for a stream, however often it comes.
final class XMLEventName: Sendable {
    let local: String
    let prefix: String?
    let uri: String?

    init(local: String, prefix: String?, uri: String?) {
        self.local = local
        self.prefix = prefix
        self.uri = uri
    }

    var qualified: String {
        guard let prefix else { return local }
        return "\(prefix):\(local)"
    }

    /// Whether it is this local name, in this namespace; nil means none.
    func matches(_ name: String, namespace uri: String?) -> Bool {
        ByteEqualString(local) == ByteEqualString(name) && ByteEqualString(self.uri) == ByteEqualString(uri)
    }
}

extension XMLEventName: Hashable {
    static func == (one: XMLEventName, other: XMLEventName) -> Bool {
        one === other
            || (ByteEqualString(one.prefix) == ByteEqualString(other.prefix)
                && one.matches(other.local, namespace: other.uri))
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(ByteEqualString(local))
        hasher.combine(ByteEqualString(prefix))
        hasher.combine(ByteEqualString(uri))
    }
}
