import Foundation
import LoopbackServer
import TestSupport
import Testing

@testable import mimeo

/// Downloads into files.
@Suite(.within(minutes: 5)) struct DownloadTests {
    /// The content of `/log`: lines of eight bytes with their numbers.
    private func log(_ size: Int) -> [UInt8] {
        var text = ""
        for number in 0...size / 8 {
            let digits = "\(number)"
            text += String(repeating: "0", count: 7 - digits.count) + digits + "\n"
        }
        return Array(text.utf8.prefix(size))
    }

    @Test func theBodyGoesIntoAFile() async throws {
        try await RequestServer.withFolder { folder in
            let run = await ToolRun.request(["get", try RequestServer.url("/log?size=1000"), "-o", "\(folder)/log"])
            #expect(run.exitCode == .success)
            #expect(run.output == "")
            #expect(run.errorOutput.contains("# \(folder)/log: 1.0 kB, text/plain\n"))
            #expect(!run.errorOutput.contains("\r"))
            #expect(RequestServer.bytes("\(folder)/log") == log(1000))
            #expect(try RequestServer.names(folder) == ["log"])
        }
    }

    @Test func replacesAnExistingFileAndKeepsItsMode() async throws {
        try await RequestServer.withFolder { folder in
            let path = "\(folder)/log"
            #expect(FileManager.default.createFile(atPath: path, contents: Data("old".utf8)))
            try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
            let run = await ToolRun.request(["get", try RequestServer.url("/log?size=16"), "--output", path])
            #expect(run.exitCode == .success)
            #expect(RequestServer.bytes(path) == log(16))
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o640)
        }
    }

    @Test func resumesAStoppedDownload() async throws {
        try await RequestServer.withFolder { folder in
            let target = RequestServer.unique("/log?size=100000&cut=40000")
            let words = ["get", try RequestServer.url(target), "-o", "\(folder)/log"]
            let broken = await ToolRun.request(words)
            #expect(broken.exitCode == .noResponse)
            #expect(
                broken.errorOutput.contains("stopped after 40.0 kB of 100.0 kB; run the same command to resume")
            )
            #expect(try RequestServer.names(folder).count == 2)
            let resumed = await ToolRun.request(words)
            #expect(resumed.exitCode == .success)
            #expect(resumed.errorOutput.contains("# resuming after 40.0 kB\n"))
            #expect(RequestServer.bytes("\(folder)/log") == log(100_000))
            #expect(try RequestServer.names(folder) == ["log"])
            let requests = try RequestServer.requests(for: target)
            #expect(requests.map { $0.field("Range") } == [nil, "bytes=40000-"])
            #expect(requests.last?.field("If-Range") == "\"100000\"")
        }
    }

    @Test func ignoresThePartOfAnotherURL() async throws {
        try await RequestServer.withFolder { folder in
            let cut = try RequestServer.url(RequestServer.unique("/log?size=100000&cut=40000"))
            _ = await ToolRun.request(["get", cut, "-o", "\(folder)/log"])
            let target = RequestServer.unique("/log?size=500")
            let run = await ToolRun.request(["get", try RequestServer.url(target), "-o", "\(folder)/log"])
            #expect(run.exitCode == .success)
            #expect(RequestServer.bytes("\(folder)/log") == log(500))
            #expect(try RequestServer.names(folder) == ["log"])
            #expect(try RequestServer.requests(for: target).map { $0.field("Range") } == [nil])
        }
    }

    /// The resumption file may have any content.
    @Test(arguments: [
        "\n", "nonsense", "http://a/\nmimeograph-resumption 1\n",
        "http://a/\nmimeograph-resumption 1\na\n/etc/passwd\n9\n\"x\"\n",
    ])
    func keepsForeignResumptionFiles(_ text: String) async throws {
        try await RequestServer.withFolder { folder in
            try text.write(toFile: "\(folder)/.log.resume", atomically: false, encoding: .utf8)
            let run = await ToolRun.request(["get", try RequestServer.url("/log?size=500"), "-o", "\(folder)/log"])
            #expect(run.exitCode == .success)
            #expect(RequestServer.bytes("\(folder)/log") == log(500))
            #expect(RequestServer.bytes("\(folder)/.log.resume") == Array(text.utf8))
            // The file is not replaced either, so no part is kept.
            let cut = try RequestServer.url(RequestServer.unique("/log?size=100000&cut=40000"))
            let broken = await ToolRun.request(["get", cut, "-o", "\(folder)/log"])
            #expect(broken.errorOutput.contains("the download cannot be resumed"), "\(broken.errorOutput)")
            #expect(RequestServer.bytes("\(folder)/.log.resume") == Array(text.utf8))
            #expect(try RequestServer.names(folder) == [".log.resume", "log"])
        }
    }

    /// A crash may leave an empty file.
    @Test func anEmptyFileOfResumptionIsReplaced() async throws {
        try await RequestServer.withFolder { folder in
            try "".write(toFile: "\(folder)/.log.resume", atomically: false, encoding: .utf8)
            let cut = try RequestServer.url(RequestServer.unique("/log?size=100000&cut=40000"))
            _ = await ToolRun.request(["get", cut, "-o", "\(folder)/log"])
            #expect(!RequestServer.bytes("\(folder)/.log.resume").isEmpty)
        }
    }

    @Test func resumesOnlyFromItsOwnParts() async throws {
        try await RequestServer.withFolder { folder in
            let path = "/log?size=500"
            let url = try RequestServer.url(path)
            let mine = "\(folder)/mine"
            try "mine".write(toFile: mine, atomically: false, encoding: .utf8)
            for asked in [url, "http://a/"] {
                let text = "\(asked)\nmimeograph-resumption 1\n\(url)\n\(mine)\n4\n\"500\"\n500\n\n"
                try text.write(toFile: "\(folder)/.log.resume", atomically: false, encoding: .utf8)
                let run = await ToolRun.request(["get", url, "-o", "\(folder)/log"])
                #expect(run.exitCode == .success)
                #expect(RequestServer.bytes("\(folder)/log") == log(500))
                #expect(try RequestServer.names(folder) == ["log", "mine"])
            }
        }
    }

    #if os(Linux)
        @Test(arguments: [SIGINT, SIGTERM]) func resumesAfterASignal(_ number: Int32) async throws {
            try await RequestServer.withFolder { folder in
                let target = RequestServer.unique("/log?size=1600000&pause=30")
                let words = ["get", try RequestServer.url(target), "--proxy", "none", "-o", "\(folder)/log"]
                let interrupted = try await ToolProcess.run(words) { process in
                    // The signal comes as soon as there is something to keep.
                    for _ in 0..<6_000 {
                        let names = (try? RequestServer.names(folder)) ?? []
                        if names.contains(where: { RequestServer.bytes("\(folder)/\($0)").count > 0 }) { break }
                        usleep(10_000)
                    }
                    kill(process, number)
                }
                #expect(interrupted.status == 130)
                #expect(try RequestServer.names(folder).contains(".log.resume"))
                #expect(try await ToolProcess.run(words).status == 0)
                #expect(RequestServer.bytes("\(folder)/log") == log(1_600_000))
                #expect(try RequestServer.names(folder) == ["log"])
                #expect(try RequestServer.requests(for: target).last?.field("Range")?.hasPrefix("bytes=") == true)
            }
        }

        @Test func aTerminalSeesABar() async throws {
            try await RequestServer.withFolder { folder in
                let url = try RequestServer.url(RequestServer.unique("/log?size=800000&pause=20"))
                // This program gives the tool a terminal, and passes on its output.
                let line = "'\(ToolProcess.path)' get '\(url)' --proxy none --output '\(folder)/log'"
                let run = try await ToolProcess.run(["-qec", line, "/dev/null"], program: "/usr/bin/script")
                #expect(run.status == 0)
                let text = String(decoding: run.output, as: UTF8.self)
                #expect(text.contains("\rlog  ") && text.contains(" of 800.0 kB"), "\(text)")
                // The bar is removed before the next remark.
                let last = try #require(text.split(separator: "\u{1B}[K").last)
                #expect(last.contains("# 200 OK") && !last.contains(" of 800.0 kB"), "\(text)")
                #expect(RequestServer.bytes("\(folder)/log") == log(800_000))
            }
        }
    #endif

    @Test func aRefusedDownloadLeavesNothing() async throws {
        try await RequestServer.withFolder { folder in
            let run = await ToolRun.request(["get", try RequestServer.url("/boats"), "-o", "\(folder)/a"])
            #expect(run.exitCode == .refused)
            #expect(run.output.contains(#""title": "No such boat""#))
            #expect(try RequestServer.names(folder) == [])
            let nowhere = await ToolRun.request(["get", try RequestServer.url("/user"), "-o", "\(folder)/b/a"])
            #expect(nowhere.exitCode == .wrongUsage)
            #expect(nowhere.errorOutput.contains("error: The file of the download, "))
        }
    }

    @Test func doesNotResumePOST() async throws {
        try await RequestServer.withFolder { folder in
            let url = try RequestServer.url(RequestServer.unique("/log?size=100000&cut=40000"))
            let run = await ToolRun.request(["post", url, "--data", "{}", "-o", "\(folder)/log"])
            #expect(run.exitCode == .noResponse)
            #expect(try RequestServer.names(folder) == [])
        }
    }

    @Test(arguments: [("/gzip", #"{"id": 7"#), ("/readings", #"{"hour": 1, "level": 3}"#), ("/picture", "\u{89}PNG")])
    func standardOutputGetsTheBodyAsItIs(_ path: String, _ start: String) async throws {
        let run = await ToolRun.request(["get", try RequestServer.url(path), "-o", "-"])
        #expect(run.exitCode == .success)
        #expect(run.outputBytes.starts(with: start.unicodeScalars.map { UInt8($0.value) }))
    }
}
