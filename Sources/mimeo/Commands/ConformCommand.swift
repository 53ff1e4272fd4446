import Mimeograph
import MimeographConformance

/// Holds the built-in serializers to the laws of the conformance kit.
enum ConformCommand: Command {
    static let name = "conform"
    static let summary = "Holds the built-in serializers to the laws that every serializer keeps."
    static let operands = "[SUITE…]"
    static let details = """
        Without a suite, all of them. A law that does not apply is listed with the reason; one that is broken with the case
        that breaks it, in a line that --replay takes.
        """
    static let options = [
        OptionDeclaration("json", help: "Prints the report as JSON."),
        OptionDeclaration("seed", .required("N"), help: "Where pseudo-random choices begin. Default 1."),
    ]

    static func run(_ arguments: Arguments, console: Console) throws -> ExitCode {
        var suites = try chosen(arguments.operands)
        if let text = arguments.values["seed"] {
            guard let seed = UInt64(text) else { throw UsageError("--seed takes a number, not \(text)") }
            for index in suites.indices { suites[index].seed = seed }
        }
        let report = Waiting.wait { [suites] in
            var report = ConformanceReport(results: [])
            for suite in suites { report.results += await suite.report().results }
            return report
        }
        console.output.write(arguments.has("json") ? report.json : "\(report)\n")
        return report.holds ? .success : .badBody
    }

    private static func chosen(_ names: [String]) throws(UsageError) -> [ConformanceSuite] {
        let all = Suites.all
        if names.isEmpty { return all }
        var chosen: [ConformanceSuite] = []
        for name in names {
            guard let suite = all.first(where: { $0.name == name }) else {
                let near = EditDistance.nearest(to: name, among: all.map(\.name)).map { "; did you mean \($0)?" }
                throw UsageError("there is no suite \(name)\(near ?? "")")
            }
            chosen.append(suite)
        }
        return chosen
    }
}
