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
        UTF8Key(local) == UTF8Key(name) && UTF8Key(self.uri) == UTF8Key(uri)
    }
}

extension XMLEventName: Hashable {
    static func == (one: XMLEventName, other: XMLEventName) -> Bool {
        one === other
            || (UTF8Key(one.prefix) == UTF8Key(other.prefix) && one.matches(other.local, namespace: other.uri))
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(UTF8Key(local))
        hasher.combine(UTF8Key(prefix))
        hasher.combine(UTF8Key(uri))
    }
}
