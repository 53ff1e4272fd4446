import Mimeograph
import MimeographConformance

/// The command that checks the built-in serializers against the laws of the conformance kit.
enum ConformCommand: Command {
    static let name = "conform"
    static let summary = "Checks the built-in serializers against the laws of the conformance kit."
    static let operands = "[SUITE…]"
    static let examples = [
        (line: "conform", meaning: "Tests every serializer."),
        (line: "conform json xml", meaning: "Tests two of them."),
        (line: "conform --isolated", meaning: "Tests each in a process of its own."),
    ]
    static let details = """
        Without a suite, all suites run. A law that does not apply is listed with the reason, and a broken law with the case
        that breaks it, in a line for --replay. With --bodies, the files of a folder are read too, each by the suites that
        accept the media type of its extension. Valid or not, they must not trap, hang or be read in two different ways.
        """
    static let options = [
        OptionDeclaration("bodies", .required("FOLDER"), help: "Adds the files of a folder to the fixtures."),
        OptionDeclaration("isolated", help: "Runs each suite in a child process; a trap or a hang is a failure."),
        OptionDeclaration("json", help: "Prints the report as JSON."),
        OptionDeclaration("list", help: "Lists the suites."),
        OptionDeclaration("mutations", .required("N"), help: "The number of random bodies. Default 2000."),
        OptionDeclaration(
            "replay",
            .required("CASE"),
            help: "Runs one case again: its line, or a file that holds the line."
        ),
        OptionDeclaration("seed", .required("N"), help: "The seed of pseudo-random choices. Default 1."),
        // The parent process passes these to a child.
        OptionDeclaration("laws", .required("LAWS"), help: "Checks only these laws, separated by commas."),
        OptionDeclaration(
            "journal",
            .required("FILE"),
            help: "Records each case in a file, and prints lines for a parent process."
        ),
    ]

    static func run(_ arguments: Arguments, console: Console) throws -> ExitCode {
        let settings = try ConformSettings(arguments)
        if arguments.has("list") {
            console.output.write(settings.suites.map { "\($0.name)\n" }.joined())
            return .success
        }
        if let line = arguments.values["replay"] {
            return try replay(line, settings.suites, console)
        }
        if let path = arguments.values["journal"] {
            try beChild(settings, journal: path)
            return .success
        }
        let report = arguments.has("isolated") ? isolated(settings, arguments) : inProcess(settings)
        console.output.write(arguments.has("json") ? report.json : "\(report)\n")
        return report.holds ? .success : .badBody
    }

    /// Checks the laws for a parent process. It reports each result at once, because the next law may end this process.
    private static func beChild(_ settings: ConformSettings, journal path: String) throws(FileError) {
        guard let journal = ConformanceJournal.file(at: path) else {
            throw FileError(path: path, reason: FileReading.lastReason())
        }
        Waiting.wait {
            for suite in settings.suites {
                await ConformanceIsolation.runChild(suite, laws: settings.laws, journal: journal) {
                    Terminal.writeToStandardOutput($0)
                }
            }
        }
    }

    private static func inProcess(_ settings: ConformSettings) -> ConformanceReport {
        Waiting.wait {
            var report = ConformanceReport(results: [])
            for suite in settings.suites { report.results += await suite.report(settings.laws).results }
            return report
        }
    }

    /// Runs this program again, once for each suite.
    private static func isolated(_ settings: ConformSettings, _ arguments: Arguments) -> ConformanceReport {
        let passedOn = ["bodies", "mutations", "seed"].flatMap { name in
            arguments.values[name].map { ["--\(name)", $0] } ?? []
        }
        let isolation = ConformanceIsolation { suite, laws, journal in
            [Terminal.programPath, "conform", suite, "--journal", journal]
                + ["--laws", laws.map(\.rawValue).joined(separator: ",")] + passedOn
        }
        var report = ConformanceReport(results: [])
        for suite in settings.suites { report.results += isolation.report(on: suite.name, settings.laws).results }
        return report
    }

    private static func replay(
        _ text: String,
        _ suites: [ConformanceSuite],
        _ console: Console
    ) throws -> ExitCode {
        var line = text
        if ConformanceCase(text) == nil {
            line = String(decoding: try FileReading.read(path: text, atMost: 1 << 26), as: UTF8.self)
        }
        guard let single = ConformanceCase(line) else { throw UsageError("--replay takes the line of a failure") }
        guard let suite = suites.first(where: { $0.name == single.suite }) else {
            throw UsageError("unknown suite \(single.suite)")
        }
        let failure = Waiting.wait {
            do throws(ConformanceFailure) {
                try await suite.check(single.law).replay(single)
                return ConformanceFailure?.none
            } catch {
                return error
            }
        }
        console.output.write(
            failure.map { "\($0)\n" } ?? "\(single.suite): \(single.law.rawValue) holds for this case\n"
        )
        return failure == nil ? .success : .badBody
    }
}
