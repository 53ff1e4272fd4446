#if os(Linux)
    import Foundation
    import Mimeograph
    @testable import MimeographSession
    import Synchronization
    import TestSupport

    /// What a child process shall do, which it finds in its environment.
    struct TortureJob: Codable {
        var kind: TortureRequest
        var fault: Fault
        var servers: TortureServers
        /// The path of the report.
        var report: String
        /// The first index, counted from 1.
        var first = 1
        /// The number of attempts; nil for each index with each error.
        var number: Int?

        /// The path of the file that gets the standard error.
        var errors: String { report + ".errors" }

        static let variable = "MIMEOGRAPH_TORTURE"

        /// The job of this process; nil if it is not such a child.
        static let own = ProcessInfo.processInfo.environment[variable]
            .flatMap { try? JSONDecoder().decode(TortureJob.self, from: Data($0.utf8)) }
    }

    /// A run in a process with preloaded faults: one kind of request, whose calls of one kind fail one after the other.
    ///
    /// The report is a file with a line for each event, so that the last line tells where a process crashed:
    /// `count 412`, `try 17`, `done 17 …`, `bad 17 …`.
    final class TortureRun {
        private let kind: TortureRequest
        private let fault: Fault
        private let servers: TortureServers
        private let injector: FaultInjector
        private let report: FileHandle
        private let errors: FileHandle
        private let limit: Duration
        /// When the current attempt counts as hanging.
        private static let current = Atomic(0)
        private static let deadline = Mutex<ContinuousClock.Instant?>(nil)

        init(_ job: TortureJob, limit: Duration = .seconds(20)) throws {
            guard let injector = FaultInjector() else { throw CocoaError(.featureUnsupported) }
            (kind, fault, servers, self.injector, self.limit) = (job.kind, job.fault, job.servers, injector, limit)
            for file in [job.report, job.errors] where !FileManager.default.fileExists(atPath: file) {
                try Data().write(to: URL(fileURLWithPath: file))
            }
            report = try FileHandle(forWritingTo: URL(fileURLWithPath: job.report))
            errors = try FileHandle(forUpdating: URL(fileURLWithPath: job.errors))
            try report.seekToEnd()
        }

        /// Lets calls fail that are spread over all calls of a request.
        ///
        /// - Parameters:
        ///   - first: The first index, counted from 1.
        ///   - number: The number of attempts; nil for each index with each error.
        func run(from first: Int, number: Int?) async throws {
            watch()
            let standardError = dup(2)
            dup2(errors.fileDescriptor, 2)
            defer {
                dup2(standardError, 2)
                close(standardError)
            }
            // The first request initializes the libraries, once for the process.
            _ = try await attempt(nil)
            let count = try await attempt(nil).count
            try write("count \(count)")
            let step = max(1, Double(count) / Double(number ?? count))
            let turns = number == nil && fault == .systemCall ? 5 : 1
            for index in stride(from: 1.0, through: Double(count), by: step).map({ Int($0) }) where index >= first {
                for turn in 0..<turns { try await check(index, turn: index + turn) }
            }
            Self.deadline.withLock { $0 = nil }
        }

        private func check(_ index: Int, turn: Int) async throws {
            try write("try \(index)")
            Self.current.store(index, ordering: .relaxed)
            var outcome = try await attempt(index, turn: turn)
            // Memory that a library keeps for good is not a leak. A leak repeats.
            for _ in 0..<2 where outcome.isGrowing {
                if try await !attempt(index, turn: turn).isGrowing { outcome.isGrowing = false }
            }
            if outcome.isGrowing { outcome.problems.append("leaks \(outcome.growth)") }
            for problem in outcome.problems { try write("bad \(index) \(problem), after \(outcome.call)") }
            try write("done \(index) \(outcome.result), after \(outcome.call.prefix(60))")
        }

        private struct Outcome {
            var count = 0
            var call = ""
            var result = "success"
            var problems: [String] = []
            var isGrowing = false
            var growth = ""
        }

        private func attempt(_ index: Int?, turn: Int = 0) async throws -> Outcome {
            Self.deadline.withLock { $0 = .now + limit }
            var outcome = Outcome()
            try await use(&outcome, index, turn)
            return outcome
        }

        private func use(_ outcome: inout Outcome, _ index: Int?, _ turn: Int) async throws {
            let (descriptors, bytes) = (ProcessFigures.descriptors, injector.bytes)
            let threads = Self.threads
            let complaints = try errors.seekToEnd()
            injector.mark()
            try await send(&outcome, index, turn)
            if !(await hasEnded { Self.threads <= threads }) {
                outcome.problems.append("keeps its thread")
            }
            // Libraries keep what they initialize.
            if index == nil { return }
            // With OpenSSL 3.6, memory of refused handshakes sometimes grows while other processes are busy. The reason is not known.
            if kind == .wronglyPinned, CurlLibrary.countsRates { return }
            let isSettled = await hasEnded { self.injector.bytes <= bytes && ProcessFigures.descriptors <= descriptors }
            if !isSettled {
                outcome.isGrowing = true
                outcome.growth = """
                    \(injector.bytes - bytes) bytes, \(ProcessFigures.descriptors - descriptors) descriptors: \
                    \(injector.leaks)
                    """
            }
            if try errors.seekToEnd() != complaints { outcome.problems.append("writes to standard error") }
        }

        private func send(_ outcome: inout Outcome, _ index: Int?, _ turn: Int) async throws {
            let attempt = try TortureAttempt(kind, servers)
            var failure: SessionError?
            injector.start(fault, failing: index ?? 0, turn: turn)
            do {
                try await kind.send(attempt)
                outcome.count = injector.stop()
                if kind.isForbidden { outcome.problems.append("succeeds") }
            } catch {
                outcome.count = injector.stop()
                failure = error as? SessionError
                outcome.result = failure.map { "\($0.code.rawValue)" } ?? "\(error)"
                let isTyped = failure != nil || error is SerializationError
                if !isTyped { outcome.problems.append("throws \(error)") }
                if index == nil, !kind.isForbidden { throw error }
            }
            outcome.call = injector.description
            for name in attempt.leftovers(failure) { outcome.problems.append("leaves \(name) after \(outcome.result)") }
            do {
                let url = kind.usesTLS ? attempt.secureURL : attempt.request("/bytes/10").url
                let next = try await attempt.session.data(for: RequestMessage(url: url))
                if next.head.status != 200 || kind.isForbidden {
                    outcome.problems.append("answers the next request wrongly")
                }
            } catch {
                if !kind.isForbidden { outcome.problems.append("fails the next request: \(error)") }
            }
            attempt.session.invalidate(cancelling: true)
        }

        private static var threads: Int { ProcessFigures.threads(named: "mimeo-transport").count }

        /// Waits up to five seconds for a condition, because the machine is busy.
        private func hasEnded(_ isSo: () -> Bool) async -> Bool {
            for _ in 0..<5000 {
                if isSo() { return true }
                try? await Task.sleep(for: .milliseconds(1))
            }
            return isSo()
        }

        private func write(_ line: String) throws { try report.write(contentsOf: Data((line + "\n").utf8)) }

        /// Ends the process if an attempt hangs.
        private func watch() {
            Thread.detachNewThread { [report, injector] in
                while true {
                    Thread.sleep(forTimeInterval: 0.1)
                    guard let deadline = Self.deadline.withLock({ $0 }), deadline < .now else { continue }
                    let index = Self.current.load(ordering: .relaxed)
                    try? report.write(contentsOf: Data("bad \(index) hangs, after \(injector.description)\n".utf8))
                    _exit(70)
                }
            }
        }
    }
#endif
