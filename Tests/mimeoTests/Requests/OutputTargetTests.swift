import Foundation
import TestSupport
import Testing

@testable import mimeo

/// `-o` replaces only a regular file.
@Suite(.within(minutes: 5)) struct OutputTargetTests {
    @Test(arguments: FileNode.here)
    func nothingButARegularFileIsReplaced(_ node: FileNode) async throws {
        try await RequestServer.withFolder { folder in
            let path = "\(folder)/log"
            try node.make(at: path)
            let target = RequestServer.unique("/log?size=16")
            let run = await ToolRun.request(["get", try RequestServer.url(target), "-o", path])
            #expect(run.exitCode == .wrongUsage)
            if node != .folder, node != .linkToFolder {
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
