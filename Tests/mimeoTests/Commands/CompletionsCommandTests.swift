import Foundation
import Testing

@testable import mimeo

/// The scripts that complete command lines, and the manual page.
@Suite struct CompletionsCommandTests {
    @Test(arguments: ["bash", "zsh", "fish"]) func everyOptionIsCompleted(_ shell: String) {
        let script = ToolRun(["completions", shell]).output
        for command in Tool.commands {
            #expect(script.contains(command.name))
            for option in command.options { #expect(script.contains(option.name), "\(option.name)") }
        }
    }

    /// Runs the script in the shell, if it is there.
    @Test func bashCompletes() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let script = folder.appendingPathComponent("mimeo.bash")
        try ToolRun(["completions", "bash"]).output.write(to: script, atomically: false, encoding: .utf8)
        func completed(_ words: String) throws -> String {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/bin/bash")
            process.arguments = [
                "-c",
                "source '\(script.path)'; COMP_WORDS=(\(words)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _mimeo; echo ${COMPREPLY[@]}",
            ]
            let pipe = Pipe()
            process.standardOutput = pipe
            try process.run()
            process.waitUntilExit()
            return String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        }
        #expect(try completed("mimeo dec") == "decode\n")
        #expect(try completed("mimeo get --max-r").contains("--max-redirects"))
        #expect(try completed("mimeo help enc") == "encode\n")
    }

    @Test func theManualHasEveryCommand() {
        let page = ToolRun(["manual"]).output
        #expect(page.hasPrefix(".TH MIMEO 1"))
        for command in Tool.commands { #expect(page.contains(".SS \"mimeo \(command.name)")) }
        #expect(!page.split(separator: "\n").contains { $0.hasPrefix("'") })
    }

    @Test(arguments: ["cmd", ""]) func otherShellsAreWrongUsage(_ shell: String) {
        #expect(ToolRun(["completions", shell]).exitCode == .wrongUsage)
    }
}
