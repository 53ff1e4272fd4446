import Mimeograph
import MimeographFiles

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The part of a cache that is kept in a directory: one file for each response.
///
/// A file is named by a digest of the URL and one of what tells variants apart, so that nothing has to be read to know where to
/// look. It holds lines of text, an empty line, and the body. What cannot be read, or was cut short, is as if it were not there.
/// Writing is put off to nobody: a file is written when its response has come, under a name of its own, and then renamed.
final class CacheDirectory: Sendable {
    fileprivate struct State {
        /// The names of the files and their sizes, by the digest of the URL; later ones were used later.
        var files: [String: [String]] = [:]
        var sizes: [String: Int] = [:]
        var order: [String] = []
        var size = 0
    }

    let path: String
    let limit: Int
    private let state: Guarded<State>

    private static let mark = "mimeograph-response 1"
    private static let suffix = ".response"

    init(path: String, limit: Int) throws(SessionError) {
        self.path = path
        self.limit = max(0, limit)
        var state = State()
        do throws(SystemError) {
            try SystemFile.makeDirectories(path)
            for name in try SystemFile.names(inDirectory: path) where name.hasSuffix(Self.suffix) {
                guard let size = try? SystemFile.open(reading: "\(path)/\(name)").kind().length else { continue }
                state.add(name, size: size)
            }
        } catch {
            throw SessionError(
                .fileNotWritable,
                "The directory of the cache cannot be used: \(error.reason).",
                remedy: "Check its path and its permissions."
            )
        }
        self.state = Guarded(state)
    }

    /// What is stored for a URL and passes the test.
    func response(for url: String, where isWanted: (CachedResponse) -> Bool) -> CachedResponse? {
        guard let key = MessageDigest.sha256.hexadecimal(of: url) else { return nil }
        var latest: (name: String, response: CachedResponse)?
        for name in state.withLock({ $0.files[key] ?? [] }) {
            guard let bytes = try? SystemFile.contents(of: "\(path)/\(name)", atMost: limit),
                let response = Self.read(bytes, url: url)
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
        guard let key = MessageDigest.sha256.hexadecimal(of: url) else { return }
        let bytes = Self.written(response, url: url)
        guard bytes.count <= limit / 8 else { return }
        let name = Self.name(response, key)
        guard (try? SystemFile.replaceContents(of: "\(path)/\(name)", with: bytes)) != nil else { return drop(name) }
        let goners = state.withLock { state in
            state.add(name, size: bytes.count)
            return state.evict(over: limit)
        }
        for name in goners { SystemFile.remove("\(path)/\(name)") }
    }

    func remove(_ url: String) {
        guard let key = MessageDigest.sha256.hexadecimal(of: url) else { return }
        for name in state.withLock({ $0.files[key] ?? [] }) { drop(name) }
    }

    /// Takes away one variant.
    func remove(_ response: CachedResponse, of url: String) {
        guard let key = MessageDigest.sha256.hexadecimal(of: url) else { return }
        drop(Self.name(response, key))
    }

    private static func name(_ response: CachedResponse, _ key: String) -> String {
        "\(key)-\(response.variant.prefix(16))\(suffix)"
    }

    func removeAll() {
        for name in state.withLock({ $0.order }) { drop(name) }
    }

    private func drop(_ name: String) {
        state.withLock { $0.remove(name) }
        SystemFile.remove("\(path)/\(name)")
    }
}

// MARK: - The form of a file

extension CacheDirectory {
    private static func written(_ response: CachedResponse, url: String) -> [UInt8] {
        // Fields have no line breaks, and neither has a URL.
        var lines = [
            mark, url, "\(response.status)", "\(response.requestTime.timeIntervalSince1970)",
            "\(response.responseTime.timeIntervalSince1970)", response.varyingFields.joined(separator: ","),
            response.variant, "\(response.body.count)",
        ]
        for line in response.fields { lines.append("\(line.name):\(line.value)") }
        return Array((lines.joined(separator: "\n") + "\n\n").utf8) + response.body
    }

    private static func read(_ bytes: [UInt8], url: String) -> CachedResponse? {
        var lines: [Substring] = []
        var start = 0
        while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")), end > start {
            guard let line = String(validating: bytes[start..<end], as: UTF8.self) else { return nil }
            lines.append(line[...])
            start = end + 1
            // The sixth line may be empty only where nothing varies, which never is: Authorization always does.
            if start >= bytes.count { return nil }
        }
        guard lines.count >= 8, lines[0] == mark, lines[1] == url, let status = Int(lines[2]),
            let sent = Double(lines[3]),
            let came = Double(lines[4]), let count = Int(lines[7]), [sent, came].allSatisfy((0...1e12).contains),
            start < bytes.count, bytes.count - start - 1 == count
        else { return nil }
        var fields = HeaderFields()
        for line in lines.dropFirst(8) {
            let parts = line.parts(at: ":", most: 1)
            guard parts.count == 2, (try? fields.append(String(parts[0]), String(parts[1]))) != nil else { return nil }
        }
        return CachedResponse(
            status: status,
            fields: fields,
            body: Array(bytes[(start + 1)...]),
            requestTime: Date(timeIntervalSince1970: sent),
            responseTime: Date(timeIntervalSince1970: came),
            varyingFields: lines[5].split(separator: ",").map(String.init),
            variant: String(lines[6])
        )
    }
}

extension CacheDirectory.State {
    mutating func add(_ name: String, size: Int) {
        remove(name)
        files[Self.key(name), default: []].append(name)
        sizes[name] = size
        order.append(name)
        self.size += size
    }

    mutating func remove(_ name: String) {
        guard let size = sizes.removeValue(forKey: name) else { return }
        self.size -= size
        order.removeAll { $0 == name }
        files[Self.key(name)]?.removeAll { $0 == name }
        if files[Self.key(name)]?.isEmpty == true { files[Self.key(name)] = nil }
    }

    mutating func touch(_ name: String) {
        guard sizes[name] != nil else { return }
        order.removeAll { $0 == name }
        order.append(name)
    }

    /// The names that have to go.
    mutating func evict(over limit: Int) -> [String] {
        var goners: [String] = []
        while size > limit, let oldest = order.first {
            remove(oldest)
            goners.append(oldest)
        }
        return goners
    }

    private static func key(_ name: String) -> String { String(name.prefix { $0 != "-" }) }
}

extension SystemFile.Kind {
    /// The length of a regular file.
    fileprivate var length: Int? {
        if case .regular(let length) = self { length } else { nil }
    }
}
