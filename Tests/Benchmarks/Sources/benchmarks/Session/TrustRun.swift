#if os(Linux)
    import Dispatch
    import Foundation
    import Harness
    import Mimeograph
    import MimeographSession
    import Processes

    /// Measures server trust evaluation: two certificates that lead to a third, with P-256 keys.
    struct TrustRun {
        private static let rounds = 7
        private static let count = 200

        func run(into report: inout Report) throws {
            let server = try LoopbackServer("tls.py")
            defer { server.stop() }
            let folder = server.folder.path
            let chain = try Certificate.read(path: "\(folder)/good.chain.pem")
            let root = try Certificate.read(path: "\(folder)/root.pem")
            var anchored = SecurityPolicy()
            anchored.anchors = .systemAnd(root)
            var certificate = SecurityPolicy.pinning(certificates: [chain[0]])
            certificate.anchors = .systemAnd(root)
            var publicKey = SecurityPolicy.pinning(keys: [chain[1].pin])
            publicKey.anchors = .systemAnd(root)
            let policies = [
                ("no pins", anchored), ("certificate pinned", certificate), ("key pinned", publicKey),
                (
                    "by host, both at once",
                    try .perHost(["*.localhost": anchored], others: .policy(.all([certificate, publicKey])))
                ),
            ]
            let judged = try policies.map { name, policy in
                try Self.measure(name, Self.count) {
                    for _ in 0..<Self.count {
                        try policy.evaluate(PresentedCertificates(host: "localhost", certificates: chain))
                    }
                }
            }
            report.add(table: "One trust evaluation, with loaded anchors", judged)
            let slowest = judged.map(\.median).max() ?? .nan
            report.add(Target("session.trust.evaluate-ms", slowest / 1e6, .atMost, 1))

            let url = "https://localhost:\(server.port("good"))/close"
            let connections = try policies.map { name, policy in
                try Self.measure(name, 20) {
                    for _ in 0..<20 {
                        // A new transport cannot resume a TLS session.
                        let request = TransportRequest(url: url, options: TransportOptions(securityPolicy: policy))
                        try Self.wait { () async throws in
                            let response = try await CurlTransport().send(request)
                            for try await _ in response.body {}
                        }
                    }
                }
            }
            report.add(table: "A new transport, a connection with a full handshake, one small response", connections)
        }

        private static func measure(_ name: String, _ count: Int, _ round: () throws -> Void) throws
            -> Harness.Measurement
        {
            var times: [Double] = []
            // The first round is not counted: it loads the anchors.
            for index in 0...rounds {
                let start = ContinuousClock.now
                try round()
                let time = (ContinuousClock.now - start) / .nanoseconds(1) / Double(count)
                if index > 0 { times.append(time) }
            }
            return Harness.Measurement(name: name, rounds: times.sorted(), allocations: nil, bytes: 0)
        }

        private static func wait(for work: @escaping @Sendable () async throws -> Void) throws {
            let done = DispatchSemaphore(value: 0)
            let result = Outcome()
            Task.detached {
                do { try await work() } catch { result.error = error }
                done.signal()
            }
            done.wait()
            if let error = result.error { throw error }
        }

        /// It is unchecked because the semaphore orders its two users.
        private final class Outcome: @unchecked Sendable {
            var error: (any Error)?
        }
    }
#endif
