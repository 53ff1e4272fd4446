import Foundation
import Mimeograph
import MimeographJSON
import MimeographSession

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A client that sends requests.
protocol Carrier: Sendable {
    /// Requests a small body and reads all of it.
    func get(_ url: String) async throws
}

/// A client that also downloads bodies to files.
protocol Downloader: Sendable {
    /// Downloads a body to a file, and returns its length in bytes.
    func download(_ url: String, to file: URL) async throws -> Int
}

/// The transport, used directly.
struct CurlCarrier: Carrier, Downloader {
    private let transport: CurlTransport

    init(connections: Int) {
        transport = CurlTransport(configuration: .init(maximumConnectionsPerHost: connections))
    }

    func get(_ url: String) async throws {
        let response = try await transport.send(TransportRequest(url: url))
        var count = 0
        for try await chunk in response.body { count += chunk.count }
        guard response.head.status == 200, count == 146 else { throw BrokenEngine("The response has \(count) bytes.") }
    }

    func download(_ url: String, to file: URL) async throws -> Int {
        let response = try await transport.send(TransportRequest(url: url))
        // SAFETY: Swift passes a C string that lives through the call.
        let descriptor = unsafe open(file.path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        defer { close(descriptor) }
        var count = 0
        for try await chunk in response.body {
            var rest = chunk[...]
            while !rest.isEmpty {
                // SAFETY: the bytes live through the call.
                let written = unsafe rest.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
                guard written > 0 else { throw BrokenEngine("The file cannot be written.") }
                rest = rest.dropFirst(written)
            }
            count += chunk.count
        }
        return count
    }
}

/// The transport over TLS, with a given version of HTTP.
struct EncryptedCarrier: Carrier {
    private let transport: CurlTransport
    private let options: TransportOptions

    init(_ version: TransportOptions.Version, connections: Int, authorities: String) {
        transport = CurlTransport(
            configuration: .init(maximumConnectionsPerHost: connections, certificateAuthorities: .file(authorities))
        )
        options = TransportOptions(version: version)
    }

    func get(_ url: String) async throws { _ = try await version(url) }

    /// Requests a small body, reads all of it, and returns the negotiated version.
    func version(_ url: String) async throws -> String? {
        let response = try await transport.send(TransportRequest(url: url, options: options))
        var count = 0
        for try await chunk in response.body { count += chunk.count }
        guard response.head.status == 200, count == 146 else { throw BrokenEngine("The response has \(count) bytes.") }
        return response.body.metrics.protocolVersion
    }
}

/// The session over the transport, with its defaults: cookies, proxies from the environment, redirects, metrics.
struct ManagerCarrier: Carrier {
    private let session: SessionManager

    init(connections: Int) {
        session = SessionManager(
            transport: CurlTransport(configuration: .init(maximumConnectionsPerHost: connections))
        )
    }

    func get(_ url: String) async throws {
        let response = try await session.data(for: RequestMessage(url: url))
        guard response.head.status == 200, response.value.count == 146 else {
            throw BrokenEngine("The response has \(response.value.count) bytes.")
        }
    }
}

/// The session, decoding JSON to a typed value.
struct JSONCarrier: Carrier {
    private struct Small: Decodable, Sendable {
        let id: Int
        let name: String
        let tags: [String]
        let text: String
    }

    private let baseURL: String
    private let api: HTTPSessionManager

    init(baseURL: String, connections: Int) throws {
        self.baseURL = baseURL
        api = try HTTPSessionManager(
            baseURL: baseURL,
            serializers: SerializerRegistry { JSONPlugin() },
            transport: CurlTransport(configuration: .init(maximumConnectionsPerHost: connections))
        )
    }

    func get(_ url: String) async throws {
        let small: Small = try await api.get(
            String(url[url.utf8.index(url.startIndex, offsetBy: baseURL.utf8.count + 1)...])
        )
        guard small.id == 7, small.name == "Ada", small.tags.count == 2, small.text.utf8.count == 90 else {
            throw BrokenEngine("another value")
        }
    }
}

/// FoundationNetworking, with completion handlers: its async functions are slower, and hang on cancellation.
struct URLSessionCarrier: Carrier, Downloader {
    private let session: URLSession

    init(connections: Int) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpMaximumConnectionsPerHost = connections
        configuration.urlCache = nil
        session = URLSession(configuration: configuration)
    }

    func get(_ url: String) async throws {
        guard let url = URL(string: url) else { return }
        let count: Int = try await withCheckedThrowingContinuation { waiter in
            session.dataTask(with: url) { data, _, error in
                if let error { waiter.resume(throwing: error) } else { waiter.resume(returning: data?.count ?? 0) }
            }.resume()
        }
        guard count == 146 else { throw BrokenEngine("The response has \(count) bytes.") }
    }

    func download(_ url: String, to file: URL) async throws -> Int {
        guard let url = URL(string: url) else { return 0 }
        return try await withCheckedThrowingContinuation { waiter in
            session.downloadTask(with: url) { temporary, _, error in
                do {
                    guard let temporary else { throw error ?? BrokenEngine("The download left no file.") }
                    try FileManager.default.moveItem(at: temporary, to: file)
                    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
                    waiter.resume(returning: attributes[.size] as? Int ?? 0)
                } catch {
                    waiter.resume(throwing: error)
                }
            }.resume()
        }
    }
}
