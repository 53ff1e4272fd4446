import Foundation
import Mimeograph
import MimeographSession
import Processes

/// Programs that exit at any stage of a request over TLS, including an idle connection. None may die from a signal.
///
/// The program starts itself with an argument. A child makes requests without a pause, either with a new transport for each or
/// with one that it keeps, and calls `exit` after a random time.
struct SoakExits: Sendable {
    /// The first argument of a child.
    static let argument = "exit-during-tls"

    /// The number of children: some hundreds in half an hour, at least sixty.
    let count: Int
    let seed: UInt64
    /// The number of concurrent children. It exceeds the number of processors, so that a child can be interrupted anywhere.
    private let width = 8

    init(seconds: Double, seed: UInt64) {
        count = max(60, Int(seconds / 3))
        self.seed = seed
    }

    /// Runs all children.
    ///
    /// - Returns: The failures, one per line.
    func run() async throws -> [String] {
        let server = try LoopbackServer("tls.py")
        defer { server.stop() }
        let url = "https://localhost:\(server.port("good"))/"
        let authority = server.folder.appendingPathComponent("root.pem").path
        var signals: [Int32: Int] = [:]
        var failed = 0
        await withTaskGroup(of: (signals: [Int32: Int], others: Int).self) { group in
            for first in 0..<width {
                group.addTask {
                    var signals: [Int32: Int] = [:]
                    var others = 0
                    for number in stride(from: first, to: count, by: width) {
                        let child = await child([Self.argument, url, authority, "\(seed &+ UInt64(number))"])
                        if child?.terminationReason == .uncaughtSignal, let signal = child?.terminationStatus {
                            signals[signal, default: 0] += 1
                        } else if child?.terminationStatus != 0 {
                            others += 1
                        }
                    }
                    return (signals, others)
                }
            }
            for await worker in group {
                signals.merge(worker.signals, uniquingKeysWith: +)
                failed += worker.others
            }
        }
        say(
            "\n\(count) programs ended during requests over TLS: "
                + "\(signals.values.reduce(0, +)) by a signal, \(failed) with a status other than 0."
        )
        var faults = signals.sorted { $0.key < $1.key }.map {
            "\($0.value) of \(count) exits died from signal \($0.key)"
        }
        if failed > 0 { faults.append("\(failed) of \(count) exits had a status other than 0") }
        return faults
    }

    /// Runs a child until it ends; returns nil if it could not be started.
    private func child(_ arguments: [String]) async -> Process? {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        // Waiting for a process would block a thread of the task pool.
        return await withCheckedContinuation { waiter in
            Thread.detachNewThread {
                do {
                    try process.run()
                    process.waitUntilExit()
                    waiter.resume(returning: process)
                } catch {
                    waiter.resume(returning: nil)
                }
            }
        }
    }

    /// Runs as a child: makes concurrent requests, and exits after a random time without waiting for them.
    ///
    /// - Parameter arguments: A URL, the file of an authority, and a seed.
    static func beChild(_ arguments: [String]) async -> Never {
        guard arguments.count == 3, let seed = UInt64(arguments[2]) else { exit(64) }
        var dice = SoakDice(seed)
        let url = arguments[0]
        let configuration = CurlTransport.Configuration(certificateAuthorities: .file(arguments[1]))
        let kept = CurlTransport(configuration: configuration)
        let keeps = Bool.random(using: &dice)
        for _ in 0..<Int.random(in: 1...4, using: &dice) {
            Task {
                while true {
                    let transport = keeps ? kept : CurlTransport(configuration: configuration)
                    guard let response = try? await transport.send(TransportRequest(url: url)) else { continue }
                    do {
                        for try await _ in response.body {}
                    } catch {
                        // The result of the request does not matter.
                        continue
                    }
                }
            }
        }
        // The time allows for a few requests, and is short enough to interrupt the first handshake.
        try? await Task.sleep(for: .microseconds(Int.random(in: 0..<30_000, using: &dice)))
        exit(0)
    }
}
