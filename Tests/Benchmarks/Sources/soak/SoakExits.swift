import Foundation
import Mimeograph
import MimeographSession
import Processes

/// Programs that end in the middle of a request over TLS, at every stage of it: connecting, the handshake, the request, the response,
/// the connection that is kept. None of them may die by a signal.
///
/// The program starts itself, with an argument; a child makes requests without a pause, each with a transport of its own or with one that it
/// keeps, and calls `exit` after a random time.
struct SoakExits: Sendable {
    /// The first argument of a child.
    static let argument = "exit-during-tls"

    /// How many children there are: some hundreds in half an hour, sixty at the least.
    let count: Int
    let seed: UInt64
    /// How many run at once: more than there are processors, so that each is interrupted anywhere.
    private let width = 8

    init(seconds: Double, seed: UInt64) {
        count = max(60, Int(seconds / 3))
        self.seed = seed
    }

    /// Runs them all.
    ///
    /// - Returns: What was not as it has to be, each in a line.
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
                + "\(signals.values.reduce(0, +)) by a signal, \(failed) with another status than 0."
        )
        var faults = signals.sorted { $0.key < $1.key }.map {
            "\($0.value) of \(count) exits died by signal \($0.key)"
        }
        if failed > 0 { faults.append("\(failed) of \(count) exits had another status than 0") }
        return faults
    }

    /// A child that has ended; nil where it could not be started.
    private func child(_ arguments: [String]) async -> Process? {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        // It waits for a process, which the threads of tasks must not do.
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

    /// What a child does: requests, some at once, until its time has come, and then it ends without having waited for any of them.
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
                        // It is over, which is all that it is for.
                        continue
                    }
                }
            }
        }
        // Long enough for a few requests, and short enough to hit the first handshake.
        try? await Task.sleep(for: .microseconds(Int.random(in: 0..<30_000, using: &dice)))
        exit(0)
    }
}
