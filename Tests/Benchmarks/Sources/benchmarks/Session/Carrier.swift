import Foundation
import Mimeograph
import MimeographSession

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Something that carries requests.
protocol Carrier: Sendable {
    /// Gets a small body whole.
    func get(_ url: String) async throws
    /// Gets a body into a file; how many bytes it has.
    func download(_ url: String, to file: URL) async throws -> Int
}

/// The transport.
struct CurlCarrier: Carrier {
    private let transport: CurlTransport

    init(connections: Int) {
        transport = CurlTransport(configuration: .init(maximumConnectionsPerHost: connections))
    }

    func get(_ url: String) async throws {
        let response = try await transport.send(TransportRequest(url: url))
        var count = 0
        for try await chunk in response.body { count += chunk.count }
        guard response.head.status == 200, count == 146 else { throw BrokenEngine("an answer of \(count) bytes") }
    }

    func download(_ url: String, to file: URL) async throws -> Int {
        let response = try await transport.send(TransportRequest(url: url))
        // SAFETY: Swift hands over a C string that lives through the call.
        let descriptor = unsafe open(file.path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        defer { close(descriptor) }
        var count = 0
        for try await chunk in response.body {
            var rest = chunk[...]
            while !rest.isEmpty {
                // SAFETY: the bytes live through the call.
                let written = unsafe rest.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
                guard written > 0 else { throw BrokenEngine("the file cannot be written") }
                rest = rest.dropFirst(written)
            }
            count += chunk.count
        }
        return count
    }
}

/// FoundationNetworking, by tasks with completion handlers: its async form is slower, and hangs when it is cancelled.
struct URLSessionCarrier: Carrier {
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
        guard count == 146 else { throw BrokenEngine("an answer of \(count) bytes") }
    }

    func download(_ url: String, to file: URL) async throws -> Int {
        guard let url = URL(string: url) else { return 0 }
        return try await withCheckedThrowingContinuation { waiter in
            session.downloadTask(with: url) { temporary, _, error in
                do {
                    guard let temporary else { throw error ?? BrokenEngine("there is no file") }
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
