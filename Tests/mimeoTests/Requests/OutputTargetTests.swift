import Foundation
import TestSupport
import Testing

@testable import mimeo

/// `-o` replaces only a regular file, and writes into pipes and devices.
@Suite(.within(minutes: 5)) struct OutputTargetTests {
    @Test(arguments: [FileNode.folder, .linkToFile, .linkToFolder, .linkToNothing, .socket])
    func nothingButARegularFileIsReplaced(_ node: FileNode) async throws {
        try await RequestServer.withFolder { folder in
            let path = "\(folder)/log"
            try node.make(at: path)
            let target = RequestServer.unique("/log?size=16")
            let run = await ToolRun.request(["get", try RequestServer.url(target), "-o", path])
            #expect(run.exitCode == .wrongUsage)
            if node == .linkToFile || node == .linkToNothing {
                #expect(
                    run.errorOutput.contains("Not a regular file") && run.errorOutput.contains("-o - >"),
                    "\(run.errorOutput)"
                )
            }
            #expect(node.isUntouched(at: path))
            #expect(try RequestServer.names(folder) == node.names("log"))
            #expect(try RequestServer.requests(for: target).isEmpty)
        }
    }

    @Test func pipesAndDevicesAreWrittenInto() async throws {
        try await RequestServer.withFolder { folder in
            let path = "\(folder)/pipe"
            try FileNode.pipe.make(at: path)
            async let received = ToolRun.onThread {
                FileHandle(forReadingAtPath: path).map { Array($0.readDataToEndOfFile()) } ?? []
            }
            let run = await ToolRun.request(["get", try RequestServer.url("/picture"), "-o", path])
            #expect(run.exitCode == .success && run.output.isEmpty, "\(run.errorOutput)")
            #expect(await received.starts(with: [0x89, 0x50]))
            for device in ["/dev/null", "\(folder)/link"] {
                if device != "/dev/null" { try FileNode.linkToDevice.make(at: device) }
                let run = await ToolRun.request(["get", try RequestServer.url("/user"), "-o", device])
                #expect(run.exitCode == .success && run.output.isEmpty, "\(run.errorOutput)")
            }
            let full = await ToolRun.request(["get", try RequestServer.url("/user"), "-o", "/dev/full"])
            #expect(
                full.exitCode == .wrongUsage && full.errorOutput.contains("/dev/full: No space left"),
                "\(full.errorOutput)"
            )
            // The server's explanation is not the body that was wanted.
            let refused = await ToolRun.request(["get", try RequestServer.url("/boat"), "-o", "/dev/null"])
            #expect(refused.exitCode == .refused && refused.output.contains("no such boat"))
        }
    }

    @Test func aTerminalGetsNoBinaryData() async throws {
        let words = ["get", try RequestServer.url("/picture")]
        let run = await ToolRun.request(words + ["-o", "-"], isTerminal: true)
        #expect(
            run.exitCode == .wrongUsage && run.output.isEmpty && run.errorOutput.contains("> FILE"),
            "\(run.errorOutput)"
        )
        #expect(await ToolRun.request(words, isTerminal: true).output.contains("24 by 24"))
        #expect(await ToolRun.request(words + ["-o", "-"]).outputBytes.starts(with: [0x89, 0x50]))
        let converted = ToolRun(
            ["convert", "-", "--to", "application/cbor"],
            input: Array("[1]".utf8),
            isTerminal: true
        )
        #expect(converted.exitCode == .wrongUsage && converted.output.isEmpty)
        let text = ToolRun(["convert", "-", "--to", "application/xml"], input: Array("{}".utf8), isTerminal: true)
        #expect(text.output.hasSuffix("\n") && text.exitCode == .success, "\(text.errorOutput)")
    }

    @Test func theNameComesFromTheURL() async throws {
        let url = try RequestServer.url("/")
        let run = await ToolRun.request(["get", url, "-O"])
        #expect(run.exitCode == .wrongUsage && run.errorOutput.contains("no last name"))
        // The name is found, and nothing is written into the folder of the tests.
        let twice = await ToolRun.request(["get", url + "user", "-O", "--print=h"])
        #expect(twice.errorOutput.contains("--output writes one body into a file"), "\(twice.errorOutput)")
    }

    /// The resumption file is written under a name that no other file has.
    @Test func filesBesideTheDownloadStay() async throws {
        try await RequestServer.withFolder { folder in
            try Data("mine".utf8).write(to: URL(fileURLWithPath: "\(folder)/.log.resume.new"))
            let cut = try RequestServer.url(RequestServer.unique("/log?size=100000&cut=40000"))
            _ = await ToolRun.request(["get", cut, "-o", "\(folder)/log"])
            #expect(RequestServer.bytes("\(folder)/.log.resume.new") == Array("mine".utf8))
            #expect(try RequestServer.names(folder).count == 3)
        }
    }

    @Test(arguments: FileNode.here)
    func keepsOtherNodesAtTheResumptionPath(_ node: FileNode) async throws {
        try await RequestServer.withFolder { folder in
            let path = "\(folder)/.log.resume"
            try node.make(at: path)
            for url in [try RequestServer.url("/log?size=16"), "http://127.0.0.1:1/"] {
                _ = await ToolRun.request(["get", url, "--proxy", "none", "-o", "\(folder)/log"])
                #expect(node.isUntouched(at: path))
            }
            #expect(RequestServer.bytes("\(folder)/log").count == 16)
        }
    }

    @Test(arguments: FileNode.here)
    func doesNotReplaceOtherNodes(_ node: FileNode) async throws {
        try await RequestServer.withFolder { folder in
            let path = "\(folder)/.log.resume"
            try node.make(at: path)
            let cut = try RequestServer.url(RequestServer.unique("/log?size=100000&cut=40000"))
            let run = await ToolRun.request(["get", cut, "-o", "\(folder)/log"])
            #expect(run.exitCode == .noResponse)
            #expect(run.errorOutput.contains("the download cannot be resumed"))
            #expect(node.isUntouched(at: path))
            // No part remains that nothing would find.
            #expect(try RequestServer.names(folder) == node.names(".log.resume"))
        }
    }
}
