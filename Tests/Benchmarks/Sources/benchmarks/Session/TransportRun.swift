import Foundation
import Harness
import Mimeograph
import MimeographSession
import Processes
import Synchronization

/// Exchanges by the transport, through the session above it, and by their peer.
struct TransportRun {
    let server: LoopbackServer
    let hasPeers: Bool

    private static let rounds = 5
    private static let urlSession = "URLSession"
    private static let asyncHTTPClient = "AsyncHTTPClient, JSONDecoder"
    private static let socket = "a bare socket in C"

    func sequential(into report: inout Report) throws {
        let url = "\(server.url)/small"
        let count = 3000
        let engines = try self.engines(operations: count) { carrier in
            for _ in 0..<count { try await carrier.get(url) }
        }
        let figures = try measure(engines, operations: count)
        report.add(table: "Small responses in sequence, over one connection", figures)
        addTargets("sequential", figures, to: &report)
        let cost = figures[2].median / figures[0].median
        report.add(Target("session.json.sequential.vs-transport", cost, .atMost, 1.15))
        addPeers("sequential", figures, to: &report)
    }

    func concurrent(into report: inout Report) throws {
        let url = "\(server.url)/small"
        let workers = 100
        let each = 60
        for connections in [6, 100] {
            let engines = try self.engines(workers: workers, operations: workers * each, connections: connections) {
                carrier in
                try await Self.get(url, carrier, workers: workers, each: each)
            }
            let figures = try measure(engines, operations: workers * each)
            report.add(table: "100 requests at once, over at most \(connections) connections", figures)
            if connections == 6 { addTargets("concurrent", figures, to: &report) }
            if connections == workers { addPeers("concurrent", figures, to: &report) }
        }
    }

    /// 100 at once over TLS. By HTTP/2 all go by one connection where libcurl is 8.1 or later, and the server lets them.
    func encrypted(into report: inout Report) throws {
        let url = "https://localhost:\(server.port("https"))/small"
        let authorities = server.folder.appendingPathComponent("authority.pem").path
        let workers = 100
        let each = 60
        func carrier(_ version: TransportOptions.Version, _ connections: Int = 6) -> EncryptedCarrier {
            EncryptedCarrier(version, connections: connections, authorities: authorities)
        }
        var carriers = [
            ("HTTP/1.1, at most 6 connections", carrier(.http1)),
            ("HTTP/1.1, at most 100 connections", carrier(.http1, workers)),
        ]
        let spoken = Mutex<String?>(nil)
        let automatic = carrier(.automatic)
        try AsyncWork.wait {
            let version = try await automatic.version(url)
            spoken.withLock { $0 = version }
        }
        // Elsewhere a connection carries one exchange at a time, or a body may be cut unseen: it is not spoken without being asked for.
        let hasHTTP2 = spoken.withLock { $0 } == "2"
        if hasHTTP2 { carriers.append(("HTTP/2, one connection", automatic)) }
        let engines = carriers.map { name, carrier in
            Engine(name, waitingFor: { try await Self.get(url, carrier, workers: workers, each: each) })
        }
        let figures = try measure(engines, operations: workers * each)
        report.add(table: "100 requests at once over TLS", figures)
        if !hasHTTP2 {
            report.add(note: "This libcurl does not use HTTP/2 by default, so its figure is absent.")
        }
        let ratio = hasHTTP2 ? figures[0].median / figures[2].median : nil
        report.add(Target("session.transport.encrypted.HTTP2-vs-HTTP1", ratio, .atLeast, 1))
    }

    func download(into report: inout Report) throws {
        let url = "\(server.url)/1G.bin"
        // In memory where the system has files there: else the disk is measured.
        let memory = URL(fileURLWithPath: "/dev/shm")
        let folder = FileManager.default.isWritableFile(atPath: memory.path) ? memory : server.folder
        let file = folder.appendingPathComponent("mimeograph-\(UUID().uuidString)")
        let engines = downloaders { carrier in
            defer { try? FileManager.default.removeItem(at: file) }
            guard try await carrier.download(url, to: file) == 1 << 30 else { throw BrokenEngine("not all of it came") }
        }
        let figures = try measure(engines, operations: 1, bytes: 1 << 30)
        report.add(table: "1 GiB to a file", figures)
        add("session.transport.download.vs-URLSession", figures[0], figures, 1.5, to: &report)
    }

    /// A gibibyte with a slow side, through the session; all memory of the process counts.
    func memory(into report: inout Report) throws {
        var rows: [[String]] = []
        for way in SlowPeers.allCases {
            let found = try way.measureInProcess(server)
            rows.append([way.rawValue, Figure.optional(found?.peak), Figure.optional(found?.seconds)])
            report.add(Target("session.memory.\(way.rawValue)-MiB", found?.peak, .atMost, 40))
        }
        report.add(
            table: .init(
                title:
                    "1 GiB through the session: a reader at a tenth of the server's speed, and a body made as it is sent",
                columns: ["", "peak resident MiB", "s"],
                rows: rows
            )
        )
    }

    // MARK: Measuring

    private struct Engine {
        let name: String
        let round: () throws -> Void

        init(_ name: String, round: @escaping () throws -> Void) {
            self.name = name
            self.round = round
        }

        /// One whose rounds are asynchronous.
        init(_ name: String, waitingFor round: @escaping @Sendable () async throws -> Void) {
            self.init(name) { try AsyncWork.wait(for: round) }
        }
    }

    /// Gets the same small body, so many times by each of so many tasks at once.
    private static func get(_ url: String, _ carrier: any Carrier, workers: Int, each: Int) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<workers {
                group.addTask { for _ in 0..<each { try await carrier.get(url) } }
            }
            try await group.waitForAll()
        }
    }

    private func engines(
        workers: Int = 1,
        operations: Int,
        connections: Int = 6,
        _ work: @escaping @Sendable (any Carrier) async throws -> Void
    ) throws -> [Engine] {
        let ours: [(String, any Carrier)] = [
            ("CurlTransport", CurlCarrier(connections: connections)),
            ("SessionManager", ManagerCarrier(connections: connections)),
            ("HTTPSessionManager, typed JSON", try JSONCarrier(baseURL: server.url, connections: connections)),
        ]
        var engines = ours.map { name, carrier in Engine(name, waitingFor: { try await work(carrier) }) }
        if hasPeers {
            let theirs = URLSessionCarrier(connections: connections)
            engines.append(Engine(Self.urlSession, waitingFor: { try await work(theirs) }))
        }
        if hasPeers, let peer = try AsyncHTTPClientPeer(url: "\(server.url)/small") {
            engines.append(
                Engine(Self.asyncHTTPClient) {
                    try peer.get(operations, workers: workers, connections: connections)
                }
            )
        }
        #if os(Linux)
            if hasPeers, let peer = SocketPeer(port: server.port("http"), connections: connections) {
                engines.append(
                    Engine(Self.socket) {
                        if workers == 1 { try peer.sequential(operations) } else { try peer.concurrent(operations) }
                    }
                )
            }
        #endif
        return engines
    }

    private func downloaders(_ work: @escaping @Sendable (any Downloader) async throws -> Void) -> [Engine] {
        let ours = CurlCarrier(connections: 6)
        var engines = [Engine("CurlTransport", waitingFor: { try await work(ours) })]
        if hasPeers {
            let theirs = URLSessionCarrier(connections: 6)
            engines.append(Engine(Self.urlSession, waitingFor: { try await work(theirs) }))
        }
        return engines
    }

    /// Runs the engines in turn, after a round that is not counted.
    private func measure(_ engines: [Engine], operations: Int, bytes: Int = 0) throws -> [Harness.Measurement] {
        var times = [[Double]](repeating: [], count: engines.count)
        for round in 0...Self.rounds {
            for (index, engine) in engines.enumerated() {
                let start = ContinuousClock.now
                try engine.round()
                let time = (ContinuousClock.now - start) / .nanoseconds(1) / Double(operations)
                if round > 0 { times[index].append(time) }
            }
        }
        return zip(engines, times).map { engine, times in
            Harness.Measurement(name: engine.name, rounds: times.sorted(), allocations: nil, bytes: bytes)
        }
    }

    private func addTargets(_ name: String, _ figures: [Harness.Measurement], to report: inout Report) {
        add("session.transport.\(name).vs-URLSession", figures[0], figures, 3, to: &report)
        add("session.manager.\(name).vs-URLSession", figures[1], figures, 2.5, to: &report)
    }

    /// The medians' ratio, since all of the machine takes part, and not this process alone.
    private func add(
        _ name: String,
        _ ours: Harness.Measurement,
        _ figures: [Harness.Measurement],
        _ bound: Double,
        to report: inout Report
    ) {
        add(name, ours, Self.urlSession, figures, bound, to: &report)
    }

    /// What a typed value costs beside the least that a client can do.
    private func addPeers(_ name: String, _ figures: [Harness.Measurement], to report: inout Report) {
        let (socketBound, clientBound) = name == "sequential" ? (0.7, 1.5) : (0.45, 1.0)
        add("session.vs-socket.\(name)", figures[2], Self.socket, figures, socketBound, to: &report)
        add("session.vs-AsyncHTTPClient.\(name)", figures[2], Self.asyncHTTPClient, figures, clientBound, to: &report)
    }

    private func add(
        _ name: String,
        _ ours: Harness.Measurement,
        _ peer: String,
        _ figures: [Harness.Measurement],
        _ bound: Double,
        to report: inout Report
    ) {
        let theirs = figures.last { $0.name == peer }
        report.add(Target(name, theirs.map { $0.median / ours.median }, .atLeast, bound))
    }
}
