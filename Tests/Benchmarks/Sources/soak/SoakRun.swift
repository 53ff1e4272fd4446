import Foundation
import Mimeograph
import MimeographSession
import Processes

/// Many concurrent requests for a while, with a server that injects faults and restarts.
///
/// It measures the process at rest after the first tenth and at the end, and allows an increase by the amounts below.
struct SoakRun {
    let seconds: Double
    let seed: UInt64
    let workers = 16
    let ledger = SoakLedger()
    /// The allowed increase of allocated bytes, for caches of the runtime and of libcurl that fill up later in a short run.
    let allowedAllocation = 512 << 10
    /// The allowed increase of resident bytes, for fragmentation and for pages of the program that load late.
    let allowedGrowth = 16 << 20
    /// The allowed increase of threads: the system's pool grows on a busy machine. The allocator keeps caches for each thread, so
    /// each additional thread may also add the allowed memory.
    let allowedThreads = 2

    /// Runs the requests, and prints the figures.
    ///
    /// - Returns: The number of failures.
    func run() async throws -> Int {
        let server = try LoopbackServer("soak.py") { _ in ["0"] }
        defer { server.stop() }
        let nginx = try LoopbackServer("nginx.py") { [$0.path, String(server.port("http"))] }
        defer { nginx.stop() }
        say("Soak of \(Int(seconds)) s, seed \(seed), \(workers) requests at once")
        say("| s | requests | right | typed errors | restarts | allocated KiB | resident MiB | descriptors | threads |")
        say("|---:|---:|---:|---:|---:|---:|---:|---:|---:|")

        let start = Date()
        try await phase(until: start.addingTimeInterval(seconds / 10), 1, server, nginx)
        let before = try await atRest()
        row(start, before)
        let parts = 5
        for part in 1...parts {
            let end = start.addingTimeInterval(seconds * (0.1 + 0.9 * Double(part) / Double(parts)))
            try await phase(until: end, UInt64(part + 1), server, nginx)
            row(start, try await atRest())
        }
        let after = try await atRest()
        return report(before: before, after: after, also: try await SoakExits(seconds: seconds, seed: seed).run())
    }

    /// Sends requests until a given time, and restarts the server from time to time.
    private func phase(until end: Date, _ number: UInt64, _ server: LoopbackServer, _ nginx: LoopbackServer)
        async throws
    {
        let ports = (direct: server.port("http"), http2: nginx.port("http2"))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<workers {
                let dice = SoakDice(seed &* 1_000_003 &+ number &* 1_009 &+ UInt64(worker))
                group.addTask { try await work(until: end, dice, ports) }
            }
            group.addTask {
                while Date() < end {
                    try await Task.sleep(for: .milliseconds(Int.random(in: 500...3_000)))
                    guard Date() < end else { return }
                    ledger.serverWent()
                    // Waiting for processes would block a thread of the task pool.
                    try await withCheckedThrowingContinuation { (waiter: CheckedContinuation<Void, any Error>) in
                        Thread.detachNewThread {
                            waiter.resume(with: Result { try server.restart([String(ports.direct)]) })
                        }
                    }
                    ledger.serverCame()
                }
            }
            try await group.waitForAll()
        }
    }

    /// Sends requests in sequence, with a new session after a few hundred of them.
    private func work(until end: Date, _ dice: SoakDice, _ ports: (direct: Int, http2: Int)) async throws {
        var dice = dice
        while Date() < end {
            let client = try SoakClient(direct: ports.direct, http2: ports.http2)
            for _ in 0..<Int.random(in: 50...300, using: &dice) where Date() < end {
                await send(SoakCase(&dice), by: client)
                // A refused connection fails at once. Without this pause, such failures would dominate the counts.
                if ledger.now.isDown { try await Task.sleep(for: .milliseconds(20)) }
            }
            client.invalidate()
        }
    }

    private func send(_ soak: SoakCase, by client: SoakClient) async {
        let began = ledger.now
        let task = Task { try await client.send(soak) }
        let cancelling = soak.cancelAfter.map { delay in
            Task {
                try? await Task.sleep(for: .microseconds(delay))
                task.cancel()
            }
        }
        do {
            ledger.note(soak, began: began, difference: try await task.value)
        } catch {
            ledger.note(soak, began: began, error: error, wasCancelled: soak.cancelAfter != nil)
        }
        await cancelling?.value
    }

    /// Returns the resources of the process after the sessions are closed. An idle thread ends after a second, so this waits
    /// until neither threads nor descriptors have decreased for longer than that.
    private func atRest() async throws -> ProcessUse {
        var use = ProcessUse.now
        var quiet = 0
        for _ in 0..<500 where quiet < 75 {
            try await Task.sleep(for: .milliseconds(20))
            let next = ProcessUse.now
            quiet = next.threads < use.threads || next.descriptors < use.descriptors ? 0 : quiet + 1
            use = next
        }
        return use
    }

    private func row(_ start: Date, _ use: ProcessUse) {
        let entries = ledger.now
        let errors = entries.errors.values.reduce(0, +)
        say(
            "| \(Int(Date().timeIntervalSince(start))) | \(entries.requests) | \(entries.right) | \(errors) "
                + "| \(entries.restarts) | \(use.allocatedKibibytes) | \(use.mebibytes) "
                + "| \(use.descriptors) | \(use.threads) |"
        )
    }

    private func report(before: ProcessUse, after: ProcessUse, also more: [String]) -> Int {
        let entries = ledger.now
        say("\nErrors by code:")
        for (code, count) in entries.errors.sorted(by: { $0.value > $1.value }) { say("  \(code) \(count)") }
        var faults = entries.violations + more
        let newThreads = max(0, after.threads - before.threads)
        if after.allocated > before.allocated + allowedAllocation * (1 + newThreads) {
            faults.append(
                "\(after.allocatedKibibytes) KiB are allocated at the end, \(before.allocatedKibibytes) were after the first "
                    + "tenth"
            )
        }
        if after.memory > before.memory + allowedGrowth * (1 + newThreads) {
            faults.append(
                "\(after.mebibytes) MiB are resident at the end, \(before.mebibytes) were after the first tenth"
            )
        }
        if after.descriptors > before.descriptors {
            faults.append(
                "\(after.descriptors) descriptors are open at the end, \(before.descriptors) were after the first tenth"
            )
        }
        if newThreads > allowedThreads {
            faults.append("\(after.threads) threads run at the end, \(before.threads) did after the first tenth")
        }
        if entries.right == 0 { faults.append("no request succeeded") }
        say("\n\(entries.requests) requests: \(entries.right) right, the others failed with an allowed typed error.")
        for fault in faults.prefix(50) { say("FAULT \(fault)") }
        say(faults.isEmpty ? "No failures." : "\(faults.count) failures.")
        return faults.count
    }
}

/// A random number generator with reproducible results for a seed (SplitMix64, Steele, Lea and Flood, 2014).
struct SoakDice: RandomNumberGenerator, Sendable {
    private var state: UInt64
    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

/// Prints a line without buffering, so that a reader of a pipe sees it at once.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
