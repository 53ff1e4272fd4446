#if os(Linux)
    import Foundation
    import MimeographSession
    import TestServers
    import Testing

    @testable import mimeo

    @Suite(.needsTLSServer) struct TrustCommandTests {
        private static func file(_ name: String) throws -> String {
            "\(try TestServer.tls().path("folder"))/\(name)"
        }

        private static func server(_ identity: String, host: String = "localhost") throws -> String {
            "\(host):\(try TestServer.tls().port(identity))"
        }

        /// Runs the tool on a separate thread, because it blocks while it waits for work on the tests' threads.
        private static func run(_ words: [String]) async -> ToolRun {
            await withCheckedContinuation { done in
                Thread.detachNewThread { done.resume(returning: ToolRun(words)) }
            }
        }

        @Test func showsTheChainAndThePins() async throws {
            let run = await Self.run(["trust", try Self.server("good"), "--anchors", try Self.file("root.pem")])
            #expect(run.exitCode == .success && run.errorOutput.hasPrefix("# trusted: "))
            let names = try ["good", "intermediate"].map { try Certificate.read(path: Self.file("\($0).pem"))[0] }
            #expect(run.output.hasPrefix("certificate 1 of 2, the server's own\n  subject  CN=good\n"))
            for part in ["CN=intermediate", "localhost, *.wild.localhost, 127.0.0.1", "certificate 2 of 2\n"]
                + names.map(\.pin.description)
            {
                #expect(run.output.contains(part), "\(part)")
            }
        }

        @Test(arguments: ["self", "good", "evil"])
        func showsWhatIsNotTrustedToo(_ identity: String) async throws {
            let run = await Self.run(["trust", "https://\(try Self.server(identity))/path"])
            #expect(run.exitCode == .badBody && run.errorOutput.hasPrefix("# not trusted: "))
            #expect(run.output.contains("pin      sha256/"))
            let controls = (run.output + run.errorOutput).unicodeScalars.filter { $0 != "\n" && $0.value < 0x20 }
            #expect(controls.isEmpty)
        }

        @Test func saysWhyNot() async throws {
            let anchors = try Self.file("root.pem")
            let wrong = await Self.run(["trust", try Self.server("wrongHost"), "--anchors", anchors])
            #expect(wrong.exitCode == .badBody && wrong.errorOutput.contains("is not for localhost"))
            let expired = await Self.run(["trust", try Self.server("expired"), "--anchors", anchors])
            #expect(expired.exitCode == .badBody && expired.errorOutput.contains("expired"))
        }

        @Test func serversThatDoNotAnswer() async throws {
            let closed = await Self.run(["trust", "localhost:1"])
            #expect(
                closed.exitCode == .badBody && closed.output.isEmpty && closed.errorOutput.contains("cannotConnect")
            )
            let plain = await Self.run(["trust", try Self.server("figures", host: "127.0.0.1")])
            #expect(plain.exitCode == .badBody && plain.output.isEmpty && plain.errorOutput.contains("tlsFailed"))
        }

        @Test func wrongUsage() async {
            for words in [
                ["trust"], ["trust", "a", "b"], ["trust", "http://localhost"], ["trust", "a b"],
                ["trust", "localhost:99999"],
                ["trust", "localhost:1", "--anchors", "/nowhere.pem"],
            ] {
                let run = await Self.run(words)
                #expect(run.exitCode == .wrongUsage && run.output.isEmpty && !run.errorOutput.isEmpty, "\(words)")
            }
        }
    }
#endif
