import Dispatch
import Foundation
import Mimeograph
import MimeographSession
import MimeographSupport
import Synchronization
import TestServers
import Testing

/// The servers with valid and invalid certificates, and their certificates.
enum TLSServer {
    /// Returns a URL of the server with the given certificates.
    static func url(_ identity: String, host: String = "localhost", _ path: String = "/") throws -> String {
        "https://\(host):\(try TestServer.tls().port(identity))\(path)"
    }

    /// Returns a URL of the port without TLS.
    static func plain(_ path: String = "/") throws -> String {
        "http://127.0.0.1:\(try TestServer.tls().port("figures"))\(path)"
    }

    /// Returns the path of a file of the servers, such as `good.pem` or `good.key`.
    static func file(_ name: String) throws -> String { "\(try TestServer.tls().path("folder"))/\(name)" }

    /// Returns a certificate by its name.
    static func certificate(_ name: String) throws -> Certificate {
        try Certificate.read(path: try file("\(name).pem"))[0]
    }

    /// Returns the anchors of most servers' certificates.
    static func anchors() throws -> SecurityPolicy.Anchors { .only([try certificate("root")]) }

    /// The connections and bytes that a server has received so far.
    struct Figures: Decodable, Equatable {
        var connections: Int
        var handshakes: Int
        var raw: Int
        var bytes: Int
    }

    static func figures(_ identity: String) async throws -> Figures {
        let all = try await CurlTransport().whole(TransportRequest(url: try plain())).bytes
        return try JSONDecoder().decode([String: Figures].self, from: Data(all))[identity]
            ?? Figures(connections: 0, handshakes: 0, raw: 0, bytes: 0)
    }

    /// Returns the figures to a policy's hook, which cannot await. It blocks its thread, which runs no tasks.
    static func figuresNow(_ identity: String) throws -> Figures {
        let answer = Mutex<Result<Figures, any Error>?>(nil)
        let isThere = DispatchSemaphore(value: 0)
        Task {
            let figures: Result<Figures, any Error>
            do { figures = .success(try await self.figures(identity)) } catch { figures = .failure(error) }
            answer.withLock { $0 = figures }
            isThere.signal()
        }
        isThere.wait()
        return try #require(answer.withLock { $0 }).get()
    }

    /// A server's description of a connection.
    struct Answer: Decodable {
        let identity: String
        let serverName: String?
        let version: String
        let isResumed: Bool
        let requests: Int
        let client: String?
    }
}

extension Transport {
    /// Sends a GET request to a server with a policy.
    func ask(
        _ url: String,
        _ policy: SecurityPolicy,
        _ change: (inout TransportOptions) -> Void = { _ in }
    ) async throws(TransportError) -> TLSServer.Answer {
        var options = TransportOptions(securityPolicy: policy)
        change(&options)
        let response = try await whole(TransportRequest(url: url, options: options))
        do {
            return try JSONDecoder().decode(TLSServer.Answer.self, from: Data(response.bytes))
        } catch {
            throw TransportError(.invalidResponse, "The server did not describe the connection: \(response.text)")
        }
    }

    /// Returns the rule by which a policy refuses a server, or nil if it allows it.
    func refusal(
        _ url: String,
        _ policy: SecurityPolicy,
        _ change: (inout TransportOptions) -> Void = { _ in }
    ) async throws(TransportError) -> TrustFailure.Rule? {
        do {
            _ = try await ask(url, policy, change)
            return nil
        } catch {
            guard let trust = error.trust else { throw error }
            return trust.rule
        }
    }
}

extension SecurityPolicy {
    /// Returns a changed copy of the policy.
    func with(_ change: (inout SecurityPolicy) throws -> Void) rethrows -> SecurityPolicy {
        var changed = self
        try change(&changed)
        return changed
    }
}
