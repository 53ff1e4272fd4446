import Dispatch
import Foundation
import Harness
import Mimeograph
import MimeographSession

/// Exchanges by the transport, and by its peer.
struct TransportRun {
    let server: LoopbackServer
    let hasPeers: Bool

    private static let rounds = 5

    func sequential(into report: inout Report) throws {
        let url = "\(server.url)/small"
        let count = 3000
        let engines = self.engines { carrier in
            for _ in 0..<count { try await carrier.get(url) }
        }
        let figures = try measure(engines, operations: count)
        report.add(table: "One small response after the other, over one connection", figures)
        add("session.transport.sequential.vs-URLSession", figures, 3, to: &report)
    }

    func concurrent(into report: inout Report) throws {
        let url = "\(server.url)/small"
        let workers = 100
        let each = 60
        for connections in [6, 100] {
            let engines = self.engines(connections: connections) { carrier in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<workers {
                        group.addTask { for _ in 0..<each { try await carrier.get(url) } }
                    }
                    try await group.waitForAll()
                }
            }
            let figures = try measure(engines, operations: workers * each)
            report.add(table: "100 requests at once, over at most \(connections) connections", figures)
            if connections == 6 { add("session.transport.concurrent.vs-URLSession", figures, 3, to: &report) }
        }
    }

    func download(into report: inout Report) throws {
        let url = "\(server.url)/1G.bin"
        // In memory where the system has files there: else the disk is measured.
        let memory = URL(fileURLWithPath: "/dev/shm")
        let folder = FileManager.default.isWritableFile(atPath: memory.path) ? memory : server.folder
        let file = folder.appendingPathComponent("mimeograph-\(UUID().uuidString)")
        let engines = self.engines { carrier in
            defer { try? FileManager.default.removeItem(at: file) }
            guard try await carrier.download(url, to: file) == 1 << 30 else { throw BrokenEngine("not all of it came") }
        }
        let figures = try measure(engines, operations: 1, bytes: 1 << 30)
        report.add(table: "1 GiB to a file", figures)
        add("session.transport.download.vs-URLSession", figures, 1.5, to: &report)
    }

    // MARK: Measuring

    private struct Engine {
        let name: String
        let round: @Sendable () async throws -> Void
    }

    private func engines(
        connections: Int = 6,
        _ work: @escaping @Sendable (any Carrier) async throws -> Void
    ) -> [Engine] {
        let ours = CurlCarrier(connections: connections)
        var engines = [Engine(name: "CurlTransport") { try await work(ours) }]
        if hasPeers {
            let theirs = URLSessionCarrier(connections: connections)
            engines.append(Engine(name: "URLSession") { try await work(theirs) })
        }
        return engines
    }

    /// Runs the engines in turn, after a round that is not counted.
    private func measure(_ engines: [Engine], operations: Int, bytes: Int = 0) throws -> [Harness.Measurement] {
        var times = [[Double]](repeating: [], count: engines.count)
        for round in 0...Self.rounds {
            for (index, engine) in engines.enumerated() {
                let start = ContinuousClock.now
                try wait(for: engine.round)
                let time = (ContinuousClock.now - start) / .nanoseconds(1) / Double(operations)
                if round > 0 { times[index].append(time) }
            }
        }
        return zip(engines, times).map { engine, times in
            Harness.Measurement(name: engine.name, rounds: times.sorted(), allocations: nil, bytes: bytes)
        }
    }

    /// The medians' ratio, since all of the machine takes part, and not this process alone.
    private func add(_ name: String, _ figures: [Harness.Measurement], _ bound: Double, to report: inout Report) {
        let ratio = figures.count == 2 ? figures[1].median / figures[0].median : nil
        report.add(Target(name, ratio, .atLeast, bound))
    }

    /// Waits on this thread, on which no task runs.
    private func wait(for work: @escaping @Sendable () async throws -> Void) throws {
        let done = DispatchSemaphore(value: 0)
        let result = ResultBox()
        Task.detached {
            do { try await work() } catch { result.error = error }
            done.signal()
        }
        done.wait()
        if let error = result.error { throw error }
    }

    /// It is unchecked because the semaphore orders the two who use it.
    private final class ResultBox: @unchecked Sendable {
        var error: (any Error)?
    }
}
