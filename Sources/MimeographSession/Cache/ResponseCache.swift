import Mimeograph
import MimeographSupport

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A cache of responses, which returns them while they are fresh or the server confirms them.
///
/// ```swift
/// configuration.cache = try ResponseCache(memory: 16 << 20, directory: "/home/ada/.cache/hello/responses")
/// ```
/// It is a private cache that several users can share: it never returns the response of one user to another. It stores responses
/// separately if the requests differ in credentials, cookies, other fields that identify users, `Host`, or a field that `Vary`
/// names. It also separates them by the socket, the proxy, the ``SecurityPolicy`` and the ``Transport/trustIdentity`` of the
/// transport.
///
/// The cache stores responses to GET and QUERY unless the server forbids it. A response to QUERY answers only requests with the
/// same content, byte for byte, and the same Content-Type; the content must be bytes in memory. A status in RFC 9110 §15.1 needs
/// a lifetime or a validator from the server. Any other final status needs a lifetime, or `public` and a validator. The cache
/// does not store answers to a condition or a challenge, responses that set cookies, or responses with more than 64 KiB of
/// fields. It also stores no response to a request with Digest. If the space is used up, the cache removes the responses used
/// longest ago.
///
/// A stored response also answers requests other than its own:
/// - a request for one range of a complete response, with 206 or 416, also with `If-Range`. Received parts are stored and joined
///   if they have the same strong entity tag and no content coding, in at most 32 pieces;
/// - HEAD. A response to HEAD updates the stored response, or removes it if they contradict each other;
/// - requests with an equivalent field for `Vary`: spaces around commas, the case and the order of codings do not count.
///
/// The cache returns a stale response if the server, the request or the program allows it; ``StaleResponses`` can turn that off.
/// A fresh response with `immutable` is not revalidated for a request with `max-age=0`; `no-cache` revalidates it.
///
/// Source: RFC 9111; RFC 5861; RFC 8246; RFC 10008 §2.7.
public final class ResponseCache: Sendable {
    fileprivate struct Entry {
        var response: CachedResponse
        let id: Int
    }

    fileprivate struct State {
        /// The responses of a URL, one for each variant.
        var entries: [ByteEqualString: [Entry]] = [:]
        /// The URL of each entry by its number.
        var urls: [Int: ByteEqualString] = [:]
        var order = RecencyOrder<Int>()
        var size = 0
        var counter = 0
        /// The responses that are being revalidated in the background, by URL and variant.
        var revalidating: Set<ByteEqualString> = []
        /// The number of requests with changes, and the number of the last one for each URL that is remembered.
        var changes = 0
        var changed: [ByteEqualString: Int] = [:]
        var changedOrder = RecencyOrder<ByteEqualString>()
        /// The last change whose URL is no longer remembered; it may concern any URL.
        var forgottenChange = 0
    }

    /// The most changed URLs that are remembered.
    private static let mostChanged = 1024

    /// The most bytes in memory.
    public let memoryLimit: Int
    /// The most bytes of one stored response: an eighth of the larger limit.
    var largestEntry: Int { max(memoryLimit, disk?.limit ?? 0) / 8 }
    let now: @Sendable () -> Date
    private let disk: CacheDirectory?
    /// The key of the digests. It comes from the directory, if any, so that the next run finds the responses again.
    private let key: DigestKey
    private let state = Locked(State())

    /// Makes an empty cache in memory.
    ///
    /// - Parameter memory: The most bytes. Default 8 MiB.
    public convenience init(memory: Int = 8 << 20) { self.init(memory: memory, disk: nil) { Date() } }

    /// Makes a cache that also stores responses in a directory, for the next run of the program.
    ///
    /// The directory must belong to the cache, which uses, and may remove, any file there whose name has the cache's form. Only
    /// the owner may read the directory, and the file names reveal nothing about the contents. The cache rejects a directory that
    /// belongs to another user, is a symbolic link, or is shared by all users, such as `/tmp`.
    ///
    /// - Parameters:
    ///   - memory: The most bytes in memory. Default 8 MiB.
    ///   - directory: The path of the directory, which is created if it is missing.
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

    /// Removes all responses, also from the directory.
    public func removeAll() {
        forgetAll()
        guard let disk else { return }
        disk.removeAll()
        // Removes responses that were read from a file before it was removed.
        forgetAll()
    }

    private func forgetAll() {
        state.withLock { state in
            var empty = State()
            // Revalidations still run; each removes itself when it ends.
            empty.revalidating = state.revalidating
            // Responses to earlier requests are not stored after this change.
            empty.changes = state.changes + 1
            empty.forgottenChange = empty.changes
            state = empty
        }
    }

    /// The number of bytes in memory.
    public var memoryUse: Int { state.withLock { $0.size } }
}

extension ResponseCache {
    /// Returns the stored response for a request, fresh or not.
    func response(to request: RequestMessage, url: RequestURL, _ partition: CachePartition? = nil) -> CachedResponse? {
        let partition = partition ?? CachePartition(request, url, CachePartition.Route())
        let isOfQuery = request.method == .query
        let isFor = { (response: CachedResponse) in
            response.isOfQuery == isOfQuery
                && self.variant(request, partition, response.varyingFields)?.hasSameBytes(as: response.variant) == true
        }
        let found: CachedResponse? = state.withLock { state in
            // The latest of several responses counts, because Vary may have changed since. Source: RFC 9111 §4.1.
            let fitting = (state.entries[ByteEqualString(url.text)] ?? []).filter { isFor($0.response) }
            guard let entry = fitting.max(by: { $0.response.isOlder(than: $1.response) }) else { return nil }
            state.order.use(entry.id)
            return entry.response
        }
        if let found { return found }
        let count = changes
        guard let stored = disk?.response(for: url.text, isOfQuery: isOfQuery, where: isFor) else { return nil }
        keep(stored, for: url, since: count)
        return stored
    }

    /// Returns a digest that identifies a request among those for its URL, if a response varies with these fields.
    func variant(_ request: RequestMessage, _ partition: CachePartition, _ names: [String]) -> String? {
        var bytes = Array("\(partition.bytes.count):".utf8) + partition.bytes
        for name in names {
            let values = request.fields.values(of: name)
            // An empty field is different from a missing field.
            bytes += "\(name)\(values.isEmpty ? "" : ":")\n".utf8
            bytes += SelectingField.canonical(name, values)
            bytes.append(UInt8(ascii: "\n"))
        }
        guard let digest = key.digest(of: bytes) else { return nil }
        return request.method == .query ? CachedResponse.queryMark + digest : digest
    }

    /// Marks a response as being revalidated.
    ///
    /// - Returns: False if it already is.
    func beginRevalidation(of response: CachedResponse, _ url: RequestURL) -> Bool {
        state.withLock { $0.revalidating.insert(Self.key(response, url)).inserted }
    }

    func endRevalidation(of response: CachedResponse, _ url: RequestURL) {
        _ = state.withLock { $0.revalidating.remove(Self.key(response, url)) }
    }

    private static func key(_ response: CachedResponse, _ url: RequestURL) -> ByteEqualString {
        ByteEqualString("\(response.variant) \(url.text)")
    }

    /// Stores a response, unless the resource may have changed since the given number of changes.
    ///
    /// - Returns: Whether the response is stored.
    @discardableResult
    func store(_ response: CachedResponse, for url: RequestURL, since count: Int) -> Bool {
        guard keep(response, for: url, since: count) else { return false }
        disk?.store(response, for: url.text)
        // A change during the write could not remove the file yet.
        guard !isChanged(url, since: count) else {
            disk?.remove(response, of: url.text)
            return false
        }
        return true
    }

    /// The number of requests with changes so far.
    var changes: Int { state.withLock { $0.changes } }

    /// Removes the stored responses of a URL after a request with changes, and prevents storing responses to earlier requests.
    func invalidate(_ url: RequestURL) {
        forget(url)
        guard let disk else { return }
        disk.remove(url.text)
        // Removes responses that were read from a file before it was removed.
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

    /// Returns whether the resource at a URL may have changed since the given number of changes.
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

    /// Stores a response in memory, unless the resource may have changed since the given number of changes.
    ///
    /// - Returns: False if it may have changed.
    @discardableResult
    private func keep(_ response: CachedResponse, for url: RequestURL, since count: Int) -> Bool {
        let (key, limit) = (ByteEqualString(url.text), memoryLimit)
        let size = State.size(of: response, of: key)
        return state.withLock { state -> Bool in
            guard !state.isChanged(key, since: count) else { return false }
            state.removeVariant(response, of: key)
            guard size <= limit else { return true }
            state.add(response, for: key)
            let alike = (state.entries[key] ?? []).filter { $0.response.isOfQuery == response.isOfQuery }
            let most = response.isOfQuery ? CachedResponse.mostQueries : CachedResponse.mostVariants
            if alike.count > most { state.remove(alike[0].id) }
            while state.size > limit, let oldest = state.order.removeOldest() { state.remove(oldest) }
            return true
        }
    }
}

extension ResponseCache.State {
    /// Returns the size of an entry, including its URL, which may be long.
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
