#if os(Linux)
    import Foundation
    import TestServers
    import TestSupport
    import Testing

    @testable import MimeographSession

    /// Each call of the C libraries and of the system during a request fails once, and nothing worse happens than a typed error.
    ///
    /// A child process sends the requests, because the failures must not meet other tests. By default, about 300 calls fail.
    /// With `MIMEOGRAPH_LONG_TESTS`, each call fails, with each of its errors.
    @Suite(.needsOddServer, .needsTLSServer)
    struct TortureTests {
        @Test(.needsFaults, .timeLimit(.minutes(isLong ? 60 : 5)), arguments: Fault.allCases)
        func oneFailedCallDoesNoHarm(_ fault: Fault) async throws {
            let folder = TemporaryFolder()
            let library = folder.file("faults.so")
            try #require(try Fault.compile(to: library), "no C compiler: Scripts/prepare")
            let servers = TortureServers(
                odd: try TestServer.odd(""),
                secure: try TLSServer.url("good"),
                root: try TLSServer.file("root.pem"),
                other: try TLSServer.file("other.pem"),
                own: try TLSServer.file("good.pem")
            )
            try await withThrowingTaskGroup(of: Void.self) { group in
                // Only in their allocations do these differ from the others.
                let kinds = TortureRequest.allCases.filter {
                    fault == .allocation || ![.brotli, .zstandard, .xml].contains($0)
                }
                for (index, kind) in kinds.enumerated() {
                    if index >= 6 { try await group.next() }
                    let report = folder.file("\(kind)")
                    let number = isLong ? nil : 10
                    let job = TortureJob(kind: kind, fault: fault, servers: servers, report: report, number: number)
                    group.addTask { try await Self.run(job, library) }
                }
                try await group.waitForAll()
            }
        }

        /// Runs a job in child processes. The next one continues after a call whose failure has ended the last one.
        private static func run(_ job: TortureJob, _ library: String) async throws {
            var job = job
            for _ in 0..<10 {
                let status = try await runOnce(job, library)
                let lines = try String(contentsOfFile: job.report, encoding: .utf8).split(separator: "\n")
                let last = lines.last { $0.hasPrefix("try ") }.flatMap { Int($0.dropFirst(4)) }
                if status == 0 || last == nil {
                    let complaints = (try? String(contentsOfFile: job.errors, encoding: .utf8)) ?? ""
                    #expect(status == 0, "\(job.kind): \(complaints)")
                    for line in lines where line.hasPrefix("bad ") {
                        Issue.record("\(job.kind), \(job.fault): \(line)")
                    }
                    #expect(lines.count { $0.hasPrefix("done ") } >= 5)
                    return
                }
                Issue.record("\(job.kind), \(job.fault): status \(status) at index \(last ?? 0)")
                job.first = (last ?? 0) + 1
            }
        }

        private static func runOnce(_ job: TortureJob, _ library: String) async throws -> Int32 {
            let text = String(decoding: try JSONEncoder().encode(job), as: UTF8.self)
            let environment = [TortureJob.variable: text, "LD_PRELOAD": library]
            return try await ChildProcess.runTests("TortureTests/doesItsJob", environment: environment).status
        }

        /// The test that the child process runs.
        @Test(.enabled(if: TortureJob.own != nil, "runs only in a child process of another test"))
        func doesItsJob() async throws {
            let job = try #require(TortureJob.own)
            try await TortureRun(job).run(from: job.first, number: job.number)
        }
    }

    private let isLong = ProcessInfo.processInfo.environment["MIMEOGRAPH_LONG_TESTS"] != nil

    extension Trait where Self == ConditionTrait {
        /// Skips the test with a message without a C compiler, or under a sanitizer, which has its own allocator. In continuous
        /// integration it fails without a compiler.
        fileprivate static var needsFaults: Self {
            .enabled("a C compiler and glibc are needed, and no sanitizer") {
                if ProcessInfo.processInfo.environment["MIMEOGRAPH_SANITIZED"] != nil { return false }
                if Corpora.isContinuousIntegration { return true }
                return try ["clang", "cc"].contains {
                    try ChildProcess.run("/usr/bin/env", [$0, "--version"]).status == 0
                }
            }
        }
    }
#endif
