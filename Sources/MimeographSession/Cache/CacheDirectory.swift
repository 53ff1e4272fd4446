import Mimeograph
import MimeographFiles
import MimeographSupport

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The part of a cache that is kept in a directory: one file for each response.
///
/// A file is named by a digest of the URL and one of what tells variants apart, so that nothing has to be read to know where to
/// look. The digests have a key, which lies in the directory: the names alone give no means to try a guessed URL or password. A
/// file holds lines of text, an empty line, and the body. What cannot be read, or was cut short, is as if it were not there. A
/// file is written when its response has come, under a name of its own, and then renamed; what a crash leaves of that goes with
/// the next opening.
final class CacheDirectory: Sendable {
    fileprivate struct State {
        /// The names of a URL's files, by the digest of the URL.
        var files: [String: [String]] = [:]
        var sizes: [String: Int] = [:]
        var order = RecencyOrder<String>()
        var size = 0
    }

    let limit: Int
    /// What the digests are made with.
    let key: DigestKey
    private let directory: SystemDirectory
    private let state: Locked<State>

    private static let suffix = ".response"
    private static let keyName = "key"

    init(path: String, limit: Int) throws(SessionError) {
        self.limit = max(0, limit)
        var state = State()
        do throws(SystemError) {
            directory = try SystemDirectory.open(private: path)
            var entries = try directory.entries()
            for entry in entries where SystemFile.isAbandoned(entry.name, of: CacheDirectory.isOwn) {
                directory.remove(entry.name)
            }
            entries.removeAll { !$0.name.endsWithBytes(of: Self.suffix) }
            if let key = try Self.key(in: directory) {
                self.key = key
                for entry in entries.sorted(by: { $0.written < $1.written }) {
                    state.add(entry.name, size: entry.length)
                }
            } else {
                // Nothing of it could be found again: the key was lost, or an older version made it.
                for entry in entries { directory.remove(entry.name) }
                key = try Self.makeKey(in: directory)
            }
            for name in state.evict(over: self.limit) { directory.remove(name) }
        } catch {
            throw SessionError(
                .fileNotWritable,
                "The directory of the cache cannot be used: \(error.reason).",
                remedy:
                    "It must belong to this user alone and be no link; check its path, its owner and its permissions."
            )
        }
        self.state = Locked(state)
    }

    /// Whether the cache has files of this name.
    private static func isOwn(_ name: String) -> Bool {
        name.hasSameBytes(as: keyName) || name.endsWithBytes(of: suffix)
    }

    private static func key(in directory: SystemDirectory) throws(SystemError) -> DigestKey? {
        try directory.contents(of: keyName, atMost: DigestKey.size).flatMap(DigestKey.init)
    }

    /// Makes a key, unless another one makes it at the same moment: then that one counts.
    private static func makeKey(in directory: SystemDirectory) throws(SystemError) -> DigestKey {
        let made = DigestKey()
        do throws(SystemError) {
            try directory.write(made.bytes, to: keyName, replacing: false)
        } catch {
            guard error.isThatItExists else { throw error }
            if let key = try key(in: directory) { return key }
            // What is there is no key.
            try directory.write(made.bytes, to: keyName)
        }
        return made
    }

    /// What is stored for a URL and passes the test.
    func response(for url: String, where isWanted: (CachedResponse) -> Bool) -> CachedResponse? {
        guard let digest = key.digest(of: url) else { return nil }
        var latest: (name: String, response: CachedResponse)?
        for name in state.withLock({ $0.files[digest] ?? [] }) {
            guard let bytes = try? directory.contents(of: name, atMost: limit),
                let response = CachedResponse(fileContents: bytes, url: url)
            else {
                drop(name)
                continue
            }
            guard isWanted(response), latest.map({ $0.response.isOlder(than: response) }) ?? true else { continue }
            latest = (name, response)
        }
        if let latest { state.withLock { $0.touch(latest.name) } }
        return latest?.response
    }

    func store(_ response: CachedResponse, for url: String) {
        guard let digest = key.digest(of: url) else { return }
        let bytes = response.fileContents(url: url)
        guard bytes.count <= limit / 8 else { return }
        let name = Self.name(response, digest)
        guard (try? directory.write(bytes, to: name)) != nil else { return drop(name) }
        let evicted = state.withLock { state in
            state.add(name, size: bytes.count)
            return state.variants(over: CachedResponse.mostVariants, of: digest) + state.evict(over: limit)
        }
        for name in evicted { directory.remove(name) }
    }

    func remove(_ url: String) {
        guard let digest = key.digest(of: url) else { return }
        for name in state.withLock({ $0.files[digest] ?? [] }) { drop(name) }
    }

    /// Removes one variant.
    func remove(_ response: CachedResponse, of url: String) {
        guard let digest = key.digest(of: url) else { return }
        drop(Self.name(response, digest))
    }

    private static func name(_ response: CachedResponse, _ digest: String) -> String {
        "\(digest)-\(response.variant.prefix(16))\(suffix)"
    }

    func removeAll() {
        state.withLock { $0 = State() }
        // Those of another cache in the same directory, too.
        for entry in (try? directory.entries()) ?? [] where entry.name.endsWithBytes(of: Self.suffix) {
            directory.remove(entry.name)
        }
    }

    private func drop(_ name: String) {
        state.withLock { $0.remove(name) }
        directory.remove(name)
    }
}

extension CacheDirectory.State {
    mutating func add(_ name: String, size: Int) {
        remove(name)
        files[Self.key(name), default: []].append(name)
        sizes[name] = size
        order.use(name)
        self.size += size
    }

    mutating func remove(_ name: String) {
        guard let size = sizes.removeValue(forKey: name) else { return }
        self.size -= size
        order.remove(name)
        let key = Self.key(name)
        files[key]?.removeAll { $0 == name }
        if files[key]?.isEmpty == true { files[key] = nil }
    }

    mutating func touch(_ name: String) {
        if sizes[name] != nil { order.use(name) }
    }

    /// The names that have to go, the ones used longest ago, so that the rest has no more bytes than the limit.
    mutating func evict(over limit: Int) -> [String] {
        var evicted: [String] = []
        while size > limit, let oldest = order.removeOldest() {
            remove(oldest)
            evicted.append(oldest)
        }
        return evicted
    }

    /// The names that have to go, the ones written longest ago, so that a URL has no more than so many.
    mutating func variants(over limit: Int, of key: String) -> [String] {
        let evicted = Array((files[key] ?? []).dropLast(limit))
        for name in evicted { remove(name) }
        return evicted
    }

    private static func key(_ name: String) -> String { String(name.parts(at: "-", most: 1)[0]) }
}
