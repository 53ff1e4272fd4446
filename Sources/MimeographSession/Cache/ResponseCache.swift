import Mimeograph

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Keeps responses, and gives them again as long as they are fresh or the server says that they are still right.
///
/// ```swift
/// configuration.cache = try ResponseCache(memory: 16 << 20, directory: "/home/ada/.cache/hello/responses")
/// ```
/// It is a private cache: it belongs to one user. Responses to GET are kept where the server does not forbid it; those to requests
/// with different credentials are kept apart, and so are those that `Vary` tells apart. Responses that set cookies are not kept,
/// and neither are those to requests with Digest. Where the space is used up, those that were used longest ago go.
///
/// Source: RFC 9111.
public final class ResponseCache: Sendable {
    fileprivate struct Entry {
        var response: CachedResponse
        var used: Int
    }

    fileprivate struct State {
        /// The responses of a URL: one for each variant.
        var entries: [String: [Entry]] = [:]
        var size = 0
        var counter = 0
    }

    /// The most bytes in memory.
    public let memoryLimit: Int
    /// The most bytes of one response that is kept: an eighth of the larger limit.
    var largestEntry: Int { max(memoryLimit, disk?.limit ?? 0) / 8 }
    let now: @Sendable () -> Date
    private let disk: CacheDirectory?
    private let state = Guarded(State())

    /// At most so many variants of one URL are kept.
    private static let mostVariants = 8

    /// Makes an empty cache in memory.
    ///
    /// - Parameter memory: The most bytes. Default 8 MiB.
    public convenience init(memory: Int = 8 << 20) { self.init(memory: memory, disk: nil) { Date() } }

    /// Makes a cache that also keeps responses in a directory, for the next run of the program.
    ///
    /// The directory is the cache's own: what is there and has the form of its files is used and may be removed.
    ///
    /// - Parameters:
    ///   - memory: The most bytes in memory. Default 8 MiB.
    ///   - directory: The path of the directory, which is made where it is not there.
    ///   - limit: The most bytes in the directory. Default 64 MiB.
    /// - Throws: ``SessionError/Code/fileNotWritable``.
    public convenience init(memory: Int = 8 << 20, directory: String, limit: Int = 64 << 20) throws(SessionError) {
        self.init(memory: memory, disk: try CacheDirectory(path: directory, limit: limit)) { Date() }
    }

    init(memory: Int, disk: CacheDirectory?, now: @escaping @Sendable () -> Date) {
        memoryLimit = max(0, memory)
        self.disk = disk
        self.now = now
    }

    /// Takes everything away, from the directory too.
    public func removeAll() {
        state.withLock { $0 = State() }
        disk?.removeAll()
    }

    /// How many bytes are in memory.
    public var memoryUse: Int { state.withLock { $0.size } }
}

extension ResponseCache {
    /// What is stored for a request, fresh or not.
    func response(to request: RequestMessage, url: RequestURL) -> CachedResponse? {
        let found: CachedResponse? = state.withLock { state in
            // Of several the latest counts: what Vary names may have changed since. Source: RFC 9111 §4.1.
            let entries = state.entries[url.text] ?? []
            let fitting = entries.indices.filter { entries[$0].response.isFor(request) }
            guard let index = fitting.max(by: { entries[$0].response.isOlder(than: entries[$1].response) }) else {
                return nil
            }
            state.counter += 1
            state.entries[url.text]?[index].used = state.counter
            return entries[index].response
        }
        if let found { return found }
        guard let stored = disk?.response(for: url.text, where: { $0.isFor(request) }) else { return nil }
        keep(stored, for: url)
        return stored
    }

    func store(_ response: CachedResponse, for url: RequestURL) {
        keep(response, for: url)
        disk?.store(response, for: url.text)
    }

    func remove(_ url: RequestURL) {
        state.withLock { state in
            for entry in state.entries.removeValue(forKey: url.text) ?? [] {
                state.size -= State.size(of: entry.response, of: url.text)
            }
        }
        disk?.remove(url.text)
    }

    /// Takes away one variant.
    func remove(_ response: CachedResponse, of url: RequestURL) {
        state.withLock { $0.removeVariant(response, of: url.text) }
        disk?.remove(response, of: url.text)
    }

    private func keep(_ response: CachedResponse, for url: RequestURL) {
        let (size, limit) = (State.size(of: response, of: url.text), memoryLimit)
        state.withLock { state in
            state.removeVariant(response, of: url.text)
            guard size <= limit else { return }
            state.counter += 1
            state.entries[url.text, default: []].append(Entry(response: response, used: state.counter))
            state.size += size
            if let entries = state.entries[url.text], entries.count > Self.mostVariants {
                let first = state.entries[url.text]?.removeFirst()
                state.size -= first.map { State.size(of: $0.response, of: url.text) } ?? 0
            }
            while state.size > limit { state.removeOldest() }
        }
    }
}

extension ResponseCache.State {
    /// What an entry costs, its URL included: those may be long.
    static func size(of response: CachedResponse, of key: String) -> Int { response.size + key.utf8.count }

    fileprivate mutating func removeVariant(_ response: CachedResponse, of key: String) {
        for entry in entries[key] ?? [] where entry.response.isSameVariant(as: response) {
            size -= Self.size(of: entry.response, of: key)
        }
        entries[key]?.removeAll { $0.response.isSameVariant(as: response) }
        if entries[key]?.isEmpty == true { entries[key] = nil }
    }

    fileprivate mutating func removeOldest() {
        var oldest: (key: String, index: Int, used: Int)?
        for (key, list) in entries {
            for (index, entry) in list.enumerated() where entry.used < oldest?.used ?? .max {
                oldest = (key, index, entry.used)
            }
        }
        guard let oldest, let entry = entries[oldest.key]?.remove(at: oldest.index) else {
            self = ResponseCache.State()
            return
        }
        size -= Self.size(of: entry.response, of: oldest.key)
        if entries[oldest.key]?.isEmpty == true { entries[oldest.key] = nil }
    }
}

extension CachedResponse {
    fileprivate func isSameVariant(as other: CachedResponse) -> Bool {
        varyingFields == other.varyingFields && variant == other.variant
    }

    func isOlder(than other: CachedResponse) -> Bool { responseTime < other.responseTime }
}
