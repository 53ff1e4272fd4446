import Dispatch
import Foundation
import Mimeograph
import MimeographSession
import MimeographSupport
import Synchronization
import TestServers
import Testing

/// The servers with good and bad certificates, and their certificates.
enum TLSServer {
    /// A URL of the server that shows certain certificates.
    static func url(_ identity: String, host: String = "localhost", _ path: String = "/") throws -> String {
        "https://\(host):\(try TestServer.tls().port(identity))\(path)"
    }

    /// A URL of the port without TLS.
    static func plain(_ path: String = "/") throws -> String {
        "http://127.0.0.1:\(try TestServer.tls().port("figures"))\(path)"
    }

    /// The path of a file of the servers': `good.pem`, `good.key`.
    static func file(_ name: String) throws -> String { "\(try TestServer.tls().path("folder"))/\(name)" }

    /// A certificate by its name.
    static func certificate(_ name: String) throws -> Certificate {
        try Certificate.read(path: try file("\(name).pem"))[0]
    }

    /// What the certificates of most servers lead to.
    static func anchors() throws -> SecurityPolicy.Anchors { .only([try certificate("root")]) }

    /// What has come to a server so far.
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

    /// The same for a hook of a policy, which cannot await; it blocks its thread, which is none of the tasks'.
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

    /// What a server says of the connection.
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
    /// Asks a server under a policy.
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
            throw TransportError(.invalidResponse, "No answer of the server: \(response.text)")
        }
    }

    /// The rule by which a policy refuses a server; nil where it does not.
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
    /// The policy with something changed.
    func with(_ change: (inout SecurityPolicy) throws -> Void) rethrows -> SecurityPolicy {
        var changed = self
        try change(&changed)
        return changed
    }
}
