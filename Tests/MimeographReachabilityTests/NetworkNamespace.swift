#if os(Linux)
    import Foundation
    import TestSupport
    import Testing

    /// A network namespace for one test, which makes interfaces and routes in it with iproute2.
    ///
    /// A shell in it runs commands line by line. The shell, and every process that it started, ends with the test.
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

        /// Runs commands and returns their output. Each of them must succeed.
        @discardableResult
        func run(_ commands: String) async throws -> [String] {
            // In a child process, so that a failure ends the commands but not the shell.
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
            // It ends with its input, even if the test crashes.
            let script = "\"$@\" </dev/null & echo $!; read -r _; kill $!; wait $! 2>/dev/null"
            let words =
                ["/bin/bash", "--norc", "-c", script, "bash", program, "reachability"] + (host.map { [$0] } ?? [])
            let process = try LineProcess(enter + words)
            return Watcher(process, identifier: Int(try await process.next()) ?? 0)
        }

        /// The output of `mimeo reachability --once`, and its exit status.
        func once(_ host: String? = nil) async throws -> [String] {
            try await run("set +e; '\(try Self.program())' reachability --once \(host ?? ""); echo $?")
        }

        private var enter: [String] {
            ["nsenter", "--target", "\(shell.identifier)", "--net", "--mount"]
                + (getuid() == 0 ? [] : ["--user", "--preserve-credentials"])
        }

        private static let unshare =
            ["unshare", "--net", "--mount"] + (getuid() == 0 ? [] : ["--user", "--map-root-user"])

        /// The tool, which is built next to the tests.
        private static func program() throws -> String {
            let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            let program = URL(fileURLWithPath: tests).deletingLastPathComponent().appendingPathComponent("mimeo").path
            guard FileManager.default.isExecutableFile(atPath: program) else {
                throw LineProcess.Failure(description: "there is no \(program)")
            }
            return program
        }

        // MARK: Availability

        /// The name of a missing tool.
        static let missingTool: String? = ["ip", "unshare", "nsenter"].first { tool in
            !["/usr/sbin", "/sbin", "/usr/bin", "/bin"].contains {
                FileManager.default.isExecutableFile(atPath: "\($0)/\(tool)")
            }
        }

        /// Whether the sandbox allows network namespaces with cables.
        static let isAllowed: Bool = {
            guard missingTool == nil else { return false }
            let make = ["ip", "link", "add", "v0", "type", "veth", "peer", "name", "v1"]
            return (try? LineProcess(unshare + make))?.end(atMost: .seconds(20)) == 0
        }()
    }

    /// A running `mimeo reachability`.
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

        /// Reads until a status arrives, and skips the ones before it.
        func next(_ status: String) async throws {
            while try await next() != status {}
        }

        /// Returns whether the process writes nothing for this long.
        func isSilent(for duration: Duration) async throws -> Bool {
            try await Task.sleep(for: duration)
            return process.lineCount == 0
        }

        /// The processor time of all threads in nanoseconds, and how often the monitors' threads ran. A sanitizer has its own
        /// thread, which runs now and then.
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
        /// Skips the test, with a message, if the sandbox allows no network namespace or tools are missing. In continuous
        /// integration, missing tools make the test fail.
        static var needsNamespaces: Self {
            .enabled(
                if: NetworkNamespace.isAllowed
                    || Corpora.isContinuousIntegration && NetworkNamespace.missingTool != nil,
                "no network namespaces here: iproute2 is missing (Scripts/prepare --servers), or they are not allowed"
            )
        }
    }
#endif
