#if os(Linux)
    import Foundation
    import MimeographSession
    import TestServers
    import TestSupport
    import Testing

    @testable import mimeo

    /// Requests over TLS: the servers that the tool trusts, and its client certificates.
    @Suite(.needsTLSServer, .within(minutes: 5)) struct TrustOptionsTests {
        private static func file(_ name: String) throws -> String {
            "\(try TestServer.tls().path("folder"))/\(name)"
        }

        /// Requests the server's line about the connection, as JSON.
        private static func get(_ identity: String, _ words: [String], password: String? = nil) async throws -> ToolRun
        {
            let url = "https://localhost:\(try TestServer.tls().port(identity))/"
            return await ToolRun.request(["get", url, "--proxy", "none"] + words, password: password)
        }

        @Test func anchorsInPlaceOfTheSystems() async throws {
            let refused = try await Self.get("good", [])
            #expect(
                refused.exitCode == .noResponse && refused.errorOutput.contains("are not trusted")
                    && refused.errorOutput.contains("--anchors")
            )
            #expect(try await Self.get("good", ["--anchors", Self.file("root.pem")]).exitCode == .success)
            let other = try await Self.get("good", ["--anchors", Self.file("self.pem")])
            #expect(other.exitCode == .noResponse && other.output.isEmpty)
        }

        @Test func pins() async throws {
            let anchors = try ["--anchors", Self.file("root.pem")]
            let own = try Certificate.read(path: Self.file("good.pem"))[0].pin.description
            let other = try Certificate.read(path: Self.file("self.pem"))[0].pin.description
            let either = try await Self.get("good", anchors + ["--pin", other, "--pin", own])
            #expect(either.exitCode == .success, "\(either.errorOutput)")
            let refused = try await Self.get("good", anchors + ["--pin", other])
            #expect(refused.exitCode == .noResponse && refused.output.isEmpty)
            #expect(refused.errorOutput.contains("`mimeo trust` shows its keys"))
            // A pin does not replace other checks.
            #expect(try await Self.get("good", ["--pin", own]).exitCode == .noResponse)
        }

        /// A server, whether --stapled-status is given, and a part of the error message.
        @Test(
            arguments: [
                ("good", true, nil), ("absent", true, "--stapled-status"), ("absent", false, nil),
                ("revoked", true, "revoked"), ("revoked", false, nil),
            ] as [(String, Bool, String?)]
        )
        func stapledStatuses(_ name: String, _ isAsked: Bool, _ refusal: String?) async throws {
            let server = try TestServer.ocsp()
            let words = ["--anchors", "\(server.path("folder"))/root.pem", "--proxy", "none", "--as", "bytes"]
            let run = await ToolRun.request(
                ["get", "https://localhost:\(server.port(name))/"] + words + (isAsked ? ["--stapled-status"] : [])
            )
            #expect(run.exitCode == (refusal == nil ? .success : .noResponse), "\(run.errorOutput)")
            if let refusal { #expect(run.errorOutput.contains(refusal) && run.output.isEmpty, "\(run.errorOutput)") }
        }

        @Test(
            arguments: [
                ["client.pem", "client.key"], ["client.p12:secret"], ["client.pem:secret", "client.locked.key"],
            ]
        )
        func clientCertificates(_ names: [String]) async throws {
            var words = try ["--anchors", Self.file("root.pem"), "--certificate", Self.file(names[0])]
            if names.count == 2 { words += ["--key", try Self.file(names[1])] }
            let run = try await Self.get("mutual", words)
            #expect(run.exitCode == .success && run.output.contains("Ada"), "\(run.errorOutput)")
        }

        @Test func oneFileMayHoldBoth() async throws {
            try await RequestServer.withFolder { folder in
                let both =
                    try RequestServer.bytes(Self.file("client.pem")) + RequestServer.bytes(Self.file("client.key"))
                try Data(both).write(to: URL(fileURLWithPath: "\(folder)/both.pem"))
                let run = try await Self.get(
                    "mutual",
                    ["--anchors", Self.file("root.pem"), "--certificate", "\(folder)/both.pem"]
                )
                #expect(run.exitCode == .success && run.output.contains("Ada"), "\(run.errorOutput)")
            }
        }

        @Test func thePasswordIsAskedFor() async throws {
            let words = try ["--anchors", Self.file("root.pem"), "--certificate", Self.file("client.p12")]
            let run = try await Self.get("mutual", words, password: "secret")
            #expect(run.exitCode == .success && run.output.contains("Ada"), "\(run.errorOutput)")
            let anonymous = try await Self.get("mutual", words)
            #expect(anonymous.exitCode == .wrongUsage && anonymous.errorOutput.contains("FILE:PASSWORD"))
        }

        @Test func missingClientCertificate() async throws {
            let run = try await Self.get("mutual", ["--anchors", Self.file("root.pem")])
            #expect(run.exitCode == .noResponse && run.output.isEmpty)
        }

        @Test(
            arguments: [
                ["--pin", "sha256/short"], ["--anchors", "/nowhere.pem"], ["--certificate", "/nowhere.pem"],
                ["--certificate", "/nowhere.p12:x"], ["--key", "/nowhere.key"],
                ["--certificate", "a.p12:x", "--key", "b"],
            ]
        )
        func wrongUsage(_ words: [String]) async {
            let run = await ToolRun.request(["get", "https://localhost:1/"] + words)
            #expect(run.exitCode == .wrongUsage && run.output.isEmpty && !run.errorOutput.isEmpty)
        }

        @Test func aKeyOfAnotherCertificate() async throws {
            let run = try await Self.get(
                "mutual",
                ["--certificate", Self.file("client.pem"), "--key", Self.file("stranger.key")]
            )
            #expect(run.exitCode == .wrongUsage && run.output.isEmpty)
        }
    }
#endif
