import Mimeograph
import MimeographFiles
import MimeographSupport

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The part of a cache that is stored in a directory, with one file for each response.
///
/// The name of a file consists of a digest of the URL and a digest of the variant, so a lookup reads no other files. The digests
/// use a key that is stored in the directory; without it, a guessed URL or password cannot be tested against the names. A file
/// contains lines of text, an empty line and the body. A file that is truncated or cannot be parsed counts as missing. A complete
/// response is written under a temporary name and then renamed. Opening the cache removes temporary files that a crash has left.
final class CacheDirectory: Sendable {
    fileprivate struct State {
        /// The names of a URL's files, by the digest of the URL.
        var files: [String: [String]] = [:]
        var sizes: [String: Int] = [:]
        var order = RecencyOrder<String>()
        var size = 0
    }

    let limit: Int
    /// The key of the digests.
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
                // The key was lost, or an older version made the directory, so no file could be found again.
                for entry in entries { directory.remove(entry.name) }
                key = try Self.makeKey(in: directory)
            }
            for name in state.evict(over: self.limit) { directory.remove(name) }
        } catch {
            throw SessionError(
                .fileNotWritable,
                "The directory of the cache cannot be used: \(error.reason).",
                remedy: "It must belong to this user alone and not be a link. Check its path, owner and permissions."
            )
        }
        self.state = Locked(state)
    }

    /// Returns whether the cache uses files with this name.
    private static func isOwn(_ name: String) -> Bool {
        name.hasSameBytes(as: keyName) || name.endsWithBytes(of: suffix)
    }

    private static func key(in directory: SystemDirectory) throws(SystemError) -> DigestKey? {
        try directory.contents(of: keyName, atMost: DigestKey.size).flatMap(DigestKey.init)
    }

    /// Makes a key. If another process makes one at the same moment, returns that one.
    private static func makeKey(in directory: SystemDirectory) throws(SystemError) -> DigestKey {
        let made = DigestKey()
        do throws(SystemError) {
            try directory.write(made.bytes, to: keyName, replacing: false)
        } catch {
            guard error.isThatItExists else { throw error }
            if let key = try key(in: directory) { return key }
            // The existing file does not contain a key.
            try directory.write(made.bytes, to: keyName)
        }
        return made
    }

    /// Returns the latest response for a URL that passes a test. It reads either the responses to QUERY or all others.
    func response(
        for url: String,
        isOfQuery: Bool,
        where isWanted: (CachedResponse) -> Bool
    ) -> CachedResponse? {
        guard let digest = key.digest(of: url) else { return nil }
        var latest: (name: String, response: CachedResponse)?
        for name in state.withLock({ $0.files[digest] ?? [] }) where State.isOfQuery(name) == isOfQuery {
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
            return state.variants(over: CachedResponse.mostVariants, like: name) + state.evict(over: limit)
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
        // Includes the files of another cache in the same directory.
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

    /// Removes the names used longest ago until the total size is within the limit, and returns them.
    mutating func evict(over limit: Int) -> [String] {
        var evicted: [String] = []
        while size > limit, let oldest = order.removeOldest() {
            remove(oldest)
            evicted.append(oldest)
        }
        return evicted
    }

    /// Removes the names written longest ago until a URL has at most this many of the same method, and returns them.
    mutating func variants(over limit: Int, like name: String) -> [String] {
        let isOfQuery = Self.isOfQuery(name)
        let alike = (files[Self.key(name)] ?? []).filter { Self.isOfQuery($0) == isOfQuery }
        let evicted = Array(alike.dropLast(limit))
        for name in evicted { remove(name) }
        return evicted
    }

    /// Returns whether a file has a response to QUERY. The variant follows the digest of the URL.
    fileprivate static func isOfQuery(_ name: String) -> Bool {
        name.parts(at: "-", most: 1).last?.beginsWithBytes(of: CachedResponse.queryMark) == true
    }

    private static func key(_ name: String) -> String { String(name.parts(at: "-", most: 1)[0]) }
}
