#if os(Linux)
    import Foundation
    import TestSupport
    import Testing

    /// A network namespace of the test's own, in which it makes interfaces and routes with iproute2.
    ///
    /// A shell lives in it and obeys line by line; it and all that was started in it end with the test.
    final class NetworkNamespace: Sendable {
        private let shell: LineProcess

        /// Makes a namespace with `lo`, and the two ends of a cable, `v0` with 10.77.0.1/24 and `v1`.
        init(_ setUp: String = NetworkNamespace.cable) async throws {
            shell = try LineProcess(Self.unshare + ["/bin/bash", "--norc"])
            try await run("ip link set lo up; \(setUp)")
        }

        static let cable = """
            ip link add v0 type veth peer name v1; ip link set v0 up; ip link set v1 up; ip addr add 10.77.0.1/24 dev v0
            """

        /// Runs commands, of which all must do well, and gives what they write.
        @discardableResult
        func run(_ commands: String) async throws -> [String] {
            // In a child, so that the first that fails ends them and not the shell.
            try shell.write("(set -e; \(commands)\n) 2>&1 </dev/null; echo \"== $?\"\n")
            var lines: [String] = []
            while true {
                let line = try await shell.next()
                if line == "== 0" { return lines }
                if line.hasPrefix("== ") {
                    throw LineProcess.Failure(description: "\(commands): \(lines.joined(separator: " "))")
                }
                lines.append(line)
            }
        }

        /// Starts `mimeo reachability` in the namespace.
        func watch(_ host: String? = nil) async throws -> Watcher {
            let program = try Self.program()
            // It ends when its input does, also when the test crashes.
            let script = "\"$@\" </dev/null & echo $!; read -r _; kill $!; wait $! 2>/dev/null"
            let words =
                ["/bin/bash", "--norc", "-c", script, "bash", program, "reachability"] + (host.map { [$0] } ?? [])
            let process = try LineProcess(enter + words)
            return Watcher(process, identifier: Int(try await process.next()) ?? 0)
        }

        /// What `mimeo reachability --once` says, and its exit status.
        func once(_ host: String? = nil) async throws -> [String] {
            try await run("set +e; '\(try Self.program())' reachability --once \(host ?? ""); echo $?")
        }

        private var enter: [String] {
            ["nsenter", "--target", "\(shell.identifier)", "--net", "--mount"]
                + (getuid() == 0 ? [] : ["--user", "--preserve-credentials"])
        }

        private static let unshare =
            ["unshare", "--net", "--mount"] + (getuid() == 0 ? [] : ["--user", "--map-root-user"])

        /// The tool, which lies beside the tests.
        private static func program() throws -> String {
            let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            let program = URL(fileURLWithPath: tests).deletingLastPathComponent().appendingPathComponent("mimeo").path
            guard FileManager.default.isExecutableFile(atPath: program) else {
                throw LineProcess.Failure(description: "there is no \(program)")
            }
            return program
        }

        // MARK: Whether there are any

        /// Which of the tools is not here.
        static let missingTool: String? = ["ip", "unshare", "nsenter"].first { tool in
            !["/usr/sbin", "/sbin", "/usr/bin", "/bin"].contains {
                FileManager.default.isExecutableFile(atPath: "\($0)/\(tool)")
            }
        }

        /// Whether this sandbox lets us have namespaces with cables in them.
        static let isAllowed: Bool = {
            guard missingTool == nil else { return false }
            let make = ["ip", "link", "add", "v0", "type", "veth", "peer", "name", "v1"]
            return (try? LineProcess(unshare + make))?.end(atMost: .seconds(20)) == 0
        }()
    }

    /// `mimeo reachability` while it runs.
    final class Watcher: Sendable {
        private let process: LineProcess
        /// The number of the process.
        let identifier: Int

        init(_ process: LineProcess, identifier: Int) {
            self.process = process
            self.identifier = identifier
        }

        /// The next status, without the time.
        func next() async throws -> String {
            let line = try await process.next()
            return line.split(separator: " ", maxSplits: 1).last.map(String.init) ?? ""
        }

        /// Goes on until there is a status; what comes before it is let pass.
        func next(_ status: String) async throws {
            while try await next() != status {}
        }

        /// Whether nothing was written for so long.
        func isSilent(for duration: Duration) async throws -> Bool {
            try await Task.sleep(for: duration)
            return process.lineCount == 0
        }

        /// Processor time of all threads, in nanoseconds, and how often those of monitors were put on a processor: a sanitizer has
        /// a thread that looks around now and then.
        var processorUse: (nanoseconds: Int, count: Int) {
            let folder = "/proc/\(identifier)/task"
            func text(_ path: String) -> String {
                (try? String(contentsOfFile: "\(folder)/\(path)", encoding: .utf8)) ?? ""
            }
            let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            return threads.reduce((0, 0)) { sum, thread in
                let figures = text("\(thread)/schedstat").split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
                guard figures.count == 3 else { return sum }
                let isOurs = text("\(thread)/comm").hasPrefix("mimeo-")
                return (sum.0 + figures[0], sum.1 + (isOurs ? figures[2] : 0))
            }
        }
    }

    extension Trait where Self == ConditionTrait {
        /// Skips the test, and says so, where the sandbox does not allow a network namespace, or the tools are missing; in
        /// continuous integration missing tools make it fail.
        static var needsNamespaces: Self {
            .enabled(
                if: NetworkNamespace.isAllowed
                    || Corpora.isContinuousIntegration && NetworkNamespace.missingTool != nil,
                "no network namespaces here: iproute2 is missing (Scripts/prepare --servers), or they are not allowed"
            )
        }
    }
#endif
