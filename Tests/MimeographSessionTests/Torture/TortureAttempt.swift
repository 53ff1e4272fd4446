#if os(Linux)
    import Foundation
    import Mimeograph
    import MimeographBrotli
    import MimeographCompression
    import MimeographJSON
    import MimeographSession
    import MimeographXML
    import MimeographZstandard

    /// The servers of a run, which are in other processes. They are passed on in the environment.
    struct TortureServers: Codable {
        var odd: String
        var secure: String
        /// The path of the certificate that the server's certificate depends on.
        var root: String
        /// The path of the certificate whose key is pinned wrongly.
        var other: String
        /// The path of the server's certificate.
        var own: String
    }

    /// One attempt: a session and a folder of its own.
    final class TortureAttempt {
        private let servers: TortureServers
        private let configuration: SessionConfiguration
        private let serializers: SerializerRegistry
        private let folder = TemporaryFolder()
        /// Made at its first use, so that failures at its start count.
        private(set) lazy var session = SessionManager(configuration: configuration)
        private(set) lazy var resumption = DownloadResumption(
            url: servers.odd + "/broken-off",
            partialFile: file("part"),
            byteCount: 300,
            validator: "\"v\"",
            totalLength: 1000
        )
        private let kind: TortureRequest
        let note = TortureRequest.Note(name: String(repeating: "tide", count: 100), length: 3)
        let xmlPath: String
        private let coded: String

        init(_ kind: TortureRequest, _ servers: TortureServers) throws {
            (self.kind, self.servers) = (kind, servers)
            serializers = try SerializerRegistry {
                JSONPlugin()
                XMLPlugin()
                CompressionPlugin()
                BrotliPlugin()
                ZstandardPlugin()
            }
            var configuration = SessionConfiguration()
            configuration.proxies = .none
            configuration.credentials = try Credentials([servers.odd: Credential(username: "ada", password: "secret")])
            if kind == .cookiesAndCache { configuration.cache = try ResponseCache(directory: folder.file("cache")) }
            if kind.usesTLS {
                let pin = try Certificate.read(path: kind.isForbidden ? servers.other : servers.own)[0].pin
                configuration.securityPolicy = .pinning(keys: [pin])
                configuration.securityPolicy.anchors = .only(try Certificate.read(path: servers.root))
            }
            self.configuration = configuration
            try folder.write("upload", Self.bytes(50_000))
            try folder.write("part", Self.bytes(300))
            let document = Array("<a><b c='d'>e</b><f/></a>".utf8)
            xmlPath = "sent?type=application/xml&coding=identity&body=\(Self.hex(document))"
            let body = Array(try JSONEncoder().encode(note))
            let coding: (any ContentCoding)? =
                switch kind {
                case .gzip: GzipCoding()
                case .brotli: BrotliCoding()
                case .zstandard: ZstandardCoding()
                default: nil
                }
            coded = Self.hex(try coding?.encode(body.span) ?? [])
        }

        /// Returns a manager over the session.
        func api() throws -> HTTPSessionManager {
            try HTTPSessionManager(baseURL: servers.odd, serializers: serializers, session: session)
        }

        func request(_ path: String, _ method: HTTPMethod = .get) -> RequestMessage {
            RequestMessage(method: method, url: servers.odd + path)
        }

        func codedPath(_ kind: TortureRequest) -> String {
            let names: [TortureRequest: String] = [.gzip: "gzip", .brotli: "br", .zstandard: "zstd"]
            return "sent?type=application/json&coding=\(names[kind] ?? "")&body=\(coded)"
        }

        func file(_ name: String) -> String { folder.file(name) }
        var secureURL: String { servers.secure }
        func pattern(_ count: Int) -> [UInt8] { Self.bytes(count) }
        private static func bytes(_ count: Int) -> [UInt8] { Array(allBytes[..<count]) }
        private static let allBytes = (0..<100_000).map { UInt8($0 % 251) }
        private static func hex(_ bytes: [UInt8]) -> String {
            bytes.map { String(UInt16($0) + 256, radix: 16).dropFirst() }.joined()
        }

        /// Whether the downloaded file is there and complete.
        var isDownloaded: Bool { folder.read("done") == Self.bytes(kind == .download ? 100_000 : 1000) }

        /// Returns what the attempt should not have left in its folder.
        ///
        /// - Parameter error: The error of the attempt; nil if it succeeded.
        func leftovers(_ error: SessionError?) -> [String] {
            var expected: Set = ["upload", "part", "cache"]
            if let path = error?.resumption?.partialFile {
                expected.insert(URL(fileURLWithPath: path).lastPathComponent)
            }
            if isDownloaded { expected.insert("done") }
            let temporary = (try? FileManager.default.contentsOfDirectory(atPath: folder.file("cache"))) ?? []
            return folder.names.filter { !expected.contains($0) } + temporary.filter { $0.hasSuffix(".tmp") }
        }
    }
#endif
