import Mimeograph
import MimeographSupport

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
/// It is a private cache, and several users may share it all the same: what one of them got is not given to another. Responses to
/// requests with different credentials, cookies, or other fields that tell users apart are kept apart, and so are those that came
/// from another `Host`, over another socket or proxy, or under another ``SecurityPolicy``, and those that `Vary` tells apart.
///
/// Responses to GET are kept where the server does not forbid it: those of statuses that RFC 9110 §15.1 names, and those of any
/// final status where the server says for how long, or says `public` and gives a validator, but for those that answer a condition
/// or a challenge. Responses that set cookies are not kept, and neither are those to requests with Digest, or with more than
/// 64 KiB of fields. Where the space is used up, those that were used longest ago go.
///
/// What is kept answers more than the request that it came for:
/// - a request for one range of a whole response, 206 or 416, with `If-Range` too; parts that came, as far as they go together. Parts
///   are kept and put together where they have the same strong entity tag and no content coding, in at most 32 pieces;
/// - HEAD; what a response to HEAD says is taken over, or takes away what it contradicts;
/// - requests that differ in nothing that `Vary` means: spaces at commas, the case of codings and languages, the order of codings.
///
/// A response that is stale is given where the server, the request or the program allows it; see ``StaleResponses``, which also
/// turns it off. One that says `immutable` is not asked about again for a request with `max-age=0`, as long as it is fresh;
/// `no-cache` does that.
///
/// Transports that trust different authorities need a cache each: it sees policies, and not what a transport was set up with.
///
/// Source: RFC 9111; RFC 5861; RFC 8246.
public final class ResponseCache: Sendable {
    fileprivate struct Entry {
        var response: CachedResponse
        let id: Int
    }

    fileprivate struct State {
        /// The responses of a URL: one for each variant.
        var entries: [ByteEqualString: [Entry]] = [:]
        /// The URL of each entry, by its number.
        var urls: [Int: ByteEqualString] = [:]
        var order = RecencyOrder<Int>()
        var size = 0
        var counter = 0
        /// The responses that are asked about in the background, by URL and variant.
        var revalidating: Set<ByteEqualString> = []
        /// How many requests have changed things, and which one was the last for a URL, as far back as is remembered.
        var changes = 0
        var changed: [ByteEqualString: Int] = [:]
        var changedOrder = RecencyOrder<ByteEqualString>()
        /// The last one whose URL is not remembered any more: it may have been any.
        var forgottenChange = 0
    }

    /// So many URLs are remembered of those that requests have changed.
    private static let mostChanged = 1024

    /// The most bytes in memory.
    public let memoryLimit: Int
    /// The most bytes of one response that is kept: an eighth of the larger limit.
    var largestEntry: Int { max(memoryLimit, disk?.limit ?? 0) / 8 }
    let now: @Sendable () -> Date
    private let disk: CacheDirectory?
    /// What digests are made with; the directory's own where there is one, so that the next run finds them again.
    private let key: DigestKey
    private let state = Locked(State())

    /// Makes an empty cache in memory.
    ///
    /// - Parameter memory: The most bytes. Default 8 MiB.
    public convenience init(memory: Int = 8 << 20) { self.init(memory: memory, disk: nil) { Date() } }

    /// Makes a cache that also keeps responses in a directory, for the next run of the program.
    ///
    /// The directory is the cache's own: what is there and has the form of its files is used and may be removed. Only its owner
    /// may look into it, and the names of its files say nothing about what is in them. One that belongs to another user, that is
    /// a symbolic link, or in which all users keep files is refused.
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
        key = disk?.key ?? DigestKey()
        self.now = now
    }

    /// Takes everything away, from the directory too.
    public func removeAll() {
        forgetAll()
        guard let disk else { return }
        disk.removeAll()
        // What was read from a file before that file was removed.
        forgetAll()
    }

    private func forgetAll() {
        state.withLock { state in
            var empty = State()
            // They are still under way, and are taken out when they end.
            empty.revalidating = state.revalidating
            // What was asked before a change is not stored afterwards.
            empty.changes = state.changes + 1
            empty.forgottenChange = empty.changes
            state = empty
        }
    }

    /// How many bytes are in memory.
    public var memoryUse: Int { state.withLock { $0.size } }
}

extension ResponseCache {
    /// What is stored for a request, fresh or not.
    func response(to request: RequestMessage, url: RequestURL, _ partition: CachePartition? = nil) -> CachedResponse? {
        let partition = partition ?? CachePartition(request, url, CachePartition.Route())
        let isFor = { (response: CachedResponse) in
            self.variant(request, partition, response.varyingFields)?.hasSameBytes(as: response.variant) == true
        }
        let found: CachedResponse? = state.withLock { state in
            // Of several the latest counts: what Vary names may have changed since. Source: RFC 9111 §4.1.
            let fitting = (state.entries[ByteEqualString(url.text)] ?? []).filter { isFor($0.response) }
            guard let entry = fitting.max(by: { $0.response.isOlder(than: $1.response) }) else { return nil }
            state.order.use(entry.id)
            return entry.response
        }
        if let found { return found }
        let count = changes
        guard let stored = disk?.response(for: url.text, where: isFor) else { return nil }
        keep(stored, for: url, since: count)
        return stored
    }

    /// A digest of what tells a request from others for its URL, where a response varies with these fields.
    func variant(_ request: RequestMessage, _ partition: CachePartition, _ names: [String]) -> String? {
        var bytes = Array("\(partition.bytes.count):".utf8) + partition.bytes
        for name in names {
            let values = request.fields.values(of: name)
            // A field without a value is another request than one without the field.
            bytes += "\(name)\(values.isEmpty ? "" : ":")\n".utf8
            bytes += SelectingField.canonical(name, values)
            bytes.append(UInt8(ascii: "\n"))
        }
        return key.digest(of: bytes)
    }

    /// Says that a response is being asked about.
    ///
    /// - Returns: False where it is already.
    func beginRevalidation(of response: CachedResponse, _ url: RequestURL) -> Bool {
        state.withLock { $0.revalidating.insert(Self.key(response, url)).inserted }
    }

    func endRevalidation(of response: CachedResponse, _ url: RequestURL) {
        _ = state.withLock { $0.revalidating.remove(Self.key(response, url)) }
    }

    private static func key(_ response: CachedResponse, _ url: RequestURL) -> ByteEqualString {
        ByteEqualString("\(response.variant) \(url.text)")
    }

    /// Stores a response, unless a request may have changed what is at the URL since there were so many changes.
    ///
    /// - Returns: Whether it is stored.
    @discardableResult
    func store(_ response: CachedResponse, for url: RequestURL, since count: Int) -> Bool {
        guard keep(response, for: url, since: count) else { return false }
        disk?.store(response, for: url.text)
        // A change that came during the write did not find the file yet.
        guard !isChanged(url, since: count) else {
            disk?.remove(response, of: url.text)
            return false
        }
        return true
    }

    /// How many requests have changed things so far.
    var changes: Int { state.withLock { $0.changes } }

    /// Takes away what is stored for a URL, since a request has changed what is there, and keeps out what was asked for before.
    func invalidate(_ url: RequestURL) {
        forget(url)
        guard let disk else { return }
        disk.remove(url.text)
        // What was read from a file before that file was removed.
        forget(url)
    }

    private func forget(_ url: RequestURL) {
        let key = ByteEqualString(url.text)
        state.withLock { state in
            state.changes += 1
            state.changed[key] = state.changes
            state.changedOrder.use(key)
            if state.changedOrder.count > Self.mostChanged, let oldest = state.changedOrder.removeOldest() {
                state.forgottenChange = state.changed.removeValue(forKey: oldest) ?? state.changes
            }
            state.remove(key)
        }
    }

    /// Whether a request may have changed what is at a URL since there were so many changes.
    private func isChanged(_ url: RequestURL, since count: Int) -> Bool {
        state.withLock { $0.isChanged(ByteEqualString(url.text), since: count) }
    }

    func remove(_ url: RequestURL) {
        state.withLock { $0.remove(ByteEqualString(url.text)) }
        disk?.remove(url.text)
    }

    /// Removes one variant.
    func remove(_ response: CachedResponse, of url: RequestURL) {
        state.withLock { $0.removeVariant(response, of: ByteEqualString(url.text)) }
        disk?.remove(response, of: url.text)
    }

    /// Keeps a response in memory, unless a request may have changed what is at the URL since there were so many
    /// changes.
    ///
    /// - Returns: False if there may have been such a change.
    @discardableResult
    private func keep(_ response: CachedResponse, for url: RequestURL, since count: Int) -> Bool {
        let (key, limit) = (ByteEqualString(url.text), memoryLimit)
        let size = State.size(of: response, of: key)
        return state.withLock { state -> Bool in
            guard !state.isChanged(key, since: count) else { return false }
            state.removeVariant(response, of: key)
            guard size <= limit else { return true }
            state.add(response, for: key)
            if let entries = state.entries[key], entries.count > CachedResponse.mostVariants {
                state.remove(entries[0].id)
            }
            while state.size > limit, let oldest = state.order.removeOldest() { state.remove(oldest) }
            return true
        }
    }
}

extension ResponseCache.State {
    /// What an entry costs, its URL included: those may be long.
    static func size(of response: CachedResponse, of url: ByteEqualString) -> Int {
        response.size + url.text.utf8.count
    }

    fileprivate mutating func remove(_ url: ByteEqualString) {
        for entry in entries[url] ?? [] { remove(entry.id) }
    }

    fileprivate func isChanged(_ url: ByteEqualString, since count: Int) -> Bool {
        max(changed[url] ?? 0, forgottenChange) > count
    }

    fileprivate mutating func add(_ response: CachedResponse, for url: ByteEqualString) {
        counter += 1
        entries[url, default: []].append(ResponseCache.Entry(response: response, id: counter))
        urls[counter] = url
        order.use(counter)
        size += Self.size(of: response, of: url)
    }

    fileprivate mutating func remove(_ id: Int) {
        order.remove(id)
        guard let url = urls.removeValue(forKey: id), let index = entries[url]?.firstIndex(where: { $0.id == id }),
            let entry = entries[url]?.remove(at: index)
        else { return }
        size -= Self.size(of: entry.response, of: url)
        if entries[url]?.isEmpty == true { entries[url] = nil }
    }

    fileprivate mutating func removeVariant(_ response: CachedResponse, of url: ByteEqualString) {
        for entry in entries[url] ?? [] where entry.response.isSameVariant(as: response) { remove(entry.id) }
    }
}

extension CachedResponse {
    fileprivate func isSameVariant(as other: CachedResponse) -> Bool {
        varyingFields.elementsEqual(other.varyingFields) { $0.hasSameBytes(as: $1) }
            && variant.hasSameBytes(as: other.variant)
    }

    func isOlder(than other: CachedResponse) -> Bool { responseTime < other.responseTime }
}
