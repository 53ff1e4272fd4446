import Foundation
import TestSupport
import Testing

@testable import mimeo

@Suite struct ToolTests {
    @Test(arguments: Tool.commands.map { $0.name }) func everyCommandHasHelp(_ name: String) {
        for words in [[name, "--help"], ["-h", name], [name, "a", "b", "--help"], ["help", name]] {
            let run = ToolRun(words)
            #expect(run.exitCode == .success)
            #expect(run.output.contains("Usage: mimeo \(name)"))
            #expect(run.errorOutput == "")
        }
    }

    @Test func helpOfACommandNamesEveryOption() throws {
        for command in Tool.commands {
            let text = Help.text(of: command)
            for option in command.options {
                // The limits share a line.
                let isLimit = option.name.hasPrefix("limits-")
                #expect(text.contains(isLimit ? String(option.name.dropFirst(7)) : option.synopsis), "\(option.name)")
            }
            #expect(!command.examples.isEmpty && text.contains(command.examples[0].line))
        }
    }

    @Test func toolHelpAndVersion() {
        let help = ToolRun(["--help"])
        #expect(help.exitCode == .success)
        for command in Tool.commands { #expect(help.output.contains(command.name)) }
        #expect(ToolRun(["help"]).output == help.output)
        for words in [["--version"], ["--version", "decode", "x"], ["decode", "--version"]] {
            #expect(ToolRun(words).output == "mimeo \(Tool.version)\n")
        }
    }

    @Test(
        arguments: [
            ([], "name a command: decode", "Try: mimeo --help"),
            (["decoed"], "did you mean decode?", "Try: mimeo --help"),
            (["frobnicate"], "unknown command frobnicate; the commands are decode, encode", "Try: mimeo --help"),
            (["\u{1B}[2J"], "unknown command (not shown); the commands are decode", "Try: mimeo --help"),
            (["help", "decoed"], "did you mean decode?", "Try: mimeo --help"),
            (["decode", "--\u{1B}[2J"], "unknown option --\\u001b[2J", "Try: mimeo decode --help"),
            (["decode", "--tpye", "a"], "did you mean --type?", "Try: mimeo decode --help"),
            (["decode", ""], "name a file", "Try: mimeo decode --help"),
            (["decode"], "name a file", "Try: mimeo decode --help"),
            (["decode", "a", "b"], "one file at a time, not 2: a, b", "Try: mimeo decode --help"),
            (["decode", "a", "--to", "x/y"], "decode has no option --to", "Try: mimeo decode --help"),
            (["decode", "a", "--as", "codable"], "--as takes one of", "Try: mimeo decode --help"),
            (["convert", "a"], "add --to TYPE", "Try: mimeo convert --help"),
            (["convert", "a", "--to", "nonsense"], "--to:", "Try: mimeo convert --help"),
            (["encode"], "name a file", "Try: mimeo encode --help"),
            (["encode", "-", "--dialect", "rails"], "--dialect takes one of whatwg", "Try: mimeo encode --help"),
            (["encode", "-", "--method", "GET"], "--method needs --url", "Try: mimeo encode --help"),
            (["encode", "-", "--url=/", "--method", "G E T"], "not G E T", "Try: mimeo encode --help"),
            (["encode", "-", "--url=/a b"], "--url contains a space", "Try: mimeo encode --help"),
            (["encode", "-", "--to", "form"], "--to:", "Try: mimeo encode --help"),
            (["explain"], "add --type TYPE", "Try: mimeo explain --help"),
            (["formats", "json"], "unexpected operand json", "Try: mimeo formats --help"),
        ] as [([String], String, String)]
    )
    func wrongUsage(_ words: [String], _ message: String, _ advice: String) {
        let run = ToolRun(words)
        #expect(run.exitCode == .wrongUsage)
        #expect(run.output == "")
        #expect(run.errorOutput.contains(message))
        #expect(run.errorOutput.contains(advice))
    }

    @Test func unwritableOutputIsReported() {
        let errorOutput = RecordingWriter()
        let console = Console(output: FullWriter(), errorOutput: errorOutput, readInput: { _ throws(FileError) in [] })
        #expect(Tool(console: console).run(["formats"]) == .wrongUsage)
        #expect(errorOutput.text == "mimeo: standard output: No space left on device\n")
    }

    #if os(Linux)
        /// Swift would repair the name, so that another file would be read or written.
        @Test(.within(minutes: 5)) func aWordThatIsNotUTF8IsRefused() async throws {
            try await RequestServer.withFolder { folder in
                try Data("[1]".utf8).write(to: URL(fileURLWithPath: "\(folder)/a\u{FFFD}"))
                let line = "'\(ToolProcess.path)' decode --type application/json \"$(printf '\(folder)/a\\377')\" 2>&1"
                let run = try await ToolProcess.run(["-c", line], program: "/bin/sh")
                let text = String(decoding: run.output, as: UTF8.self)
                #expect(run.status == ExitCode.wrongUsage.rawValue && text.contains("word 4"), "\(text)")
            }
        }
    #endif

    @Test func aMissingFileIsWrongUsage() {
        let run = ToolRun(["decode", "/nonexistent/a.json"])
        #expect(run.exitCode == .wrongUsage)
        #expect(run.errorOutput == "mimeo: /nonexistent/a.json: No such file or directory\n")
    }
}

/// An output that cannot be written.
private final class FullWriter: ByteWriter {
    func write(_ bytes: [UInt8]) {}
    var failure: String? { "No space left on device" }
}
